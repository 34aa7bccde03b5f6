// Starts VS Code as a server that shares no folders, settings or environment with the user's own VS Code.
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runLogged, SetupError, startGuarded } from './processes.mjs';

const READY_WITHIN_MS = 60_000;

/** Whether a port of 127.0.0.1 is free now. */
export function canListen(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/**
 * A free port of 127.0.0.1, below those that systems give out by themselves (Linux from 32768, macOS from 49152): no
 * other process is given it before it is used, or while a server of a test is down.
 */
export async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await canListen(port)) return port;
  }
}

/** Compressing what a browser on the same machine gets costs more than sending it; the shell's environment is here already. */
const serverOptions = ['disable-websocket-compression', 'force-disable-user-env'];

/** The folders of one VS Code below `home`. */
export function foldersOf(home) {
  return {
    data: join(home, 'data'),
    user: join(home, 'data', 'User'),
    logs: join(home, 'data', 'coder-logs'),
    extensions: join(home, 'extensions'),
    config: join(home, 'config.yaml'),
    serverLog: join(home, 'server.log'),
  };
}

/**
 * This process's environment without the variables of another VS Code, npm or code-server.
 * @param {string} home
 * @param {string} runtime a short path: it holds Unix sockets, whose paths have at most 103 bytes
 */
function freshEnvironment(home, runtime) {
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^(VSCODE_|CODE_SERVER_|CS_|ELECTRON_|npm_|XDG_|PORTICO_)/.test(name) &&
      ![
        'PASSWORD',
        'HASHED_PASSWORD',
        'PORT',
        'NODE_OPTIONS',
        'GITHUB_TOKEN',
        'LOG_LEVEL',
      ].includes(name),
  );
  return {
    ...Object.fromEntries(inherited),
    XDG_CONFIG_HOME: join(home, 'xdg', 'config'),
    XDG_DATA_HOME: join(home, 'xdg', 'data'),
    XDG_STATE_HOME: join(home, 'xdg', 'state'),
    XDG_CACHE_HOME: join(home, 'xdg', 'cache'),
    XDG_RUNTIME_DIR: runtime,
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
  };
}

function commonArguments(home, entry) {
  const folders = foldersOf(home);
  for (const folder of [folders.user, folders.extensions]) mkdirSync(folder, { recursive: true });
  writeFileSync(folders.config, '');
  return [
    entry,
    `--config=${folders.config}`,
    `--user-data-dir=${folders.data}`,
    `--extensions-dir=${folders.extensions}`,
  ];
}

/**
 * Installs one or more .vsix files into the VS Code at `home`, also over other versions.
 * @param {{ node: string, codeServer: string }} tools
 * @param {{ home: string, vsix: string | readonly string[] }} what
 */
export async function installExtension(tools, { home, vsix }) {
  const runtime = mkdtempSync(join(tmpdir(), 'portico-run-'));
  try {
    await runLogged(
      tools.node,
      [
        ...commonArguments(home, tools.codeServer),
        ...[vsix].flat().flatMap((file) => ['--install-extension', file]),
        '--force',
      ],
      { env: freshEnvironment(home, runtime), log: join(home, 'install-extension.log') },
    );
  } finally {
    rmSync(runtime, { recursive: true, force: true });
  }
}

/**
 * Starts VS Code on 127.0.0.1 and waits until it answers.
 * @param {{ node: string, codeServer: string }} tools
 * @param {{ home: string, port?: number, trust?: boolean, env?: Readonly<Record<string, string>>, vscodeOptions?: readonly string[] }} options
 * `trust` keeps Workspace Trust on (off by default); `vscodeOptions` are passed to VS Code's own server.
 * @returns {Promise<{ url: string, port: number, group: number, exited: Promise<number>, stop: () => Promise<void> }>}
 * @throws {SetupError} with the end of the server's log when it does not come up within a minute.
 */
export async function startCodeServer(tools, options) {
  const { home } = options;
  const port = options.port ?? (await freePort());
  const runtime = mkdtempSync(join(tmpdir(), 'portico-run-'));
  const args = [
    ...commonArguments(home, tools.codeServer),
    `--bind-addr=127.0.0.1:${port}`,
    `--session-socket=${join(runtime, 'session.sock')}`,
    '--auth=none',
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-getting-started-override',
    '--disable-proxy',
    // The extension host of a reloaded window keeps running for so many seconds.
    '--reconnection-grace-time=10',
    ...(options.trust === true ? [] : ['--disable-workspace-trust']),
    ...[...serverOptions, ...(options.vscodeOptions ?? [])].flatMap((option) => [
      '--vscode-option',
      option,
    ]),
  ];
  const log = openSync(foldersOf(home).serverLog, 'a');
  const server = startGuarded(tools.node, args, {
    cwd: home,
    env: { ...freshEnvironment(home, runtime), ...options.env },
    stdio: [log, log],
  });
  closeSync(log);
  let exitCode;
  const exited = server.exited.then((code) => {
    exitCode = code;
    rmSync(runtime, { recursive: true, force: true });
    return code;
  });
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await answers(`${url}/healthz`))) {
    if (exitCode !== undefined || Date.now() > deadline) {
      await server.stop();
      const tail = readFileSync(foldersOf(home).serverLog, 'utf8')
        .split('\n')
        .slice(-20)
        .join('\n');
      throw new SetupError(
        `VS Code's server did not come up on port ${port}. Its last lines:\n${tail}`,
      );
    }
    await sleep(50);
  }
  return {
    url,
    port,
    // The server leads a process group of its own.
    group: server.child.pid,
    exited,
    stop: async () => {
      await server.stop();
      await exited;
    },
  };
}

async function answers(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}
