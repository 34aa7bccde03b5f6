// Finds the desktop VS Code, and opens it with its own folders.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
import { runLogged, startGuarded } from './processes.mjs';
import { onPath } from './requirements.mjs';

/** The desktop `code` if it can show a window here and matches `engines.vscode`, else undefined. */
export function desktopCode() {
  const display =
    process.platform === 'darwin' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  // Electron does not start as root, and inside WSL `code` is the Windows one.
  if (!display || process.getuid?.() === 0 || process.env.WSL_DISTRO_NAME) return undefined;
  const code = [
    onPath('code'),
    '/Applications/Visual Studio Code.app/Contents/Resources/app/bin/code',
  ].find((file) => file !== undefined && existsSync(file));
  // In the terminal of a remote window `code` only talks to that window.
  if (code === undefined || realpathSync(code).includes('remote-cli')) return undefined;
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const answer = spawnSync(code, ['--version'], {
    encoding: 'utf8',
    timeout: 20_000,
    env: desktopEnvironment(),
  });
  const version = /^\d+\.\d+\.\d+/.exec(answer.stdout ?? '')?.[0];
  if (version === undefined) return undefined;
  if (isOlder(version, engines.vscode.replace(/^\D*/, ''))) {
    console.log(
      `VS Code ${version} is older than Portico needs (${engines.vscode}): using one from npm in your browser.`,
    );
    return undefined;
  }
  return code;
}

function isOlder(version, minimum) {
  const actual = version.split('.').map(Number);
  const needed = minimum.split('.').map(Number);
  const index = actual.findIndex((number, at) => number !== needed[at]);
  return index !== -1 && actual[index] < needed[index];
}

/** Without the variables of a VS Code whose terminal this is. */
function desktopEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_)/.test(name)),
  );
}

/** The folder of user settings of the desktop VS Code in `home`. */
export const desktopUserFolder = (home) => join(home, 'desktop', 'User');

/**
 * Opens the desktop VS Code with folders of its own below `home`.
 * @param {{ code: string, home: string, vsix: readonly string[], folder: string }} what
 * @returns {Promise<{ exited: Promise<unknown>, stop: () => Promise<void> } | undefined>} undefined when it does not work here.
 */
export async function openDesktop({ code, home, vsix, folder }) {
  const data = join(home, 'desktop');
  const own = ['--user-data-dir', data, '--extensions-dir', join(home, 'desktop-extensions')];
  const env = desktopEnvironment();
  try {
    const install = vsix.flatMap((file) => ['--install-extension', file]);
    await runLogged(code, [...own, ...install, '--force'], {
      env,
      log: join(home, 'desktop-install.log'),
    });
  } catch (error) {
    console.log(
      `${error.message}\nThe desktop VS Code does not work here: using one from npm in your browser.`,
    );
    return undefined;
  }
  const window = startGuarded(code, [...own, '--new-window', '--wait', folder], { env });
  return {
    exited: window.exited,
    stop: async () => {
      // `code` starts the window as a process of its own, whose ID is in this file.
      const pid = Number(readIfThere(join(data, 'code.lock')));
      if (pid > 0) {
        try {
          process.kill(pid);
        } catch {
          // It has ended already.
        }
      }
      await window.stop();
    },
  };
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
