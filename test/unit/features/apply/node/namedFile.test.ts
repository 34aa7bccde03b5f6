import assert from 'node:assert/strict';
import { namedFile } from '../../../../../src/features/apply/node/namedFile';
import { readCodeBlocks } from '../../../../../src/markdown/common/codeBlocks';

describe('namedFile', () => {
  const block = { code: 'a();', heading: '', section: '', isClosed: true };
  const nameIn = (lineBefore: string, info = 'ts') => namedFile({ ...block, info, lineBefore });

  it('reads the file of a fence’s info string', () => {
    for (const info of ['ts src/a.ts', 'ts:src/a.ts', 'src/a.ts', 'ts title="src/a.ts"']) {
      assert.equal(nameIn('In `src/b.ts`:', info), 'src/a.ts', info);
    }
  });

  it('reads the last file that the line before the block names', () => {
    const rows: readonly (readonly [string, string | undefined])[] = [
      ['`src/a.ts`:', 'src/a.ts'],
      ['**src/a.ts**', 'src/a.ts'],
      ['**`src/a.ts`**', 'src/a.ts'],
      ['**For a.ts:**', 'a.ts'],
      ['1. **In src/a.ts:**', 'src/a.ts'],
      ['**Step 4: Once it builds, update src/a.ts:**', 'src/a.ts'],
      ['**`docs/First steps.md`**', 'docs/First steps.md'],
      ['### src/a.ts', 'src/a.ts'],
      ['**File: src/a.ts**', 'src/a.ts'],
      ['**File: `src/a.ts`**', 'src/a.ts'],
      ['**File: `src/a.ts`, lines 103-114:**', 'src/a.ts'],
      ['文件：`src/a.ts`', 'src/a.ts'],
      ['文件：src/a.ts', 'src/a.ts'],
      ['### src/a.ts (new file)', 'src/a.ts'],
      ['Change `foo()` in `src/a.ts` like this:', 'src/a.ts'],
      ['Not `b.ts` but [the limiter](src/a.ts):', 'src/a.ts'],
      ['### [a.ts](file:///c%3A/app/src/a.ts)', '/app/src/a.ts'],
      ['在 `src/a.ts` 中：', 'src/a.ts'],
      ['src/a.ts：', 'src/a.ts'],
      ['Change the limiter (in `src/a.ts`):', 'src/a.ts'],
      ['In `__init__.py`:', '__init__.py'],
      ['In _src/a.ts_:', 'src/a.ts'],
      ['Run it:', undefined],
      ['Version 1.2:', undefined],
      ['In `src/a.ts`, for Node.js:', 'src/a.ts'],
      ['Next, let `App.js` use Masonry.js:', 'App.js'],
      ['Replace `console.log` in src/a.ts:', 'src/a.ts'],
      ['Move it from `a.ts` to b.ts:', 'b.ts'],
      ['_src/a.ts:_', 'src/a.ts'],
      ['__Update src/a.ts:__', 'src/a.ts'],
      ['[src](file:///c%3A/app/my%20src)', undefined],
      ['**Node.js**', undefined],
      ['Call `foo.bar()` again:', undefined],
      ['', undefined],
    ];
    for (const [line, path] of rows) {
      assert.equal(nameIn(line), path, line);
    }
  });

  it('reads the file of the block that it replaces', () => {
    const answer = 'Replace in `src/a.ts`:\n```\na();\n```\nWith:\n```\nb();\n```';
    assert.deepEqual(readCodeBlocks(answer).map(namedFile), ['src/a.ts', 'src/a.ts']);
  });

  it('reads the file of the heading above, for the first code below it', () => {
    const code = '```ts\na();\n```\n';
    const rows: readonly (readonly [string, readonly (string | undefined)[]])[] = [
      [`### 1. \`src/a.ts\`\n\nIt says a:\n\n${code}`, ['src/a.ts']],
      [`### New file: \`src/a.ts\` (all of it)\n\nIt says a:\n\n${code}`, ['src/a.ts']],
      [`src/a.ts\n---\nIt says a:\n${code}`, ['src/a.ts']],
      [`**File: \`src/a.ts\`**\n\n- It says a:\n\n${code}`, ['src/a.ts']],
      [`## src/a.ts\n\nIn \`src/b.ts\`:\n\n${code}`, ['src/b.ts']],
      [`## src/a.ts\n\nOne:\n${code}Two:\n${code}`, ['src/a.ts', undefined]],
      [`## src/a.ts\n\n## Usage\n\nCall it:\n${code}`, [undefined]],
      ['## src/a.ts\n\nFirst:\n```sh\nnpm i\n```\n', [undefined]],
      [`Text of **src/a.ts** here.\n\nCall it:\n${code}`, [undefined]],
    ];
    for (const [answer, paths] of rows) {
      assert.deepEqual(readCodeBlocks(answer).map(namedFile), paths, answer);
    }
  });

  it('takes commands for no file that the sentence before them names', () => {
    const rows: readonly (readonly [string, string | undefined])[] = [
      ['Run the tests in `src/a.test.ts`:', undefined],
      ['Save it as `src/a.sh`:', 'src/a.sh'],
      ['`app/.env.local`', 'app/.env.local'],
    ];
    for (const [line, path] of rows) {
      assert.equal(nameIn(line, 'bash'), path, line);
    }
  });

  it('names files of some machine by their whole path, and no others outside of the workspace folder', () => {
    const rows: readonly (readonly [string, string | undefined])[] = [
      ['/home/me/app/src/a.ts', '/home/me/app/src/a.ts'],
      ['C:\\app\\a.ts:12', '/app/a.ts'],
      ['file:///c%3A/app/a.ts', '/app/a.ts'],
      ['file:///app/%252e%252e/a.ts', undefined],
      ['file:///app/a.ts#L3-L9', '/app/a.ts'],
      ['src\\a.ts', 'src/a.ts'],
      ['../a.ts', undefined],
      ['~/a.ts/..', undefined],
      ['con.ts', undefined],
      ['a.ts:b.ts', undefined],
    ];
    for (const [path, named] of rows) {
      assert.equal(nameIn(`\`${path}\`:`, ''), named, path);
    }
  });
});
