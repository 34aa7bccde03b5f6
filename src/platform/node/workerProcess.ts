// A worker process for `WorkerRequests`, for code that may need any amount of memory: V8 ends the process of a thread
// that needs too much at once.
import { fork } from 'node:child_process';
import type { Numbered, StartWorker } from './workerRequests';

/** The exit code of a process that failed for another reason than its memory. */
export const failedExitCode = 1;

/** @param script The path of a bundled script that answers messages and ends itself when the channel is closed. */
export function startProcess<Answer>(script: string): StartWorker<Answer> {
  return ({ onAnswer, onEnd }) => {
    const child = fork(script, [], {
      // The program is Electron in desktop VS Code. The user's options for Node are for other programs.
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' },
      // Not the extension host's own, which may have a port for a debugger.
      execArgv: ['--disallow-code-generation-from-strings'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const started = new Promise<void>((resolve) => void child.once('spawn', () => resolve()));
    child.on('message', (message: Numbered<Answer>) => onAnswer(message));
    child.on('error', () => onEnd('failed'));
    child.on('exit', (code) => onEnd(code === failedExitCode ? 'failed' : 'outOfMemory'));
    child.unref();
    child.channel?.unref();
    return {
      started,
      // The callback keeps the error of a process that has ended from being thrown. Its exit is reported anyway.
      post: (message) => void child.send(message, () => undefined),
      end: () => void child.kill('SIGKILL'),
    };
  };
}
