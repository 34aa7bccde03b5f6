import assert from 'node:assert/strict';
import { toolDefinitions } from '../../../../../src/features/workspaceTools/node/toolDefinitions';
import { estimateTokens } from '../../../../../src/gateway/common/tokenEstimate';

describe('the tools that read the workspace', () => {
  it('cost at most 700 tokens in each request', () => {
    const tokens = estimateTokens(JSON.stringify(toolDefinitions));
    assert.ok(tokens > 100 && tokens <= 700, `${Math.round(tokens)} tokens`);
  });
});
