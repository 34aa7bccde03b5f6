// A folder that the user does not trust: nothing of it is read that the user did not choose.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { findAnswer } from '../../../src/conversation/common/conversation';
import { removeAll, workspaceFolder } from '../attachments/support/attachments';
import { showSelection } from '../support/editors';
import { recordNotifications } from '../support/notifications';
import {
  answerAfter,
  getAnswer,
  newChat,
  questionsTo,
  setUserSetting,
  until,
} from '../support/portico';
import { recordQuickPicks } from '../support/quickInputs';
import { gateway, portico, withGateway } from '../support/withGateway';

describe('in an untrusted folder', () => {
  withGateway({ model: 'echo' });
  let file: vscode.Uri;

  before(async () => {
    await newChat();
    file = vscode.Uri.file(join(workspaceFolder(), 'a.ts'));
  });

  it('the test really is in Restricted Mode', () => {
    assert.equal(vscode.workspace.isTrusted, false);
  });

  it('the model cannot be allowed to read', () => {
    assert.equal(portico.viewState().workspaceAccess, undefined);
  });

  it('a link can set up a gateway, because the user chooses it', async () => {
    const notifications = recordNotifications('Review…');
    const picks = recordQuickPicks();
    const link = 'vscode://portico.portico/connect?baseUrl=https%3A%2F%2Fteam.example';
    const connecting = portico.openUri(vscode.Uri.parse(link));
    await until('the first row', () => picks.rows().length > 0);
    assert.match(picks.rows()[0] ?? '', /team\.example/u);
    picks.pickers[0]?.hide();
    await connecting;
    picks.dispose();
    notifications.dispose();
  });

  it('prompts and settings of the folder are not offered, nor its instruction files', async () => {
    await setUserSetting('prompts', { mine: 'My own.' });
    await portico.run({ type: 'suggest', trigger: '/', query: '' }, portico.conversation().id);
    const labels = portico.viewState().suggestions?.items.map(({ label }) => label);
    assert.deepEqual(labels, ['mine', 'explain', 'fix', 'improve', 'doc', 'tests']);
    const notifications = recordNotifications();
    await vscode.commands.executeCommand('portico.useInstructions');
    notifications.dispose();
    assert.deepEqual(notifications.messages, [
      'Trust this workspace to use its instruction files.',
    ]);
  });

  it('the folder chooses no model and no parameters', async () => {
    const configuration = () => vscode.workspace.getConfiguration('portico');
    const set = {
      model: 'dear',
      systemPrompt: 'Praise it.',
      stream: false,
      temperature: 1.9,
      maxTokens: 7,
      reasoningEffort: 'high',
    };
    for (const [name, value] of Object.entries(set)) {
      await configuration().update(name, value, vscode.ConfigurationTarget.Workspace);
    }
    await newChat();
    await getAnswer(portico, 'Why?');
    assert.deepEqual(questionsTo(gateway).at(-1)?.json, {
      model: 'echo',
      messages: [{ role: 'user', content: 'Why?' }],
      stream: true,
      stream_options: { include_usage: true },
    });
    for (const name of Object.keys(set)) {
      await configuration().update(name, undefined, vscode.ConfigurationTarget.Workspace);
    }
    gateway.clearRequests();
  });

  it('Add File and Add Selection work, because the user adds them by hand', async () => {
    await vscode.commands.executeCommand('portico.addFile', file);
    await showSelection(
      await vscode.workspace.openTextDocument(file),
      new vscode.Range(0, 0, 0, 6),
    );
    await vscode.commands.executeCommand('portico.addSelection');
    const names = portico.viewState().attachments.map(({ kind, name }) => `${kind} ${name}`);
    assert.deepEqual(names, ['file a.ts', 'selection a.ts:1']);
    await removeAll(portico);
  });

  it('no code of an answer is written, and the user is told why', async () => {
    const text = [
      '```ts a.ts\n<<<<<<< SEARCH\nexport const one = 1;\n=======\nhostile\n>>>>>>> REPLACE\n```',
      '```ts b.ts\nhostile\n```',
    ].join('\n\n');
    gateway.addModel({
      id: 'writes-code',
      description: '',
      behavior: { kind: 'answers', answer: () => ({ text }), tokensPerSecond: Infinity },
    });
    await newChat();
    await vscode.commands.executeCommand('portico.selectModel', 'writes-code');
    const { id: messageId } = await getAnswer(portico, 'Change it.');
    const notifications = recordNotifications();
    await portico.run({ type: 'applyCode', messageId, block: 0 });
    await portico.run({ type: 'applyAll', messageId });
    await portico.run({ type: 'acceptProposals' });
    await showSelection(
      await vscode.workspace.openTextDocument(file),
      new vscode.Range(0, 0, 0, 6),
    );
    await vscode.commands.executeCommand('portico.editSelection');
    notifications.dispose();
    const [refused] = findAnswer(portico.conversation(), messageId)?.applied ?? [];
    assert.equal(refused?.reason, "this workspace isn't trusted");
    assert.deepEqual(notifications.messages, [
      'The answer in the chat has no change that can be placed.',
      "a.ts can't be changed: this workspace isn't trusted.",
    ]);
    const isDiff = ({ input }: vscode.Tab): boolean => input instanceof vscode.TabInputTextDiff;
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    assert.equal(tabs.some(isDiff), false);
    await portico.run({ type: 'applyCode', messageId, block: 1 });
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, 'untitled');
    assert.doesNotMatch(document?.uri.path ?? '', /b\.ts/u);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    assert.equal(
      (await vscode.workspace.openTextDocument(file)).getText(),
      'export const one = 1;\n',
    );
    await vscode.commands.executeCommand('portico.selectModel', 'echo');
    await newChat();
    gateway.clearRequests();
  });

  it('Write Tests sends the selection but no test file', async () => {
    await showSelection(
      await vscode.workspace.openTextDocument(file),
      new vscode.Range(0, 0, 0, 6),
    );
    await answerAfter(portico, () => vscode.commands.executeCommand('portico.writeTests'));
    const [request] = questionsTo(gateway);
    assert.match(request?.body ?? '', /Write tests for this code/u);
    assert.doesNotMatch(request?.body ?? '', /a\.test\.ts/u);
  });
});
