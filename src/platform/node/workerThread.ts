// A worker thread for `WorkerRequests`: both sides.
import { parentPort, Worker, type ResourceLimits } from 'node:worker_threads';
import { errorCode } from '../../base/errorCode';
import type { Numbered, StartWorker } from './workerRequests';

/**
 * @param script The path of a bundled script that listens with `answerRequests()`.
 * @param resourceLimits Of the thread's heap. Typed arrays are not in it, and a single allocation far above the limit
 * ends the process: a thread is for code that is not written to do that.
 */
export function startThread<Answer>(
  script: string,
  resourceLimits: ResourceLimits,
): StartWorker<Answer> {
  return ({ onAnswer, onEnd }) => {
    const worker = new Worker(script, { resourceLimits });
    worker.unref();
    const started = new Promise<void>((resolve) => void worker.once('online', () => resolve()));
    worker.on('message', onAnswer);
    worker.on('error', (error) => onEnd(isOutOfMemory(error) ? 'outOfMemory' : 'failed'));
    worker.on('exit', () => onEnd('failed'));
    return {
      started,
      post: (message) => worker.postMessage(message),
      end: () => void worker.terminate(),
    };
  };
}

export function isOutOfMemory(error: unknown): boolean {
  return errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Runs in the thread, and posts the answer to each request. Where `answer` rejects, the thread ends. */
export function answerRequests<Request>(
  answer: (request: Request) => object | Promise<object>,
): (message: Numbered<Request>) => void {
  const reply = async ({ number, content }: Numbered<Request>): Promise<void> => {
    parentPort?.postMessage({ number, content: await answer(content) } satisfies Numbered<object>);
  };
  return (message) => void reply(message);
}
