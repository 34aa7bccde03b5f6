import assert from 'node:assert/strict';
import { namedFile } from '../../../../../src/features/apply/node/namedFile';

describe('namedFile', () => {
  const nameIn = (lineBefore: string, info = 'ts') =>
    namedFile({ code: 'a();', info, lineBefore, isClosed: true });

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
      ['### src/a.ts', 'src/a.ts'],
      ['**File: src/a.ts**', 'src/a.ts'],
      ['**File: `src/a.ts`**', 'src/a.ts'],
      ['**File: `src/a.ts`, lines 103-114:**', 'src/a.ts'],
      ['文件：`src/a.ts`', 'src/a.ts'],
      ['文件：src/a.ts', 'src/a.ts'],
      ['### src/a.ts (new file)', 'src/a.ts'],
      ['Change `foo()` in `src/a.ts` like this:', 'src/a.ts'],
      ['Not `b.ts` but [the limiter](src/a.ts):', 'src/a.ts'],
      ['在 `src/a.ts` 中：', 'src/a.ts'],
      ['src/a.ts：', 'src/a.ts'],
      ['Change the limiter (in `src/a.ts`):', 'src/a.ts'],
      ['Run it:', undefined],
      ['Version 1.2:', undefined],
      ['Call `foo.bar()` again:', undefined],
      ['', undefined],
    ];
    for (const [line, path] of rows) {
      assert.equal(nameIn(line), path, line);
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

  it('names no file outside of the workspace folder', () => {
    for (const path of ['../a.ts', '/etc/a.ts', 'C:\\a.ts', '~/a.ts/..', 'con.ts', 'a.ts:b.ts']) {
      assert.equal(nameIn(`\`${path}\`:`, ''), undefined, path);
    }
  });
});
