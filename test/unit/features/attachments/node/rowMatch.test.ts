import assert from 'node:assert/strict';
import { isMeant } from '../../../../../src/features/attachments/node/rowMatch';

describe('a kind of attachment is meant', () => {
  for (const [id, label, query, meant] of [
    ['openEditors', 'Open Editors', 'ed op', true],
    ['openEditors', 'Open Editors', 'pen', false],
    ['fileProblems', '文件中的问题', '问题', true],
    ['fileProblems', '文件中的问题', 'file', true],
    ['openEditors', '打开的编辑器', 'editors', true],
    ['openEditors', '打开的编辑器', '问题', false],
  ] as const) {
    it(`${meant ? 'yes' : 'no'}: “${label}” by “${query}”`, () => {
      assert.equal(isMeant({ id, label }, query), meant);
    });
  }
});
