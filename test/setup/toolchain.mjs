// Provides the same pinned tools on any machine: what a command needs is installed once, from npm, into .cache.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, npm, root } from './install.mjs';
import { findBrowser, installBrowser, npmHasBrowser } from './installBrowser.mjs';
import { codeServerEntry, installCodeServer, isCodeServerInstalled } from './installCodeServer.mjs';
import { SetupError, step } from './processes.mjs';
import { installNode, isNodeInstalled, nodeBinary } from './projectNode.mjs';
import { checkPlatform, missingCompiler, onPath, requireSystem } from './requirements.mjs';
import { withLock } from './setupLock.mjs';

/** @typedef {'node' | 'deps' | 'browser' | 'code-server'} Tool */
const knownTools = new Set(['node', 'deps', 'browser', 'code-server']);

/**
 * Whether node_modules matches the lock file. npm writes node_modules/.package-lock.json last, so an interrupted
 * installation does not match. Packages for other platforms may be missing.
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

function missingTools(tools) {
  return {
    node: !isNodeInstalled(),
    deps: tools.includes('deps') && !dependenciesFit(),
    browser: tools.includes('browser') && findBrowser() === undefined,
    codeServer: tools.includes('code-server') && !isCodeServerInstalled(),
  };
}

function checkSystem(missing) {
  const needs = [];
  if (onPath('npm') === undefined) {
    throw new SetupError('npm is not on PATH: install it with your Node.js.');
  }
  if (missing.codeServer) {
    for (const name of missingCompiler())
      needs.push({ name, why: "to compile VS Code's native modules" });
  }
  if (missing.browser && !npmHasBrowser) {
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
 * Installs the named tools (the project's Node always) where they are missing, and returns their paths. They are also
 * written to .cache/toolchain.json, where the tests read them.
 * @param {readonly Tool[]} tools
 * @returns {Promise<{ node: string, browser?: string, codeServer?: string }>} paths: two executables and code-server's entry script.
 * @throws {SetupError} when the machine lacks something or an installation fails
 */
export async function ensure(tools) {
  checkPlatform();
  const unknown = tools.find((tool) => !knownTools.has(tool));
  if (unknown !== undefined) throw new SetupError(`There is no tool "${unknown}".`);
  if (Object.values(missingTools(tools)).some(Boolean)) {
    await withLock(async () => {
      let missing = missingTools(tools);
      checkSystem(missing);
      // A CI machine may just have installed the browser.
      missing = missingTools(tools);
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
    browser: tools.includes('browser') ? findBrowser() : undefined,
    codeServer: isCodeServerInstalled() ? codeServerEntry : undefined,
  };
  writeToolchain(paths);
  return paths;
}

function writeToolchain(paths) {
  const file = join(cache, 'toolchain.json');
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const text = `${JSON.stringify({ ...before, ...JSON.parse(JSON.stringify(paths)) }, null, 2)}\n`;
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  // Renamed into place: a test may be reading it.
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
