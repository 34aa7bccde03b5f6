// The history as the extension host sees it: what takes time is done in a thread that starts on first use.
import { Worker } from 'node:worker_threads';
import type { Disposable } from '../../base/disposable';
import type { HistoryPage, HistoryQuery } from '../../chat/ports';
import { folderName } from '../storagePaths';
import type { HistoryPlace, HistoryReply, HistoryRequest, HistoryStart } from './historyMessages';

type Numberless<T> = T extends unknown ? Omit<T, 'number'> : never;

/** In MB. What was read is garbage soon; unbounded, it would be left lying in hundreds of them. */
const memoryLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 } as const;

interface Waiting {
  readonly worker: Worker;
  readonly take: (reply: HistoryReply) => void;
}

export class HistoryThread implements Disposable {
  readonly #script: string;
  readonly #place: HistoryPlace;
  readonly #isIndexed: () => boolean;
  /** By number of the request that waits. */
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #last = 0;

  /**
   * @param script historyWorker.ts as it was built.
   * @param isIndexed Whether an index may be written. Asked when the thread starts: to be closed when that changes.
   */
  constructor(script: string, place: HistoryPlace, isIndexed = (): boolean => true) {
    this.#script = script;
    this.#place = place;
    this.#isIndexed = isIndexed;
  }

  async *find(
    query: HistoryQuery,
    signal: AbortSignal,
  ): AsyncGenerator<HistoryPage, void, undefined> {
    for await (const reply of this.#ask({ type: 'find', query }, signal)) {
      if (reply.type === 'page') {
        yield reply.page;
      }
    }
  }

  /** Folders of these conversations were changed here. */
  async look(ids: readonly string[]): Promise<void> {
    // Nothing is told before the thread is used, and then it looks at everything.
    if (this.#worker !== undefined) {
      await this.#done({ type: 'look', names: ids.map(folderName) });
    }
  }

  /**
   * The conversations that are not pinned and in which nothing was said since, as they are on disk now; of `ids`
   * where they are given. In ms since 1970.
   */
  async before(changedAt: number, ids?: readonly string[]): Promise<readonly string[]> {
    const names = ids?.map(folderName);
    const replies = await this.#done({
      type: 'before',
      changedAt,
      ...(names === undefined ? {} : { names }),
    });
    return replies.flatMap((reply) => (reply.type === 'ids' ? reply.ids : []));
  }

  /** Nothing of what was removed stays in the index. */
  async clear(): Promise<void> {
    await this.#done({ type: 'clear' });
  }

  /**
   * Resolves when the index is closed; it would be mended at the next start else. What is being found
   * ends early. The next request starts another thread.
   */
  async close(): Promise<void> {
    if (this.#worker !== undefined) {
      const closed = this.#done({ type: 'close' });
      // It has been asked by now, and takes no more requests.
      this.#worker = undefined;
      await closed.catch(() => undefined);
    }
  }

  dispose(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }

  async #done(request: Numberless<HistoryRequest>): Promise<readonly HistoryReply[]> {
    const replies: HistoryReply[] = [];
    for await (const reply of this.#ask(request, new AbortController().signal)) {
      replies.push(reply);
    }
    return replies;
  }

  /** Ends early when `signal` aborts. @throws when the thread failed. */
  async *#ask(
    request: Numberless<HistoryRequest>,
    signal: AbortSignal,
  ): AsyncGenerator<HistoryReply, void, undefined> {
    if (signal.aborted) {
      return;
    }
    this.#last += 1;
    const number = this.#last;
    const came: HistoryReply[] = [];
    let wake = (): void => undefined;
    const cancel = (): void => {
      worker.postMessage({ type: 'cancel', number } satisfies HistoryRequest);
      wake();
    };
    const worker = this.#started();
    const take = (reply: HistoryReply): void => {
      came.push(reply);
      wake();
    };
    this.#waiting.set(number, { worker, take });
    signal.addEventListener('abort', cancel, { once: true });
    try {
      worker.postMessage({ ...request, number });
      while (!signal.aborted) {
        const reply = came.shift();
        if (reply === undefined) {
          await new Promise<void>((resolve) => (wake = resolve));
        } else if (reply.type === 'failed') {
          throw new Error(reply.reason);
        } else if (reply.type === 'done') {
          return;
        } else {
          yield reply;
        }
      }
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#waiting.delete(number);
    }
  }

  #started(): Worker {
    if (this.#worker === undefined) {
      const worker = new Worker(this.#script, {
        workerData: { ...this.#place, isIndexed: this.#isIndexed() } satisfies HistoryStart,
        resourceLimits: memoryLimits,
      });
      worker.on('message', (reply: HistoryReply) => this.#waiting.get(reply.number)?.take(reply));
      worker.on('error', (error) => this.#ended(worker, String(error)));
      worker.on('exit', () => this.#ended(worker, 'The history’s thread has ended.'));
      worker.unref();
      this.#worker = worker;
    }
    return this.#worker;
  }

  /** The next request starts another. */
  #ended(worker: Worker, reason: string): void {
    if (worker === this.#worker) {
      this.#worker = undefined;
    }
    for (const [number, waiting] of this.#waiting) {
      if (waiting.worker === worker) {
        waiting.take({ type: 'failed', number, reason });
      }
    }
  }
}
