// Builds Portico and packs it as a .vsix: `npm run package` writes portico.vsix into the project's root.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main, runLogged, step } from './processes.mjs';
import { logs, root } from './install.mjs';
import { toolEnvironment } from './projectNode.mjs';

const log = (name) => join(logs, `${name}.log`);

/** The production build into dist/. @param {string} node the project's Node. */
export function build(node) {
  return runLogged(node, ['esbuild.js', '--production'], {
    cwd: root,
    env: toolEnvironment(),
    log: log('build'),
  });
}

/**
 * Packs Portico with the current dist/. Copies what is packed to another folder first: vsce checks every file below its
 * folder against the names in package.json, and .cache and .git have thousands.
 * @param {string} node the project's Node
 * @param {string} vsix the file to write
 */
export async function packPortico(node, vsix) {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = new Set(files.map((pattern) => pattern.split('/')[0]));
  const folder = mkdtempSync(join(tmpdir(), 'portico-package-'));
  try {
    for (const name of ['package.json', 'README.md', ...names]) {
      cpSync(join(root, name), join(folder, name), { recursive: true });
    }
    await pack(node, vsix, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Packs the extension in a folder.
 * @param {string} node the project's Node
 * @param {string} vsix the file to write
 * @param {string} folder
 */
export async function pack(node, vsix, folder) {
  mkdirSync(dirname(vsix), { recursive: true });
  const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const args = [
    'package',
    '--no-dependencies',
    // package.json names no repository yet, so the README's links cannot be made absolute.
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    // The extensions of tests have none; a test of the package has Portico's.
    '--skip-license',
    '--out',
    vsix,
  ];
  await runLogged(node, [vsce, ...args], {
    cwd: folder,
    env: toolEnvironment(),
    log: log('package'),
  });
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  main(async () => {
    const vsix = join(root, 'portico.vsix');
    await step('Build', () => build(process.execPath));
    await step('Package', () => packPortico(process.execPath, vsix));
    console.log(`${relative(process.cwd(), vsix)}: ${Math.round(statSync(vsix).size / 1000)} kB`);
    return 0;
  });
}
