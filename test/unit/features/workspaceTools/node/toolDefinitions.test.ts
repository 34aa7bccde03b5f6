import assert from 'node:assert/strict';
import {
  toolDefinitions,
  toolTokens,
} from '../../../../../src/features/workspaceTools/node/toolDefinitions';

describe('the tools that read the workspace', () => {
  it('cost at most 700 tokens in each request', () => {
    assert.ok(toolTokens > 100 && toolTokens <= 700, `${toolTokens} tokens`);
  });

  it('are described to the model with their parameters, and with those that a call must have', () => {
    assert.deepEqual(toolDefinitions(['search_text']), [
      {
        name: 'search_text',
        description: "Searches the workspace's files. Returns matching lines with their numbers.",
        inputSchema: {
          type: 'object',
          properties: {
            pattern: { type: 'string', description: 'A regular expression' },
            glob: { type: 'string', description: 'Only files that match, for example src/**/*.ts' },
            ignoreCase: { type: 'boolean', description: 'Default: false' },
          },
          required: ['pattern'],
        },
      },
    ]);
  });
});
