import assert from 'node:assert/strict';
import { toolTokens } from '../../../../../src/features/workspaceTools/node/toolDefinitions';

describe('the tools that read the workspace', () => {
  it('cost at most 700 tokens in each request', () => {
    assert.ok(toolTokens > 100 && toolTokens <= 700, `${toolTokens} tokens`);
  });
});
