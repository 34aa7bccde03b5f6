// HistoryThread: the extension host's side of the history's worker thread, which starts on first use.
import { Worker } from 'node:worker_threads';
import type { Disposable } from '../../../base/disposable';
import { omitUndefined } from '../../../base/omitUndefined';
import { folderName } from '../../../storage/node/storagePaths';
import type { HistoryPage, HistoryQuery } from './conversationHistory';

export type HistoryPages = AsyncGenerator<HistoryPage, void, undefined>;

/** A message to the worker thread. Each but `cancel` is answered by replies with the same number. */
export type HistoryRequest = HistoryTask & { readonly number: number };

type HistoryTask =
  | { readonly type: 'find'; readonly query: HistoryQuery }
  | { readonly type: 'cancel' }
  /** This window has changed these folders. */
  | { readonly type: 'refresh'; readonly names: readonly string[] }
  /** Asks for conversations that are not pinned and did not change since `time`, in ms since 1970. */
  | { readonly type: 'inactiveSince'; readonly time: number; readonly names?: readonly string[] }
  /** Removes deleted conversations from the index. */
  | { readonly type: 'clearIndex' }
  | { readonly type: 'close' };

export type HistoryReply = { readonly number: number } & (
  | { readonly type: 'page'; readonly page: HistoryPage }
  | { readonly type: 'ids'; readonly ids: readonly string[] }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly reason: string }
);

interface HistoryPaths {
  /** The folder of all conversations. */
  readonly conversations: string;
  /** The SQLite file of the index. */
  readonly index: string;
}

/** The thread's `workerData`. */
interface HistoryStart extends HistoryPaths {
  /** If not, the thread reads every conversation and writes nothing. */
  readonly isIndexed: boolean;
}

/** V8 would otherwise keep hundreds of MB of garbage from reading conversations. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 } as const;

interface PendingRequest {
  readonly worker: Worker;
  readonly receive: (reply: HistoryReply) => void;
}

export class HistoryThread implements Disposable {
  /** The keys are request numbers. */
  readonly #pending = new Map<number, PendingRequest>();
  #worker: Worker | undefined;
  #lastNumber = 0;

  /**
   * @param script The path of the bundled historyWorker.ts.
   * @param isIndexed Whether an index may be written. Called when the thread starts, so close it after a change.
   */
  constructor(
    private readonly script: string,
    private readonly paths: HistoryPaths,
    private readonly isIndexed = (): boolean => true,
  ) {}

  async *find(query: HistoryQuery, signal: AbortSignal): HistoryPages {
    for await (const reply of this.#send({ type: 'find', query }, signal)) {
      if (reply.type === 'page') {
        yield reply.page;
      }
    }
  }

  /** Reads the folders of conversations that this window has changed. */
  async refresh(ids: readonly string[]): Promise<void> {
    // A thread reads all folders when it starts.
    if (this.#worker !== undefined) {
      await this.#request({ type: 'refresh', names: ids.map(folderName) });
    }
  }

  /** The conversations (of `ids`, if given) that are not pinned and have not changed since `time`, in ms since 1970. */
  async inactiveSince(time: number, ids?: readonly string[]): Promise<readonly string[]> {
    const names = ids?.map(folderName);
    const task: HistoryTask = { type: 'inactiveSince', time, ...omitUndefined({ names }) };
    const replies = await this.#request(task);
    return replies.flatMap((reply) => (reply.type === 'ids' ? reply.ids : []));
  }

  /** Removes deleted conversations from the index. */
  async clearIndex(): Promise<void> {
    await this.#request({ type: 'clearIndex' });
  }

  /**
   * Ends running searches and resolves when the index is closed; SQLite would have to recover it otherwise.
   * The next request starts another thread.
   */
  async close(): Promise<void> {
    if (this.#worker !== undefined) {
      const closed = this.#request({ type: 'close' });
      // The request is sent by now; the thread gets no other.
      this.#worker = undefined;
      await closed.catch(() => undefined);
    }
  }

  dispose(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }

  async #request(task: HistoryTask): Promise<readonly HistoryReply[]> {
    const replies: HistoryReply[] = [];
    for await (const reply of this.#send(task, new AbortController().signal)) {
      replies.push(reply);
    }
    return replies;
  }

  /** Ends early when `signal` aborts. @throws if the thread fails. */
  async *#send(
    task: HistoryTask,
    signal: AbortSignal,
  ): AsyncGenerator<HistoryReply, void, undefined> {
    if (signal.aborted) {
      return;
    }
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    const received: HistoryReply[] = [];
    let wake = (): void => undefined;
    const worker = this.#startedWorker();
    const receive = (reply: HistoryReply): void => {
      received.push(reply);
      wake();
    };
    const cancel = (): void => {
      worker.postMessage({ type: 'cancel', number } satisfies HistoryRequest);
      wake();
    };
    this.#pending.set(number, { worker, receive });
    signal.addEventListener('abort', cancel, { once: true });
    try {
      worker.postMessage({ ...task, number } satisfies HistoryRequest);
      while (!signal.aborted) {
        const reply = received.shift();
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
      this.#pending.delete(number);
    }
  }

  #startedWorker(): Worker {
    if (this.#worker === undefined) {
      const worker = new Worker(this.script, {
        workerData: { ...this.paths, isIndexed: this.isIndexed() } satisfies HistoryStart,
        resourceLimits,
      });
      worker.on('message', (reply: HistoryReply) =>
        this.#pending.get(reply.number)?.receive(reply),
      );
      worker.on('error', (error) => this.#onExit(worker, String(error)));
      worker.on('exit', () => this.#onExit(worker, 'The history’s worker thread has exited.'));
      worker.unref();
      this.#worker = worker;
    }
    return this.#worker;
  }

  /** Fails pending requests. The next request starts another thread. */
  #onExit(worker: Worker, reason: string): void {
    if (worker === this.#worker) {
      this.#worker = undefined;
    }
    for (const [number, pending] of this.#pending) {
      if (pending.worker === worker) {
        pending.receive({ type: 'failed', number, reason });
      }
    }
  }
}
