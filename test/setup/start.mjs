// `npm start`: from a fresh clone to a real VS Code with Portico in it, connected to a gateway, and back to nothing on Ctrl+C.
import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { spawnSync } from 'node:child_process';
import { foldersOf, freePort, installExtension, startCodeServer } from './codeServer.mjs';
import { build, pack } from './package.mjs';
import {
  Refusal,
  main,
  runLogged,
  startGuarded,
  step,
  stopAll,
  stopAllOnSignals,
} from './processes.mjs';
import { onPath } from './requirements.mjs';
import { ensure, root, toolEnvironment } from './toolchain.mjs';

const USAGE = `Usage: npm start [-- --base-url URL]

  --base-url  the gateway to connect to; without it the reference gateway is started here`;
const GATEWAY_PORT = 8787;
const EDITOR_PORT = 8788;
const DEMO_MODEL = 'demo-markdown';
const home = join(root, '.cache', 'start');

/** The Base URL from the command line, or undefined. */
function readArguments() {
  const words = process.argv.slice(2);
  if (words.some((word) => /^--?(api-?)?(key|token)\b/i.test(word))) {
    throw new Refusal(
      'A key is not taken on the command line, where other programs and your shell’s history would see it. Start without it: Portico asks for the key inside VS Code.',
    );
  }
  let baseUrl;
  try {
    baseUrl = parseArgs({ args: words, options: { 'base-url': { type: 'string' } } }).values[
      'base-url'
    ];
  } catch (error) {
    throw new Refusal(`${error.message.split('. ')[0]}.\n\n${USAGE}`);
  }
  if (baseUrl === undefined) return undefined;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(baseUrl) ? baseUrl : `https://${baseUrl}`;
  if (/\s/.test(baseUrl) || !URL.canParse(text) || new URL(text).hostname === '') {
    throw new Refusal(`"${baseUrl}" is no Base URL: give one like https://gateway.example/v1.`);
  }
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) {
    throw new Refusal(`Portico speaks http and https, not ${url.protocol.slice(0, -1)}.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new Refusal(
      'The Base URL must not hold a user name or password: Portico asks for the key inside VS Code.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new Refusal('The Base URL must end with its path: leave out what follows "?" or "#".');
  }
  return baseUrl;
}

function canListen(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** The same port at each start where that is free: what the browser keeps for VS Code hangs on it. */
const portNear = async (wanted) => ((await canListen(wanted)) ? wanted : freePort());

/** Starts the reference gateway, which asks for no key. */
async function startReferenceGateway(node) {
  const port = await portNear(GATEWAY_PORT);
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  mkdirSync(home, { recursive: true });
  const log = join(home, 'gateway.log');
  const fd = openSync(log, 'w');
  const gateway = startGuarded(
    node,
    ['--import', 'tsx', join('test', 'gateway', 'main.ts'), '--port', String(port)],
    { cwd: root, env: toolEnvironment(), stdio: [fd, fd] },
  );
  let ended = false;
  void gateway.exited.then(() => (ended = true));
  for (;;) {
    const answer = await fetch(`${baseUrl}/models`).catch(() => undefined);
    if (answer?.ok) return { baseUrl, exited: gateway.exited };
    if (ended)
      throw new Refusal(`The reference gateway did not start:\n${readFileSync(log, 'utf8')}`);
    await sleep(50);
  }
}

/**
 * Points VS Code's user settings at the gateway and leaves the rest as it was made in earlier starts.
 * @param {string} userFolder
 * @param {{ baseUrl: string, model: string | undefined }} connection
 */
function writeSettings(userFolder, { baseUrl, model }) {
  const file = join(userFolder, 'settings.json');
  mkdirSync(userFolder, { recursive: true });
  let settings = {
    'chat.disableAIFeatures': true,
    'workbench.startupEditor': 'none',
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    'telemetry.telemetryLevel': 'off',
    'update.mode': 'none',
    'security.workspace.trust.enabled': false,
  };
  if (existsSync(file)) {
    try {
      settings = JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      console.log(
        `${file} has comments or errors and is left as it is; portico.baseUrl should be ${baseUrl}.`,
      );
      return;
    }
  }
  const elsewhere = settings['portico.baseUrl'] !== baseUrl;
  settings['portico.baseUrl'] = baseUrl;
  // A model of one gateway means nothing to another.
  if (elsewhere || !settings['portico.model']) settings['portico.model'] = model;
  writeFileSync(file, `${JSON.stringify(settings, null, 4)}\n`);
}

/** A folder to play in. */
function workspaceFolder() {
  const folder = join(home, 'workspace');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'notes.md');
  if (!existsSync(file)) writeFileSync(file, '# Notes\n\nInsert code from a chat here.\n');
  return folder;
}

/** The desktop `code` that can show a window here and fits `engines.vscode`, or undefined. */
function desktopCode() {
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

function isOlder(version, than) {
  const wanted = than.split('.').map(Number);
  const parts = version.split('.').map(Number);
  const index = parts.findIndex((part, at) => part !== wanted[at]);
  return index !== -1 && parts[index] < wanted[index];
}

/** Without what a VS Code around this terminal left in it. */
function desktopEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_)/.test(name)),
  );
}

/**
 * Opens the desktop VS Code with folders of its own.
 * @returns {Promise<{ exited: Promise<unknown>, stop: () => Promise<void> } | undefined>} undefined when it does not work here.
 */
async function openDesktop(code, vsix, connection) {
  const data = join(home, 'desktop');
  const own = ['--user-data-dir', data, '--extensions-dir', join(home, 'desktop-extensions')];
  writeSettings(join(data, 'User'), connection);
  const env = desktopEnvironment();
  try {
    await runLogged(code, [...own, '--install-extension', vsix, '--force'], {
      env,
      log: join(home, 'desktop-install.log'),
    });
  } catch (error) {
    console.log(
      `${error.message}\nThe desktop VS Code does not work here: using one from npm in your browser.`,
    );
    return undefined;
  }
  const window = startGuarded(code, [...own, '--new-window', '--wait', workspaceFolder()], { env });
  return {
    exited: window.exited,
    stop: async () => {
      // `code` starts the window as a process of its own, whose number stands in this file.
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

async function openInBrowser(tools, vsix, connection) {
  const serverHome = join(home, 'server');
  writeSettings(foldersOf(serverHome).user, connection);
  await step('Install Portico into VS Code', () =>
    installExtension(tools, { home: serverHome, vsix }),
  );
  const server = await startCodeServer(tools, {
    home: serverHome,
    port: await portNear(EDITOR_PORT),
  });
  return {
    ...server,
    address: `${server.url}/?${new URLSearchParams({ folder: workspaceFolder() })}`,
  };
}

main(async () => {
  const foreign = readArguments();
  let stopDesktop = async () => {};
  let ending = false;
  stopAllOnSignals(() => {
    ending = true;
    console.log('\nEnding VS Code and the gateway …');
    return stopDesktop();
  });
  const code = desktopCode();
  const tools = await ensure(
    code === undefined ? ['node', 'deps', 'code-server'] : ['node', 'deps'],
  );
  const vsix = join(home, 'portico.vsix');
  await step('Build and package Portico', async () => {
    await build(tools.node);
    await pack(tools.node, vsix);
  });
  const gateway =
    foreign === undefined
      ? await step('Start the reference gateway', () => startReferenceGateway(tools.node))
      : { baseUrl: foreign, exited: new Promise(() => {}) };
  const connection = {
    baseUrl: gateway.baseUrl,
    model: foreign === undefined ? DEMO_MODEL : undefined,
  };
  let editor = code === undefined ? undefined : await openDesktop(code, vsix, connection);
  if (editor !== undefined) stopDesktop = editor.stop;
  editor ??= await openInBrowser(await ensure(['node', 'deps', 'code-server']), vsix, connection);
  const where =
    editor.address === undefined
      ? 'VS Code opens in a window of its own.'
      : `VS Code is ready. Open this address in your browser:\n\n  ${editor.address}\n`;
  const to =
    foreign === undefined
      ? `connected to the reference gateway at ${gateway.baseUrl}, which asks for no key`
      : `connected to ${foreign}; it asks for your key and a model there`;
  console.log(
    `\n${where}\nThe Portico icon in the activity bar opens the chat, ${to}.\nCtrl+C ends everything.`,
  );
  const ended = await Promise.race([
    editor.exited.then(() => 'VS Code'),
    gateway.exited.then(() => 'The reference gateway'),
  ]);
  // Ctrl+C has ended it and goes on to end the rest.
  if (ending) return await new Promise(() => {});
  console.log(`${ended} has ended; ending the rest.`);
  await stopDesktop();
  await stopAll();
  return ended === 'VS Code' && editor.address === undefined ? 0 : 1;
});
