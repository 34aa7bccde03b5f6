import assert from 'node:assert/strict';
import { holdsFor } from '../../../../../src/features/workspaceTools/node/workspaceAccess';

describe('what the user has allowed a model to read', () => {
  const access = { folders: ['file:///app', 'file:///lib'], gateway: 'one' };

  for (const [where, folders, gateway, isAllowed] of [
    ['the same folders and gateway', ['file:///lib', 'file:///app'], 'one', true],
    ['one of the folders', ['file:///app'], 'one', true],
    ['another folder', ['file:///other'], 'one', false],
    ['a folder more', ['file:///app', 'file:///lib', 'file:///other'], 'one', false],
    ['a folder in it', ['file:///app/src'], 'one', false],
    ['no folder', [], 'one', false],
    ['another gateway', ['file:///app'], 'two', false],
  ] as const) {
    it(`${isAllowed ? 'holds' : 'does not hold'} for ${where}`, () => {
      assert.equal(holdsFor(access, folders, gateway), isAllowed);
      assert.equal(holdsFor(undefined, folders, gateway), false);
    });
  }
});
