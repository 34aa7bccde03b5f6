// The document of the tools that read the workspace has the rows of their table.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceTools } from '../../src/features/workspaceTools/common/workspaceTools';
import { projectRoot } from '../support/toolchain';

describe('docs/workspace-tools.md', () => {
  it('has a row for each tool that reads the workspace, as their table says', () => {
    const text = readFileSync(join(projectRoot, 'docs/workspace-tools.md'), 'utf8');
    const rows = [...text.matchAll(/^\| `(\w+)` +\| (.+?) +\|$/gmu)].map(([, ...row]) => row);
    assert.deepEqual(
      rows,
      workspaceTools.map(({ name, document }) => [name, document]),
    );
  });
});
