// Runs VS Code's own ripgrep, which reads ignore rules as Git does and is done within a moment. Extensions find it in VS
// Code's folder only: the API has a file search, but none that knows ignore rules.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';

/** About 400,000 paths fit into this. */
const maxOutputBytes = 32_000_000;

export interface RipgrepRun {
  /** The folder that is searched. */
  readonly folder: string;
  readonly args: readonly string[];
  /** The text that is searched, if an argument says so. */
  readonly input?: string;
  readonly signal: AbortSignal;
  /** What ends each line of the output: `\\0` where names of files, which may have line breaks, are all there is. */
  readonly lineEnd?: '\n' | '\0';
  /** Milliseconds; the default is 30 s, since a folder on a network drive can take longer than anybody waits. */
  readonly timeoutMs?: number;
}

/**
 * Resolves to the lines that ripgrep prints, up to the limits; to undefined if it is not there or has failed. Files and
 * ignore rules that it cannot read are left out. Rejects with `signal`.
 */
export function ripgrepLines({
  folder,
  args,
  input = '',
  signal,
  lineEnd = '\n',
  timeoutMs = 30_000,
}: RipgrepRun): Promise<readonly string[] | undefined> {
  const program = programPaths().find((path) => existsSync(path));
  if (program === undefined) {
    return Promise.resolve(undefined);
  }
  const options = {
    cwd: folder,
    signal,
    timeout: timeoutMs,
    maxBuffer: maxOutputBytes,
    windowsHide: true,
  };
  // A configuration file of the user could name a program that ripgrep runs for each file.
  const allArgs = ['--no-config', '--no-messages', ...args];
  return new Promise((resolve, reject) => {
    const running = execFile(program, allArgs, options, (error, output) => {
      // Exit code 1: nothing was found. Any other error: what was printed until then counts.
      const hasFailed = error !== null && error.code !== 1 && output === '';
      if (signal.aborted) {
        reject(signal.reason);
      } else {
        resolve(hasFailed ? undefined : output.split(lineEnd).slice(0, -1));
      }
    });
    // It ends without reading all of it if it refuses the pattern.
    running.stdin?.on('error', () => {}).end(input);
  });
}

/** Where versions of VS Code have it, the latest first. */
function programPaths(): readonly string[] {
  const { platform, arch } = process;
  const program = platform === 'win32' ? 'rg.exe' : 'rg';
  const packages = [`ripgrep-universal/bin/${platform}-${arch}`, 'ripgrep/bin'];
  return ['node_modules', 'node_modules.asar.unpacked'].flatMap((modules) =>
    packages.map((path) => join(vscode.env.appRoot, modules, '@vscode', path, program)),
  );
}
