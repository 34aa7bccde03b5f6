// Starts processes in groups that end with this process, and prints the progress of long steps.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const GUARD = join(import.meta.dirname ?? dirname(fileURLToPath(import.meta.url)), 'guard.mjs');
const HEARTBEAT_MS = 15_000;
const EXCERPT_LINES = 12;

/** An error whose message is for the person at the terminal; shown without a stack. */
export class SetupError extends Error {}

const live = new Set();
let stopping = false;

/**
 * Starts `command` in its own process group behind guard.mjs.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: ['pipe' | 'inherit' | number, 'pipe' | 'inherit' | number] }} [options]
 * `stdio` is for stdout and stderr (default: inherit).
 * @returns {{ child: import('node:child_process').ChildProcess, exited: Promise<number>, stop: () => Promise<number> }}
 * `exited` resolves to the exit code (128 + number for a signal); `stop` ends the group and waits.
 */
export function startGuarded(command, args, options = {}) {
  const [stdout, stderr] = options.stdio ?? ['inherit', 'inherit'];
  const child = spawn(process.execPath, [GUARD, command, ...args], {
    cwd: options.cwd,
    env: options.env ?? process.env,
    detached: true,
    stdio: ['pipe', stdout, stderr],
  });
  child.stdin?.on('error', () => {});
  const exited = new Promise((resolve) => {
    child.on('error', () => resolve(127));
    child.on('exit', (code) => resolve(code ?? 137));
  });
  const running = {
    child,
    exited,
    stop: () => {
      child.stdin?.end();
      return exited;
    },
  };
  live.add(running);
  void exited.then(() => live.delete(running));
  return running;
}

/** Ends all groups that `startGuarded` started. */
export async function stopAll() {
  await Promise.all([...live].map((running) => running.stop()));
}

/** From now on Ctrl+C, SIGTERM and a closed terminal end all groups, then this process. */
export function stopAllOnSignals(beforehand = async () => {}) {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void beforehand()
        .catch(() => {})
        .then(stopAll)
        .finally(() => process.exit(code));
    });
  }
}

/**
 * Runs a command with its output in a log file.
 * @throws {SetupError} naming the log, with an excerpt, when the command fails.
 */
export async function runLogged(command, args, { cwd, env, log }) {
  mkdirSync(dirname(log), { recursive: true });
  const fd = openSync(log, 'w');
  let code;
  try {
    code = await startGuarded(command, args, { cwd, env, stdio: [fd, fd] }).exited;
  } finally {
    closeSync(fd);
  }
  if (code === 0) return;
  throw new SetupError(
    `\`${command} ${args.join(' ')}\` failed with exit code ${code}. Its output is in ${relative(process.cwd(), log)}; in short:\n${excerpt(readFileSync(log, 'utf8'))}`,
  );
}

/** The first and last lines: npm prints the error first and its usage last. */
function excerpt(text) {
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => !/^npm warn/i.test(line));
  if (lines.length <= 2 * EXCERPT_LINES) return lines.join('\n');
  return [...lines.slice(0, EXCERPT_LINES), '…', ...lines.slice(-EXCERPT_LINES)].join('\n');
}

/** Prints `title` now, a line every 15 s while `work` runs, and the time it took. */
export async function step(title, work) {
  const startedAt = Date.now();
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;
  console.log(`• ${title} …`);
  const heartbeat = setInterval(() => console.log(`  … ${title} (${seconds()})`), HEARTBEAT_MS);
  try {
    const result = await work();
    console.log(`✓ ${title} (${seconds()})`);
    return result;
  } finally {
    clearInterval(heartbeat);
  }
}

/** Runs a program's main function. A SetupError is printed as its message, any other error with its stack. */
export function main(program) {
  program().then(
    (code) => {
      process.exitCode = code;
    },
    async (error) => {
      // Steps fail because they are being stopped.
      if (stopping) return;
      await stopAll();
      console.error(error instanceof SetupError ? `\n${error.message}` : error);
      process.exit(1);
    },
  );
}
