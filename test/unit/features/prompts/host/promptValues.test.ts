import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type * as promptValuesModule from '../../../../../src/features/prompts/host/promptValues';
import { vscodeTexts, withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { expandPrompt } = withVsCodeTexts(
  () =>
    require('../../../../../src/features/prompts/host/promptValues') as typeof promptValuesModule,
);

/** An editor in which this text is selected. */
function editorWith(selected: string): vscode.TextEditor {
  const editor: unknown = {
    document: { uri: { path: '/a.ts' }, getText: () => selected },
    selection: { isEmpty: false },
  };
  return editor as vscode.TextEditor;
}

describe('expandPrompt', () => {
  before(() => {
    vscodeTexts.workspace['getWorkspaceFolder'] = () => undefined;
  });
  after(() => delete vscodeTexts.workspace['getWorkspaceFolder']);

  const expand = (text: string, selected: string) =>
    expandPrompt('twice', text, editorWith(selected));

  it('inserts up to 1 MB, counted at each place of a variable', async () => {
    const half = 'a'.repeat(500_000);
    assert.deepEqual(await expand('${selectedText} and ${selectedText}', half), {
      text: `${half} and ${half}`,
      attachments: [],
    });
    const tooLong = { reason: 'With its values, the prompt twice is too long. The limit is 1 MB.' };
    assert.deepEqual(await expand('${selectedText} and ${selectedText}', `${half}a`), tooLong);
    assert.deepEqual(await expand('${selectedText}'.repeat(50_000), half), tooLong);
    assert.deepEqual(await expand('${fileBasename}'.repeat(250_001), ''), tooLong);
  });

  it('refuses a selection of more than 1 MB before it removes invisible characters', async () => {
    assert.deepEqual(await expand('${selectedText}', '\u200B'.repeat(1_000_001)), {
      reason: 'The selection is too long for a prompt. The limit is 1 MB.',
    });
  });
});
