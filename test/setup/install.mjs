// Installs a tool from npm into a folder of .cache; it counts as installed only when that is complete.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runLogged, step } from './processes.mjs';

/** The project's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Everything in it may be deleted at any time; git ignores it. */
export const cache = join(root, '.cache');
export const logs = join(cache, 'logs');

const markerOf = (folder) => join(folder, 'installed');
export const isInstalled = (folder) => existsSync(markerOf(folder));

/** Runs `fill` on an empty folder. The marker is written last, so an interrupted installation does not count. */
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

/** Installs packages by name and version into a folder. */
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
