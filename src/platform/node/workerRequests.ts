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
  /** Resolves when the worker runs; never if it cannot be started. */
  readonly started: Promise<void>;
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
  /** The time limit of one answer. The start of the worker does not count: it can take seconds on a busy machine. */
  readonly timeoutMs: number;
}

export class WorkerRequests<Request, Answer extends object> implements Disposable {
  /** The keys are request numbers. */
  readonly #pending = new Map<number, (result: Answer | WorkerProblem) => void>();
  #worker: RunningWorker | undefined;
  #lastNumber = 0;

  constructor(private readonly options: WorkerOptions<Answer>) {}

  /** Starts the worker, so that the first answer comes sooner. */
  start(): void {
    this.#running();
  }

  async ask(content: Request, signal?: AbortSignal): Promise<Answer | WorkerProblem> {
    const { clock, timeoutMs } = this.options;
    const number = (this.#lastNumber += 1);
    return await new Promise<Answer | WorkerProblem>((resolve) => {
      const worker = this.#running();
      let timer: Disposable | undefined;
      const startTimer = (): void => {
        if (this.#pending.has(number)) {
          timer = clock.after(timeoutMs, () => this.#end('timeout'));
        }
      };
      const finish = (result: Answer | WorkerProblem): void => {
        timer?.dispose();
        signal?.removeEventListener('abort', cancel);
        this.#pending.delete(number);
        resolve(result);
      };
      const cancel = (): void => finish('canceled');
      signal?.addEventListener('abort', cancel);
      this.#pending.set(number, finish);
      worker.post({ number, content } satisfies Numbered<Request>);
      void worker.started.then(startTimer);
    });
  }

  /** Pending requests are canceled. */
  dispose(): void {
    this.#end('canceled');
  }

  #running(): RunningWorker {
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
