// Ends a process group when the process that started it ends, even by SIGKILL: the starter holds this process's stdin open.
// Usage: node guard.mjs <command> [args…], started detached (its own process group) with stdin a pipe.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const GRACE_MS = 3000;
const [command, ...args] = process.argv.slice(2);
let ending = false;

function signalGroup(signal) {
  try {
    process.kill(-process.pid, signal);
  } catch {
    // The group has no process any more.
  }
}

function end() {
  if (ending) return;
  ending = true;
  signalGroup('SIGTERM');
  setTimeout(() => signalGroup('SIGKILL'), GRACE_MS);
}

process.on('SIGTERM', end);
process.on('SIGINT', end);
process.on('SIGHUP', end);
process.stdin.on('close', end).on('error', end).resume();

const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('error', (error) => {
  console.error(`${command} could not be started: ${error.message}`);
  process.exit(127);
});
child.on('exit', (code, signal) => {
  if (ending) signalGroup('SIGKILL');
  ending = true;
  signalGroup('SIGTERM');
  process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
});
