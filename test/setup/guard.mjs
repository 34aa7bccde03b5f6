// Ends a whole family of processes when whoever started it ends, even by SIGKILL: the starter holds our stdin open.
// Usage: node guard.mjs <command> [args…], started detached (its own process group) with stdin a pipe.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const GRACE_MS = 3000;
const [command, ...args] = process.argv.slice(2);
let ending = false;

function signalFamily(signal) {
  try {
    process.kill(-process.pid, signal);
  } catch {
    // Nobody is left in the group.
  }
}

function end() {
  if (ending) return;
  ending = true;
  signalFamily('SIGTERM');
  setTimeout(() => signalFamily('SIGKILL'), GRACE_MS);
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
  if (ending) signalFamily('SIGKILL');
  ending = true;
  signalFamily('SIGTERM');
  process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
});
