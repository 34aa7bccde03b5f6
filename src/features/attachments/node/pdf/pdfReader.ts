// PdfReader: reads the text of PDF files in a process, one file at a time. The process is ended after each file, and when a
// file takes too long.
import { createHash } from 'node:crypto';
import type { Clock } from '../../../../base/clock';
import { maxTextLength } from '../../../../conversation/common/attachment';
import { startProcess } from '../../../../platform/node/workerProcess';
import { WorkerRequests } from '../../../../platform/node/workerRequests';
import type { PdfText } from '../pdfText';
import { pdfTimeoutMs } from '../refreshAttachments';
import type { PdfAnswer, PdfRequest, PdfResult } from './pdfMessages';

const maxPages = 100;

/** The texts of the latest files: a file is read again when it is sent. */
const maxKnown = 5;

export class PdfReader {
  /** Texts by the hash of the file's content. */
  readonly #known = new Map<string, PdfText>();
  #last: Promise<unknown> = Promise.resolve();

  /** @param script The path of the bundled pdfProcess.ts. */
  constructor(
    private readonly script: string,
    private readonly clock: Clock,
  ) {}

  async read(bytes: Uint8Array): Promise<PdfResult> {
    const hash = createHash('sha256').update(bytes).digest('hex');
    const reading = this.#last.then(() => this.#known.get(hash) ?? this.#readInProcess(bytes));
    this.#last = reading.catch(() => undefined);
    const result = await reading;
    if (typeof result !== 'string') {
      this.#remember(hash, result);
    }
    return result;
  }

  async #readInProcess(bytes: Uint8Array): Promise<PdfResult> {
    const { script, clock } = this;
    const worker = new WorkerRequests<PdfRequest, PdfAnswer>({
      start: startProcess(script),
      clock,
      timeoutMs: pdfTimeoutMs,
    });
    const answer = await worker.ask({ bytes, maxPages, maxLength: maxTextLength });
    worker.dispose();
    switch (answer) {
      case 'timeout':
        return 'timeout';
      case 'outOfMemory':
        return 'tooMuchMemory';
      case 'canceled':
      case 'failed':
        return 'unreadable';
      default:
        return answer.result;
    }
  }

  #remember(hash: string, text: PdfText): void {
    this.#known.delete(hash);
    this.#known.set(hash, text);
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxKnown && oldest !== undefined) {
      this.#known.delete(oldest);
    }
  }
}
