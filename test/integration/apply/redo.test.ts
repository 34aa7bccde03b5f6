// “Ask the model to redo this”: what the user has not attached is not sent before the user sends it.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  attachmentsOf,
  sentQuestion,
  writeWorkspaceFile,
} from '../attachments/support/attachments';
import { getAnswer, questionsTo, typeDraft } from '../support/portico';
import { gateway, portico } from '../support/withGateway';
import { apply, askFor, block, notifications, redo, report, withApply } from './support/applySteps';

describe('Ask the model to redo this', () => {
  withApply();

  const content = 'const here = 1;\nconst more = 2; // only in the file;\n';
  const refuse = async (name: string): Promise<void> => {
    await writeWorkspaceFile(`applied/${name}`, content);
    const path = `applied/${name}`;
    const change = ['@@ -1 +1 @@', '-const other = 1;', '+const other = 2;'];
    await askFor(block('diff', `--- ${path}`, `+++ ${path}`, ...change));
    await apply();
    assert.equal(report().length, 1, notifications.messages.join());
  };
  const questions = () => portico.conversation().messages.filter(({ kind }) => kind === 'question');

  it('puts a file that the user has not attached into the message box, with the question', async () => {
    await refuse('named.txt');
    await typeDraft(portico, 'mine');
    const sent = questionsTo(gateway).length;
    await redo();
    await redo();
    assert.equal(questions().length, 1);
    assert.equal(questionsTo(gateway).length, sent);
    const { draft } = portico.viewState();
    assert.match(
      draft,
      /^This change of applied\/named\.txt can't be placed: .*const other = 2;.*mine$/su,
    );
    assert.deepEqual(
      attachmentsOf(portico).map(({ name }) => name),
      ['applied/named.txt:1-2'],
    );
    await getAnswer(portico, draft);
    assert.ok(sentQuestion().includes('only in the file'));
  });

  it('adds neither a file whose name suggests secrets nor an ignored one', async () => {
    await writeWorkspaceFile('applied/.gitignore', 'ignored.txt\n');
    for (const name of ['.env', 'server.pem', 'ignored.txt']) {
      await vscode.commands.executeCommand('portico.newChat');
      await typeDraft(portico, '');
      await refuse(name);
      await redo();
      assert.equal(questions().length, 1, name);
      assert.match(
        portico.viewState().draft,
        /Write it again for the file as it is now\.\n/u,
        name,
      );
      assert.deepEqual(attachmentsOf(portico), [], name);
      assert.match(notifications.messages.at(-1) ?? '', /isn't attached/u, name);
    }
    await typeDraft(portico, '');
  });
});
