// VS Code as a server, from npm: the only VS Code that needs no other download site.
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { cache, install, isInstalled, npm, npmInstall } from './install.mjs';
import { nodeHome, toolEnvironment } from './projectNode.mjs';

const CODE_SERVER = '4.139.1';
const codeServerFolder = join(cache, `code-server-${CODE_SERVER}`);
const codeServerHome = join(codeServerFolder, 'node_modules', 'code-server');

export const isCodeServerInstalled = () => isInstalled(codeServerFolder);

/** Node runs this script to start it. */
export const codeServerEntry = join(codeServerHome, 'out', 'node', 'entry.js');

/** Its own install script is not run: it would build kerberos, which needs system headers. */
export const installCodeServer = () =>
  install(`VS Code as a server (code-server ${CODE_SERVER})`, codeServerFolder, async () => {
    await npmInstall(codeServerFolder, 'code-server', `code-server@${CODE_SERVER}`);
    const vscode = join(codeServerHome, 'lib', 'vscode');
    // `npm ci` rejects their lock files, which do not match package.json.
    const fromTheirLock = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
    await npm(fromTheirLock, { cwd: vscode, log: 'code-server-vscode' });
    await Promise.all([
      npm(['rebuild', '@vscode/spdlog', 'node-pty', '@parcel/watcher', '@vscode/native-watchdog'], {
        cwd: vscode,
        log: 'code-server-rebuild',
        env: {
          PATH: toolEnvironment().PATH,
          npm_config_nodedir: nodeHome,
          npm_config_ignore_scripts: 'false',
        },
      }),
      npm(fromTheirLock, { cwd: join(vscode, 'extensions'), log: 'code-server-extensions' }),
    ]);
    const system = process.platform === 'darwin' ? 'darwin' : 'linux';
    for (const [folder, name, target] of [
      ['remote-cli', 'code-server', `code-${system}.sh`],
      ['helpers', 'browser.sh', `browser-${system}.sh`],
    ]) {
      const link = join(vscode, 'bin', folder, name);
      rmSync(link, { force: true });
      symlinkSync(target, link);
    }
  });
