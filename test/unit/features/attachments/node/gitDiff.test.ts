import assert from 'node:assert/strict';
import { fileTree } from '../../../../../src/features/attachments/node/fileTree';
import { selectDiff } from '../../../../../src/features/attachments/node/gitDiff';

function section(name: string, lines: string, from = name): string {
  return `diff --git a/${from} b/${name}\nindex 1..2 100644\n--- a/${from}\n+++ b/${name}\n@@ -1 +1 @@\n${lines}\n`;
}

describe('selectDiff', () => {
  it('names files that may hold secrets, whichever name suggests it', () => {
    const diff = [
      section('src/a.ts', '+const a = 1;'),
      section('.env', '+KEY=1'),
      section('config.txt', '+KEY=1', '.env.local'),
      'diff --git "a/\\303\\244.pem" "b/\\303\\244.pem"\n--- "a/\\303\\244.pem"\n+++ "b/\\303\\244.pem"\n@@ -1 +1 @@\n+KEY\n',
      'diff --git a/old.key b/new.txt\nsimilarity index 90%\nrename from old.key\nrename to new.txt\n',
    ].join('');
    const { text, omitted } = selectDiff(diff, 10_000);
    assert.equal(text, section('src/a.ts', '+const a = 1;'));
    assert.deepEqual(omitted, ['.env', 'config.txt', '\\303\\244.pem', 'new.txt']);
  });

  it('is not misled by lines of a file that imitate a header', () => {
    const lines = ' diff --git a/x b/x\n+++ b/harmless.txt\n+diff --git a/y b/y\n-@@ -1 +1 @@';
    const diff = section('.env', lines) + section('b.ts', lines);
    const { text, omitted } = selectDiff(diff, 10_000);
    assert.equal(text, section('b.ts', lines));
    assert.deepEqual(omitted, ['.env']);
  });

  it('names files over the limit, and takes later ones that fit', () => {
    const [small, large] = [section('a.ts', '+a'), section('b.ts', `+${'b'.repeat(500)}`)];
    const { text, omitted } = selectDiff(small + large + small, 400);
    assert.equal(text, small + small);
    assert.deepEqual(omitted, ['b.ts']);
  });

  it('leaves out the data in notebooks, so that their code fits', () => {
    const data = 'iVBORw0KGgo'.repeat(20_000);
    const lines = [
      ' "outputs": [',
      `-    "image/png": "${data}"`,
      `+    "image/png": "${data.replaceAll(/.{76}/gu, '$&\\n')}\\n",`,
      `+    "image/jpeg": [`,
      `+     "${data.slice(0, 76)}\\n",`,
      `+   "![a](data:image/png;base64,${data})"`,
      `+   "<img src=\\"data:image/gif;base64,${data.slice(0, 120)}\\">"`,
      '+    "df = read(\\"/data/aVeryLongFolderName/anotherVeryLongFolderName/file.parquet\\")\\n"',
    ].join('\n');
    const expected = [
      ' "outputs": [',
      '-    "image/png": "[data]"',
      '+    "image/png": "[data]",',
      `+    "image/jpeg": [`,
      `+     "${data.slice(0, 76)}\\n",`,
      '+   "![a](data:image/png;base64,[data])"',
      '+   "<img src=\\"data:image/gif;base64,[data]\\">"',
      '+    "df = read(\\"/data/aVeryLongFolderName/anotherVeryLongFolderName/file.parquet\\")\\n"',
    ].join('\n');
    const other = section('src/a.ts', `+const icon = "${data.slice(0, 200)}";`);
    const { text, omitted } = selectDiff(section('plots/a.ipynb', lines) + other, 5_000);
    assert.equal(text, section('plots/a.ipynb', expected) + other);
    assert.deepEqual(omitted, []);
    const renamed = section('b.ipynb', `+"${data}"`, 'a.ipynb');
    assert.equal(selectDiff(renamed, 5_000).text, section('b.ipynb', '+"[data]"', 'a.ipynb'));
    const large = section('a.txt', `+${data}`);
    assert.deepEqual(selectDiff(large, 5_000).omitted, ['a.txt']);
  });

  it('returns nothing for nothing', () => {
    assert.deepEqual(selectDiff('', 10), { text: '', omitted: [] });
  });
});

describe('fileTree', () => {
  it('indents names below their folders', () => {
    const { text, omitted } = fileTree(['src/b/c.ts', 'a.md', 'src/a.ts', 'src/b/d/e.ts'], 10);
    assert.equal(text, 'a.md\nsrc/\n  a.ts\n  b/\n    c.ts\n    d/\n      e.ts');
    assert.equal(omitted, 0);
  });

  it('says how many files it omits, and keeps each name on a line', () => {
    assert.deepEqual(fileTree(['a\nb/c\u202Ed', 'x', 'y'], 2), {
      text: 'a b/\n  cd\nx',
      omitted: 1,
    });
  });
});
