// What is shipped is pinned, so that nothing slips into the package unseen.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packagedExtension, projectRoot } from '../support/toolchain';
import { fileNamesOf } from '../support/vsixFiles';

describe('the .vsix', () => {
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
        'extension/dist/secretScanWorker.js',
        'extension/dist/webview.css',
        'extension/dist/webview.js',
        'extension/media/activity-bar.svg',
        'extension/media/icon.png',
        'extension/media/walkthrough/api-key.md',
        'extension/media/walkthrough/base-url.md',
        'extension/media/walkthrough/chat.md',
        'extension/media/walkthrough/model.md',
        'extension/package.json',
        'extension/package.nls.json',
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

  it('names every package that is bundled, with its licence', () => {
    const read = (name: string): string => readFileSync(join(projectRoot, 'dist', name), 'utf8');
    const { inputs } = JSON.parse(read('meta.json')) as { readonly inputs: object };
    const bundled = Object.keys(inputs).flatMap(
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
});
