// WorkerRequests: a worker, which is a thread or a process, that answers requests. It starts with the first one, and is
// ended when an answer takes too long, because no other way stops code that does not return.
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';

/** Why a request has no answer. */
export type WorkerProblem = 'timeout' | 'outOfMemory' | 'canceled' | 'failed';

/** A request or its answer. */
export interface Numbered<T> {
  readonly number: number;
  readonly content: T;
}

export interface RunningWorker {
  readonly post: (message: object) => void;
  readonly end: () => void;
}

interface WorkerListener<Answer> {
  readonly onAnswer: (answer: Numbered<Answer>) => void;
  /** May be called more than once. */
  readonly onEnd: (problem: WorkerProblem) => void;
}

export type StartWorker<Answer> = (listener: WorkerListener<Answer>) => RunningWorker;

export interface WorkerOptions<Answer> {
  readonly start: StartWorker<Answer>;
  readonly clock: Clock;
  /** For one answer, in ms. */
  readonly timeoutMs: number;
}

export class WorkerRequests<Request, Answer extends object> implements Disposable {
  /** By request number. */
  readonly #pending = new Map<number, (result: Answer | WorkerProblem) => void>();
  #worker: RunningWorker | undefined;
  #lastNumber = 0;

  constructor(private readonly options: WorkerOptions<Answer>) {}

  /** Starts the worker, so that the first answer comes sooner. */
  start(): void {
    this.#started();
  }

  async ask(content: Request, signal?: AbortSignal): Promise<Answer | WorkerProblem> {
    const { clock, timeoutMs } = this.options;
    const number = (this.#lastNumber += 1);
    return await new Promise<Answer | WorkerProblem>((resolve) => {
      const timer = clock.after(timeoutMs, () => this.#end('timeout'));
      const finish = (result: Answer | WorkerProblem): void => {
        timer.dispose();
        signal?.removeEventListener('abort', cancel);
        this.#pending.delete(number);
        resolve(result);
      };
      const cancel = (): void => finish('canceled');
      signal?.addEventListener('abort', cancel);
      this.#pending.set(number, finish);
      this.#started().post({ number, content } satisfies Numbered<Request>);
    });
  }

  /** Pending requests are canceled. */
  dispose(): void {
    this.#end('canceled');
  }

  #started(): RunningWorker {
    if (this.#worker === undefined) {
      const worker = this.options.start({
        onAnswer: ({ number, content }) => this.#pending.get(number)?.(content),
        onEnd: (problem) => {
          if (worker === this.#worker) {
            this.#end(problem);
          }
        },
      });
      this.#worker = worker;
    }
    return this.#worker;
  }

  /** Ends the worker with all pending requests. Another one starts with the next request. */
  #end(problem: WorkerProblem): void {
    const worker = this.#worker;
    if (worker !== undefined) {
      this.#worker = undefined;
      worker.end();
      for (const finish of this.#pending.values()) {
        finish(problem);
      }
    }
  }
}
