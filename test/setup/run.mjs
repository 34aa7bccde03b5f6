// Runs a development tool with the project's own Node.
// Usage: node test/setup/run.mjs [--with browser,code-server] <tool in node_modules/.bin | file.js | file.mjs | file.ts> [args…]
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { root } from './install.mjs';
import { main, SetupError, stopAllOnSignals } from './processes.mjs';
import { toolEnvironment } from './projectNode.mjs';
import { ensure } from './toolchain.mjs';

/** @returns {readonly string[]} the command line that runs `tool` under `node`. */
function commandLine(node, tool) {
  if (/\.[mc]?js$/.test(tool)) return [node, tool];
  if (tool.endsWith('.ts')) return [node, '--import', 'tsx', tool];
  const file = join(root, 'node_modules', '.bin', tool);
  if (!existsSync(file)) throw new SetupError(`There is no tool "${tool}" in node_modules/.bin.`);
  return [file];
}

main(async () => {
  const words = process.argv.slice(2);
  const extra = words[0] === '--with' ? words.splice(0, 2)[1].split(',') : [];
  const [tool, ...args] = words;
  if (tool === undefined) throw new SetupError('Usage: node test/setup/run.mjs <tool> [args…]');
  let child;
  stopAllOnSignals(
    () =>
      new Promise((resolve) => {
        if (child === undefined) resolve();
        // The tool gets the signal below and cleans up.
        else child.on('exit', resolve);
      }),
  );
  const { node } = await ensure(['node', 'deps', ...extra]);
  const [command, ...first] = commandLine(node, tool);
  child = spawn(command, [...first, ...args], {
    cwd: root,
    env: toolEnvironment(),
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal's Ctrl+C has reached the tool already: it is in our process group.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) process.on(signal, () => child.kill(signal));
  }
  return await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
});
