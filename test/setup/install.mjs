// Installs a piece of the tool chain from npm into a folder of .cache, so that it counts only when it is whole.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runLogged, step } from './processes.mjs';

/** The project's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Where everything lies that git ignores and that may be deleted at any time. */
export const cache = join(root, '.cache');
export const logs = join(cache, 'logs');

const markerOf = (folder) => join(folder, 'installed');
export const isInstalled = (folder) => existsSync(markerOf(folder));

/** Runs `fill` on an empty folder; the marker that makes it count is written last, so a broken-off try never does. */
export async function install(title, folder, fill) {
  await step(title, async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    await fill();
    writeFileSync(markerOf(folder), `${new Date().toISOString()}\n`);
  });
}

/** Runs npm without scripts; `log` is a file name in .cache/logs. */
export function npm(args, { cwd, log, env = {} }) {
  return runLogged('npm', args, {
    cwd,
    log: join(logs, `${log}.log`),
    env: { ...process.env, npm_config_update_notifier: 'false', ...env },
  });
}

/** Installs packages by name and version into a folder of their own. */
export const npmInstall = (folder, log, ...packages) =>
  npm(
    [
      'install',
      '--ignore-scripts',
      '--no-save',
      '--no-package-lock',
      '--no-audit',
      '--no-fund',
      ...packages,
    ],
    { cwd: folder, log },
  );
