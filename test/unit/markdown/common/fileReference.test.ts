import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import {
  fileReferenceOfCode,
  fileReferenceOfLink,
  maxFilePathLength,
  normalizeFilePath,
  type FileReference,
} from '../../../../src/markdown/common/fileReference';

describe('references to files', () => {
  for (const [target, expected] of [
    ['src/a.ts', { path: 'src/a.ts' }],
    ['src/a.ts#L12', { path: 'src/a.ts', line: 12 }],
    ['./src/a.ts#L12-L20', { path: 'src/a.ts', line: 12, endLine: 20 }],
    ['src/a.ts#L12-20', { path: 'src/a.ts', line: 12, endLine: 20 }],
    ['src/a.ts#L12C5-L20C3', { path: 'src/a.ts', line: 12, endLine: 20 }],
    ['src/a.ts#L20-L12', { path: 'src/a.ts', line: 20 }],
    ['src/a.ts#L0', { path: 'src/a.ts' }],
    ['src/a.ts:12', { path: 'src/a.ts', line: 12 }],
    ['src/a.ts:12:5', { path: 'src/a.ts', line: 12 }],
    ['src/a.ts:12-20', { path: 'src/a.ts', line: 12, endLine: 20 }],
    ['src/../lib/./a.ts', { path: 'lib/a.ts' }],
    ['src%2Fa%20b.ts', { path: 'src/a b.ts' }],
    ['src\\a.ts', { path: 'src/a.ts' }],
    ['Makefile', { path: 'Makefile' }],
    ['日本語/ä.ts:3', { path: '日本語/ä.ts', line: 3 }],
  ] as const satisfies readonly (readonly [string, FileReference])[]) {
    it(`are read from the link target ${target}`, () =>
      assert.deepEqual(fileReferenceOfLink(target), expected));
  }

  for (const target of [
    '',
    '.',
    '..',
    'src/',
    '#L12',
    '#heading',
    'README.md#heading',
    'https://a.example/b.ts',
    'HTTPS:a.ts',
    'javascript:alert(1)',
    'command:workbench.action.quit',
    'vscode:extension/x',
    'file:///etc/passwd',
    'data:text/html,x',
    'mailto:a@b.example',
    '/etc/passwd',
    '//server/share/a.ts',
    '\\\\server\\share\\a.ts',
    '\\\\?\\C:\\a.ts',
    '%2fetc%2fpasswd',
    '%5c%5cserver%5ca.ts',
    'C:/a.ts',
    'c:\\a.ts',
    'c%3a/a.ts',
    '../a.ts',
    'src/../../a.ts',
    '..\\a.ts',
    '%2e%2e/a.ts',
    '%2E%2E%2Fa.ts',
    '.%2e/a.ts',
    '%252e%252e/a.ts',
    'src/%252e%252e/%252e%252e/a.ts',
    'src/.. /.. /a.ts',
    'src/.../a.ts',
    'a.ts\0.png',
    'a.ts%00',
    'a.ts%0a',
    'a\u202Ets.exe',
    'a\u200B.ts',
    'a.ts::$DATA',
    'a.ts:stream',
    'src/NUL',
    'con.txt',
    'a.ts?x=1',
    'a.ts%',
    '%ff.ts',
    `${'a/'.repeat(maxFilePathLength / 2)}b.ts`,
    'a'.repeat(100_000),
  ]) {
    it(`are not read from the link target ${JSON.stringify(target.slice(0, 60))}`, () =>
      assert.equal(fileReferenceOfLink(target), undefined));
  }

  for (const [code, expected] of [
    ['src/a.ts:12', { path: 'src/a.ts', line: 12 }],
    ['./src/a.ts:12:5', { path: 'src/a.ts', line: 12 }],
    ['src/a.ts#L12-L20', { path: 'src/a.ts', line: 12, endLine: 20 }],
    ['src/a.ts', { path: 'src/a.ts' }],
    ['package.json', { path: 'package.json' }],
    ['docs/my file.md', { path: 'docs/my file.md' }],
    ['Makefile:3', { path: 'Makefile', line: 3 }],
  ] as const satisfies readonly (readonly [string, FileReference])[]) {
    it(`are read from the code ${code}`, () =>
      assert.deepEqual(fileReferenceOfCode(code), expected));
  }

  for (const code of [
    'word',
    'a/b',
    '1.5',
    'v1.2.3',
    'let a: number',
    'https://a.example/b.ts:12',
    '/etc/passwd:1',
    '../a.ts:1',
    'src/%2e%2e/a.ts',
    ' a.ts',
    'a = b  * c.ts',
    'a.ts#heading',
    'localhost:3000/',
    '',
  ]) {
    it(`are not read from the code ${JSON.stringify(code)}`, () =>
      assert.equal(fileReferenceOfCode(code), undefined));
  }

  const hostilePath = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '..',
          '.',
          '/',
          '\\',
          '%2e',
          '%2f',
          '%5c',
          '%00',
          ':',
          'C:',
          ' ',
          '\0',
          '~',
        ),
        fc.constantFrom('a', 'src', 'a.ts', '#L1', ':1', '?', '\u202E', '...', 'nul', '//', '%'),
        fc.string({ unit: 'binary', maxLength: 3 }),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''));

  it('never lead out of the folder, whatever the text, on any platform', () => {
    fc.assert(
      fc.property(hostilePath, (text) => {
        for (const found of [fileReferenceOfLink(text), fileReferenceOfCode(text)]) {
          if (found !== undefined) {
            const { path } = found;
            assert.equal(normalizeFilePath(path), path);
            assert.ok(posix.join('/workspace', path).startsWith('/workspace/'), path);
            assert.ok(win32.resolve('C:\\folder', path).startsWith('C:\\folder\\'), path);
            const decoded = decodeURIComponent(path.replaceAll('%', '%25'));
            assert.equal(decoded, path);
          }
        }
      }),
      { numRuns: 20_000 },
    );
  });
});
