// `npm start`: opens a real VS Code with Portico and its chat view, connected to a gateway. Ctrl+C stops everything.
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  canListen,
  foldersOf,
  freePort,
  installExtension,
  startCodeServer,
} from './codeServer.mjs';
import { desktopCode, desktopUserFolder, openDesktop } from './desktopCode.mjs';
import { cache, root } from './install.mjs';
import { build, pack, packPortico } from './package.mjs';
import { main, SetupError, startGuarded, step, stopAll, stopAllOnSignals } from './processes.mjs';
import { toolEnvironment } from './projectNode.mjs';
import { readArguments } from './startArguments.mjs';
import { ensure } from './toolchain.mjs';

const GATEWAY_PORT = 8787;
const EDITOR_PORT = 8788;
const DEMO_MODEL = 'demo-markdown';
const home = join(cache, 'start');

/** The wanted port if it is free: the browser stores VS Code's state per origin, so the port should not change. */
const portNear = async (wanted) => ((await canListen(wanted)) ? wanted : freePort());

/** Starts the reference gateway, which requires no key. */
async function startReferenceGateway(node) {
  const port = await portNear(GATEWAY_PORT);
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  mkdirSync(home, { recursive: true });
  const log = join(home, 'gateway.log');
  const fd = openSync(log, 'w');
  const gateway = startGuarded(
    node,
    ['--import', 'tsx', join('test', 'referenceGateway', 'main.ts'), '--port', String(port)],
    { cwd: root, env: toolEnvironment(), stdio: [fd, fd] },
  );
  let ended = false;
  void gateway.exited.then(() => (ended = true));
  for (;;) {
    const answer = await fetch(`${baseUrl}/models`).catch(() => undefined);
    if (answer?.ok) return { baseUrl, exited: gateway.exited };
    if (ended)
      throw new SetupError(`The reference gateway did not start:\n${readFileSync(log, 'utf8')}`);
    await sleep(50);
  }
}

/**
 * Points VS Code's user settings at the gateway. Other settings keep the values of earlier starts.
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
        `${file} contains comments or errors and was not changed. Set portico.baseUrl to ${baseUrl}.`,
      );
      return;
    }
  }
  // The model of another gateway would not exist here.
  if (settings['portico.baseUrl'] !== baseUrl || !settings['portico.model'])
    settings['portico.model'] = model;
  settings['portico.baseUrl'] = baseUrl;
  // The workspace is inside this repository: VS Code would ask whether to open it.
  settings['git.openRepositoryInParentFolders'] ??= 'never';
  writeFileSync(file, `${JSON.stringify(settings, null, 4)}\n`);
}

/** A folder with a file to try Portico with. */
function workspaceFolder() {
  const folder = join(home, 'workspace');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'notes.md');
  if (!existsSync(file)) writeFileSync(file, '# Notes\n\nInsert code from a chat here.\n');
  return folder;
}

function openInDesktop(code, vsix, connection) {
  writeSettings(desktopUserFolder(home), connection);
  return openDesktop({ code, home, vsix, folder: workspaceFolder() });
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
    console.log('\nStopping VS Code and the gateway …');
    return stopDesktop();
  });
  const code = desktopCode();
  const tools = await ensure(
    code === undefined ? ['node', 'deps', 'code-server'] : ['node', 'deps'],
  );
  const vsix = [join(home, 'portico.vsix'), join(home, 'open-chat.vsix')];
  await step('Build and package Portico', async () => {
    await build(tools.node);
    await packPortico(tools.node, vsix[0]);
    await pack(tools.node, vsix[1], join(root, 'test', 'setup', 'openChatExtension'));
  });
  const gateway =
    foreign === undefined
      ? await step('Start the reference gateway', () => startReferenceGateway(tools.node))
      : { baseUrl: foreign, exited: new Promise(() => {}) };
  const connection = {
    baseUrl: gateway.baseUrl,
    model: foreign === undefined ? DEMO_MODEL : undefined,
  };
  let editor = code === undefined ? undefined : await openInDesktop(code, vsix, connection);
  if (editor !== undefined) stopDesktop = editor.stop;
  editor ??= await openInBrowser(await ensure(['node', 'deps', 'code-server']), vsix, connection);
  const where =
    editor.address === undefined
      ? 'VS Code opens in a new window.'
      : `VS Code is ready. Open this address in your browser:\n\n  ${editor.address}\n`;
  const hint =
    foreign === undefined
      ? `The chat uses the reference gateway at ${gateway.baseUrl}. Try it: ask a question, then ask again with the model “fault-cut-midway”.`
      : `The chat uses ${foreign}. Try it: enter your key, select a model and ask a question.`;
  console.log(`\n${where}\n${hint}\nPress Ctrl+C to stop everything.`);
  const ended = await Promise.race([
    editor.exited.then(() => 'VS Code'),
    gateway.exited.then(() => 'The reference gateway'),
  ]);
  // After Ctrl+C, the signal handler stops the rest.
  if (ending) return await new Promise(() => {});
  console.log(`${ended} has stopped; stopping the rest.`);
  await stopDesktop();
  await stopAll();
  return ended === 'VS Code' && editor.address === undefined ? 0 : 1;
});
