// Runs a key command: without a shell and input, with limits on its output and time. The output is never shown.
import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { KeyCommandProblem } from '../../../gateway/common/failure';
import { resolveProgram, type ProgramSearch } from './resolveProgram';

/** A program and its arguments. No argument of a process can contain NUL. */
export const commandSchema = v.pipe(
  v.array(v.pipe(v.string(), v.regex(/^[^\0]*$/u))),
  v.check(([program = '']) => program.trim() !== ''),
);

/** What a program printed, or why it printed no key. Its output is in no problem. */
export type KeyCommandResult =
  | { readonly ok: true; readonly output: string }
  | { readonly ok: false; readonly problem: KeyCommandProblem; readonly exitCode?: number };

/** The home folder is the working directory. */
export interface KeyCommandOptions extends ProgramSearch {
  readonly timeoutMs: number;
  /** Ends the process tree. */
  readonly signal: AbortSignal;
}

const maxOutputBytes = 16 * 1024;
/** Output may still be in the pipe when the program has ended; a background process may hold the pipe open. */
const pipeMs = 250;

/** Never rejects. The process tree has ended, or was asked to, when it resolves. */
export async function runKeyCommand(
  [program = '', ...args]: readonly string[],
  options: KeyCommandOptions,
): Promise<KeyCommandResult> {
  const found = await resolveProgram(program, options);
  if (!found.ok) {
    return found;
  }
  if (options.signal.aborted) {
    return { ok: false, problem: 'canceled' };
  }
  return new Promise((resolve) => {
    let child: ChildProcess;
    try {
      child = spawn(found.path, args, {
        cwd: options.homeFolder,
        env: options.environment,
        shell: false,
        windowsHide: true,
        // A process group of its own, so that all of it can be ended.
        detached: options.platform !== 'win32',
        // Standard error is not read: it may quote the key.
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch {
      resolve({ ok: false, problem: 'notStarted' });
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    const timers: NodeJS.Timeout[] = [];
    const finish = (result: KeyCommandResult): void => {
      timers.forEach(clearTimeout);
      options.signal.removeEventListener('abort', onAbort);
      endTree(child, options.platform);
      child.stdout?.destroy();
      resolve(result);
    };
    const onAbort = (): void => finish({ ok: false, problem: 'canceled' });
    const conclude = (): void => finish(resultOf(child, Buffer.concat(chunks)));
    options.signal.addEventListener('abort', onAbort, { once: true });
    timers.push(setTimeout(() => finish({ ok: false, problem: 'timedOut' }), options.timeoutMs));
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > maxOutputBytes) {
        finish({ ok: false, problem: 'tooMuchOutput' });
      } else {
        chunks.push(chunk);
      }
    });
    child.on('error', () => finish({ ok: false, problem: 'notStarted' }));
    child.on('exit', () => timers.push(setTimeout(conclude, pipeMs)));
    child.on('close', conclude);
  });
}

function resultOf({ exitCode }: ChildProcess, output: Buffer): KeyCommandResult {
  if (exitCode === null) {
    return { ok: false, problem: 'killed' };
  }
  return exitCode === 0
    ? { ok: true, output: output.toString('utf8') }
    : { ok: false, problem: 'exitCode', exitCode };
}

/** Ends the program and all processes that it has started. */
function endTree({ pid, exitCode, signalCode }: ChildProcess, platform: NodeJS.Platform): void {
  if (pid === undefined) {
    return;
  }
  if (platform !== 'win32') {
    // A negative ID is that of a group. A program may have started others in groups of their own.
    for (const id of [-pid, ...descendants(pid)]) {
      try {
        process.kill(id, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  } else if (exitCode === null && signalCode === null) {
    const taskkill = `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\taskkill.exe`;
    const options = { stdio: 'ignore', windowsHide: true } as const;
    spawn(taskkill, ['/pid', String(pid), '/T', '/F'], options).on('error', () => undefined);
  }
}

/** The processes that a running process has started, and those that these have: known on Linux only. */
function descendants(pid: number): readonly number[] {
  try {
    const tasks = `/proc/${pid}/task`;
    return readdirSync(tasks)
      .flatMap((task) => readFileSync(`${tasks}/${task}/children`, 'utf8').match(/\d+/gu) ?? [])
      .map(Number)
      .flatMap((child) => [child].concat(descendants(child)));
  } catch {
    return [];
  }
}
