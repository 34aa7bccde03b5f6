// What is shipped is pinned, so that nothing slips into the package unseen.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packPortico } from '../setup/package.mjs';
import { packagedExtension, projectRoot } from '../support/toolchain';
import { fileNamesOf, unpackExtension } from '../support/vsixFiles';

const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  readonly files: readonly string[];
};

/** The keys are their paths. */
function bundledFiles(): object {
  const meta = JSON.parse(readFileSync(join(projectRoot, 'dist', 'meta.json'), 'utf8')) as {
    readonly inputs: object;
  };
  return meta.inputs;
}

describe('the .vsix', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-contract-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('holds exactly these files', async () => {
    const files = await fileNamesOf(packagedExtension);
    const cMaps = files.filter((name) => /^extension\/dist\/cmaps\/[\w-]+\.bcmap$/u.test(name));
    assert.equal(cMaps.length, 63);
    assert.deepEqual(
      files.filter((name) => !cMaps.includes(name)),
      [
        '[Content_Types].xml',
        'extension.vsixmanifest',
        'extension/LICENSE.txt',
        'extension/changelog.md',
        'extension/dist/THIRD_PARTY_NOTICES.txt',
        'extension/dist/codicon.ttf',
        'extension/dist/extension.js',
        'extension/dist/highlighter.js',
        'extension/dist/historyWorker.js',
        'extension/dist/images.js',
        'extension/dist/math.js',
        'extension/dist/openai.js',
        'extension/dist/pdfProcess.js',
        'extension/dist/pdfWorker.js',
        'extension/dist/placeWorker.js',
        'extension/dist/secretScanWorker.js',
        'extension/dist/webview.css',
        'extension/dist/webview.js',
        'extension/l10n/bundle.l10n.zh-cn.json',
        'extension/media/activity-bar.svg',
        'extension/media/icon.png',
        'extension/media/walkthrough/apply.svg',
        'extension/media/walkthrough/ask.svg',
        'extension/media/walkthrough/attach.svg',
        'extension/media/walkthrough/connect.svg',
        'extension/media/walkthrough/model.svg',
        'extension/package.json',
        'extension/package.nls.json',
        'extension/package.nls.zh-cn.json',
        'extension/readme.md',
      ],
    );
  });

  it('is smaller than 3 MB', () => {
    assert.ok(statSync(packagedExtension).size < 3_000_000);
  });

  it('has no code that runs strings as code where PDF files are read, and loads it on first use', () => {
    const read = (name: string): string => readFileSync(join(projectRoot, 'dist', name), 'utf8');
    assert.doesNotMatch(read('pdfWorker.js'), /\bnew Function\b|(?<![\w.])eval\(/u);
    assert.ok(read('pdfWorker.js').includes('PasswordException'));
    for (const name of ['extension.js', 'webview.js']) {
      assert.ok(!read(name).includes('PasswordException'), name);
    }
  });

  it('bundles every stylesheet', () => {
    const stylesheets = globSync('src/**/*.css', { cwd: projectRoot });
    assert.ok(stylesheets.length > 10, 'they were found');
    assert.deepEqual(
      stylesheets.filter((file) => !Object.hasOwn(bundledFiles(), file)),
      [],
    );
  });

  it('names every package that is bundled, with its licence', () => {
    const read = (name: string): string => readFileSync(join(projectRoot, 'dist', name), 'utf8');
    const bundled = Object.keys(bundledFiles()).flatMap(
      (file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(file)?.[1] ?? [],
    );
    const notices = read('THIRD_PARTY_NOTICES.txt');
    const named = [...notices.matchAll(/^-{80}\n\n(\S+) [\d.]+ \([\w.-]+\)\n\n\S/gmu)];
    assert.deepEqual(
      named.map(([, name]) => name),
      [...new Set(bundled)].toSorted(),
    );
    for (const words of [
      'Copyright 2026 OpenAI',
      'Apache License',
      'Copyright (c) 2006, Ivan Sagalaev',
      'Creative Commons Attribution 4.0 International',
      'Copyright (c) 2015-present Jason Miller',
      'Copyright (c) Fabian Hiller',
      'Copyright (c) 2013–2025 Denis Pushkarev',
      'Copyright 1990-2009 Adobe Systems Incorporated',
    ]) {
      assert.ok(notices.includes(words), words);
    }
  });

  it('is the same from another clone, byte for byte', async () => {
    const patterns = manifest.files.map((pattern) => pattern.split('/')[0] ?? '');
    const names = globSync(patterns, { cwd: projectRoot });
    for (const first of ['package.json', 'README.md', ...names]) {
      cpSync(join(projectRoot, first), join(folder, first), { recursive: true });
    }
    // Another umask and another time.
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) chmodSync(path, 0o600);
      utimesSync(path, 1, 1);
    }
    const again = join(folder, 'again.vsix');
    await packPortico(process.execPath, again, folder);
    const hashOf = (vsix: string): string =>
      createHash('sha256').update(readFileSync(vsix)).digest('hex');
    assert.equal(hashOf(again), hashOf(packagedExtension));
  });

  it('names no folder of the machine that built it', async () => {
    await unpackExtension(packagedExtension, folder);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    assert.deepEqual(
      files.filter((file) => readFileSync(file).includes(projectRoot)),
      [],
    );
  });

  it('links only to its own files and to addresses', async () => {
    await unpackExtension(packagedExtension, folder);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const documents = names.filter((name) => name.endsWith('.md'));
    assert.equal(documents.length, 2);
    const missing = documents.flatMap((name) => {
      const links = readFileSync(join(folder, name), 'utf8').matchAll(/\]\(([^)\s]+)\)/gu);
      return Array.from(links, ([, link = '']) => link).filter(
        (link) =>
          !/^(?:https:|command:|#)/u.test(link) && !existsSync(join(folder, dirname(name), link)),
      );
    });
    assert.deepEqual(missing, []);
  });
});

describe('npm run package -- --release', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-release-'));
    cpSync(join(projectRoot, 'test/setup'), join(folder, 'test/setup'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('refuses while package.json has a placeholder, and names each', () => {
    const url = 'https://github.com/OWNER/portico';
    const unreleased = { publisher: 'portico', repository: { url }, homepage: `${url}#readme` };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(unreleased));
    const script = join(folder, 'test/setup/package.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script, '--release'], {
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(stderr, /package\.json: publisher, repository, homepage\./u);
  });

  it('has no placeholder to refuse anywhere but in package.json', () => {
    const files = execFileSync('git', ['grep', '-lF', 'github.com/OWNER'], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    assert.deepEqual(
      files
        .trim()
        .split('\n')
        .filter((name) => !name.startsWith('test/')),
      ['package.json'],
    );
  });
});
