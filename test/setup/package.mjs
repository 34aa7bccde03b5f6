// Builds Portico and packs it as a .vsix: `npm run package` writes portico.vsix into the project's root. With
// `-- --release` it refuses while package.json holds a placeholder. The same files give the same bytes.
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { logs, root } from './install.mjs';
import { main, runLogged, SetupError, step } from './processes.mjs';
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
 * @param {string} [source] the folder of Portico
 */
export async function packPortico(node, vsix, source = root) {
  const { files } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const patterns = files.map((pattern) => {
    const [first] = pattern.split('/');
    return new RegExp(`^${first.replaceAll('.', String.raw`\.`).replaceAll('*', '.*')}$`);
  });
  const names = readdirSync(source).filter((name) => patterns.some((one) => one.test(name)));
  const folder = mkdtempSync(join(tmpdir(), 'portico-package-'));
  try {
    for (const name of ['package.json', 'README.md', ...names]) {
      cpSync(join(source, name), join(folder, name), { recursive: true });
    }
    // The package names the mode of each file, which depends on the umask of whoever cloned the repository.
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644);
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
    // The extensions of tests have neither; a test of the package has Portico's license.
    '--allow-missing-repository',
    '--skip-license',
    '--out',
    vsix,
  ];
  await runLogged(node, [vsce, ...args], {
    cwd: folder,
    // With this date, vsce sorts the files and gives them all the same one: 1 January 2000. ZIP files have local time.
    env: { ...toolEnvironment(), SOURCE_DATE_EPOCH: '946684800', TZ: 'UTC' },
    log: log('package'),
  });
}

/** The names of the fields that the owner fills in before the first release. @param {object} manifest package.json */
export function placeholdersIn(manifest) {
  const named = Object.keys(manifest).filter((name) =>
    JSON.stringify(manifest[name]).includes('/OWNER/'),
  );
  return manifest.publisher === 'portico' ? ['publisher', ...named] : named;
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  main(async () => {
    const vsix = join(root, 'portico.vsix');
    const placeholders = placeholdersIn(
      JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
    );
    if (process.argv.includes('--release') && placeholders.length > 0) {
      throw new SetupError(`Placeholders are left in package.json: ${placeholders.join(', ')}.`);
    }
    await step('Build', () => build(process.execPath));
    await step('Package', () => packPortico(process.execPath, vsix));
    console.log(`${relative(process.cwd(), vsix)}: ${Math.round(statSync(vsix).size / 1000)} kB`);
    return 0;
  });
}
