import assert from 'node:assert/strict';
import { readFenceInfo } from '../../../../src/markdown/common/fenceInfo';

describe('readFenceInfo', () => {
  const infos: readonly (readonly [info: string, language: string, file: string])[] = [
    ['', '', ''],
    ['ts', 'ts', ''],
    ['  c++ {1,3}', 'c++', ''],
    ['{.r}', '', ''],
    ['ts src/a.ts', 'ts', 'src/a.ts'],
    ['ts:src/a.ts', 'ts', 'src/a.ts'],
    ['ts src/a.ts:3-9', 'ts', 'src/a.ts:3-9'],
    ['ts title="src/a b.ts"', 'ts', 'src/a b.ts'],
    ["ts {2} filename='a.ts'", 'ts', 'a.ts'],
    ['ts title=a.ts showLineNumbers', 'ts', 'a.ts'],
    ['vbnet name=Form.vb url=https://github.com/o/r/blob/main/Form.vb', 'vbnet', 'Form.vb'],
    ['title="a.ts"', '', 'a.ts'],
    ['{title="a.ts"}', '', 'a.ts'],
    ['dockerfile file=Dockerfile', 'dockerfile', 'Dockerfile'],
    ['src/a.ts', 'ts', 'src/a.ts'],
    ['12:15:src/a.ts', 'ts', 'src/a.ts:12-15'],
    ['/home/me/a.ts', 'ts', '/home/me/a.ts'],
    ['ts:c:\\me\\a.ts', 'ts', 'c:\\me\\a.ts'],
    ['js runnable', 'js', ''],
    ['asp.net', 'asp.net', ''],
    ['ts ../../etc/a.ts', 'ts', ''],
  ];
  for (const [info, language, file] of infos) {
    it(`reads “${info}”`, () => {
      assert.deepEqual(readFenceInfo(info), { language, file });
    });
  }
});
