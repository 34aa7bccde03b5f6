// Builds Portico and packs it as a .vsix: `npm run package` writes portico.vsix into the project's root.
import { mkdirSync, statSync } from 'node:fs';
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
 * Packs Portico with the current dist/, or the extension in another folder.
 * @param {string} node the project's Node
 * @param {string} vsix the file to write
 * @param {string} folder
 */
export async function pack(node, vsix, folder = root) {
  mkdirSync(dirname(vsix), { recursive: true });
  const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const args = [
    'package',
    '--no-dependencies',
    // package.json names no repository yet, so the README's links cannot be made absolute.
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    ...(folder === root ? [] : ['--skip-license']),
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
    await step('Package', () => pack(process.execPath, vsix));
    console.log(`${relative(process.cwd(), vsix)}: ${Math.round(statSync(vsix).size / 1000)} kB`);
    return 0;
  });
}
