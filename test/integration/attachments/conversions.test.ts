// Files that no model reads as they are, and long pasted texts: what is attached instead.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { recordNotifications } from '../support/notifications';
import { getAnswer, questionsTo, typeDraft, until } from '../support/portico';
import { answerQuickPicks } from '../support/quickInputs';
import { gateway, portico, withGateway } from '../support/withGateway';
import {
  attachmentsOf,
  drop,
  previewOf,
  removeAll,
  workspaceFolder,
  writeWorkspaceFile,
} from './support/attachments';

describe('files that are converted', () => {
  withGateway({ model: 'echo', isNewPerTest: true });

  afterEach(async () => {
    await removeAll(portico);
    await typeDraft(portico, '');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(() => rm(join(workspaceFolder(), 'converted'), { recursive: true, force: true }));

  const notebook = (source: string): string =>
    JSON.stringify({
      nbformat: 4,
      nbformat_minor: 2,
      metadata: { language_info: { name: 'python' } },
      cells: [
        { cell_type: 'markdown', metadata: {}, source: ['# Sales'] },
        {
          cell_type: 'code',
          metadata: {},
          execution_count: 1,
          source,
          outputs: [
            {
              output_type: 'display_data',
              metadata: {},
              data: { 'image/png': 'iVBORw0KGgo'.repeat(100_000) },
            },
          ],
        },
      ],
    });
  const block = (source: string): string =>
    `Notebook \`converted/a.ipynb\` (cells: 2)\n\`\`\`\n[Cell 1, markdown]\n# Sales\n\n` +
    `[Cell 2, python]\n${source}\n[Output of cell 2]\n[image/png output]\n\`\`\``;
  const only = () => {
    const [attachment, ...others] = attachmentsOf(portico);
    assert.ok(attachment);
    assert.deepEqual(others, []);
    return attachment;
  };
  const sentQuestion = (): string =>
    (
      JSON.parse(questionsTo(gateway).at(-1)?.body ?? '') as { messages: { content: string }[] }
    ).messages.at(-1)?.content ?? '';

  it('are notebooks of 1 MB: their cells, wherever they come from', async () => {
    const path = await writeWorkspaceFile('converted/a.ipynb', notebook('plot()'));
    const { id } = portico.conversation();
    await drop(portico, path);
    assert.equal(await previewOf(portico, only()), block('plot()'));
    assert.ok(only().tokens < 100);
    await removeAll(portico);
    await vscode.commands.executeCommand('portico.addFile', vscode.Uri.file(path));
    assert.equal(await previewOf(portico, only()), block('plot()'));
    await removeAll(portico);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const document = await vscode.workspace.openNotebookDocument(vscode.Uri.file(path));
    await vscode.window.showNotebookDocument(document);
    const picks = answerQuickPicks('Open Editors');
    await portico.run({ type: 'attach' }, id);
    picks.dispose();
    assert.equal(await previewOf(portico, only()), block('plot()'));
    const edit = new vscode.WorkspaceEdit();
    const cell = document.cellAt(1).document;
    edit.insert(cell.uri, new vscode.Position(0, 0), 're');
    assert.ok(await vscode.workspace.applyEdit(edit));
    await until('the unsaved change', () => document.isDirty);
    await getAnswer(portico, 'Why?');
    assert.equal(sentQuestion(), `${block('replot()')}\n\nWhy?`);
    await vscode.window.showNotebookDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('are read in the encoding that the user chooses, when they are sent too', async () => {
    const bytes = Buffer.from('Ly8gtsHIoc7EvP6jrLPJuabU8re1u9gwCg==', 'base64');
    const path = await writeWorkspaceFile('converted/gbk.fake', bytes);
    const picks = answerQuickPicks('GBK');
    await drop(portico, path);
    picks.dispose();
    const text = 'File `converted/gbk.fake` (fake)\n```fake\n// 读取文件，成功则返回0\n```';
    assert.equal(await previewOf(portico, only()), text);
    await getAnswer(portico, 'Why?');
    assert.equal(sentQuestion(), `${text}\n\nWhy?`);
  });

  it('are not attached with characters that cannot be read, unless the user wants that', async () => {
    const latin = Buffer.from('caf\xe9 na\xefve\n', 'latin1');
    const path = await writeWorkspaceFile('converted/latin.fake', latin);
    const canceled = answerQuickPicks('nothing');
    await drop(portico, path);
    canceled.dispose();
    assert.deepEqual(attachmentsOf(portico), []);
    const picks = answerQuickPicks('UTF-8');
    await drop(portico, path);
    picks.dispose();
    assert.match(await previewOf(portico, only()), /\ncaf\uFFFD na\uFFFDve\n/u);
  });

  it('are long texts that are pasted, and “Paste as text” puts them where the cursor is', async () => {
    const { id } = portico.conversation();
    const text = 'a line\n'.repeat(300);
    const selection = { start: 5, end: 7 };
    await portico.run({ type: 'attachText', text, selection }, id);
    const attachment = only();
    assert.deepEqual([attachment.kind, attachment.name], ['pastedText', 'Pasted text, 300 lines']);
    assert.equal(
      await previewOf(portico, attachment),
      `Pasted text (lines: 300)\n\`\`\`\n${text}\`\`\``,
    );
    await typeDraft(portico, 'What is this?');
    await portico.run({ type: 'pasteAsText', id: attachment.id, selection }, id);
    assert.deepEqual(attachmentsOf(portico), []);
    assert.equal(portico.viewState().draft, `What ${text} this?`);
  });

  it('that are pasted stay text where there is no room for another attachment', async () => {
    const { id } = portico.conversation();
    const selection = { start: 1, end: 1 };
    for (let index = 1; index <= 50; index += 1) {
      await portico.run({ type: 'attachText', text: `${index}\n`.repeat(201), selection }, id);
    }
    const notifications = recordNotifications();
    await typeDraft(portico, 'ab');
    await portico.run({ type: 'attachText', text: 'one more\r\n'.repeat(201), selection }, id);
    notifications.dispose();
    assert.match(notifications.messages.join('\n'), /up to 50 attachments/u);
    assert.equal(portico.viewState().draft, `a${'one more\n'.repeat(201)}b`);
  });
});
