// PlaceThread: the extension host's side of the worker thread that reads code blocks and places them.
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import type { CodeBlockText } from '../../../markdown/common/codeBlocks';
import { WorkerRequests } from '../../../platform/node/workerRequests';
import { startThread } from '../../../platform/node/workerThread';
import type { FileProposal } from '../common/fileProposal';
import { refuseAll, type PlaceInput, type Placement } from '../common/placement';
import type { JoinedBlocks, JoinedFile } from './fileChanges';
import type { PlaceAnswer, PlaceRequest } from './placeWorker';

/** A block of 160 changes in a file of 10,000 lines takes 0.3 s; one that takes longer than this is not placed. */
const timeoutMs = 5_000;

const resourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 } as const;

export class PlaceThread implements Disposable {
  readonly #worker: WorkerRequests<PlaceRequest, PlaceAnswer>;
  #last: Promise<unknown> = Promise.resolve();

  /** @param script The path of the bundled placeWorker.ts. */
  constructor(script: string, clock: Clock) {
    this.#worker = new WorkerRequests({
      start: startThread(script, resourceLimits),
      clock,
      timeoutMs,
    });
  }

  /** @param named the file that the answer names for the block */
  async read(
    { code, info }: CodeBlockText,
    named: string | undefined,
  ): Promise<readonly FileProposal[]> {
    const { proposals } = await this.#ask({ type: 'read', code, info, named });
    return proposals ?? [{ kind: 'unsupported', why: 'tookTooLong' }];
  }

  async place(input: PlaceInput): Promise<Placement> {
    const { placement } = await this.#ask({ type: 'place', input });
    return placement ?? refuseAll(input.proposal, 'tookTooLong');
  }

  /** Says of the changes of several blocks what is left to the user together. */
  async join(files: readonly JoinedFile[], unplaced: readonly string[]): Promise<JoinedBlocks> {
    const { joined } = await this.#ask({ type: 'join', files, unplaced });
    return joined ?? { changes: files.map(({ changes }) => changes), lacking: new Map() };
  }

  /** One after another: the time limit of a block does not count the blocks before it. */
  #ask(request: PlaceRequest): Promise<PlaceAnswer> {
    const answered = this.#last.then(async () => {
      const answer = await this.#worker.ask(request);
      return typeof answer === 'string' ? {} : answer;
    });
    this.#last = answered;
    return answered;
  }

  dispose(): void {
    this.#worker.dispose();
  }
}
