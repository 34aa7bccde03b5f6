import assert from 'node:assert/strict';
import { workspaceTools } from '../../../../../src/features/workspaceTools/common/workspaceTools';
import { toolsAllowedBy } from '../../../../../src/features/workspaceTools/node/workspaceAccess';

describe('what the user has allowed a model to read', () => {
  const all = workspaceTools.map(({ name }) => name);
  const access = { folders: ['file:///app', 'file:///lib'], gateway: 'one', tools: all };

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
      assert.deepEqual(toolsAllowedBy(access, folders, gateway), isAllowed ? all : []);
      assert.deepEqual(toolsAllowedBy(undefined, folders, gateway), []);
    });
  }

  it('has no tool that came after the user was asked, and none that is gone', () => {
    const [later, ...asked] = all;
    const { folders, gateway } = access;
    assert.ok(later);
    const before = { ...access, tools: [...asked, 'a_tool_that_is_gone'] };
    assert.deepEqual(toolsAllowedBy(before, folders, gateway), asked);
  });
});
