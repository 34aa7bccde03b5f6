import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isRunning } from '../../src/shared/conversation/conversation';
import { type Gateway, startGateway } from '../referenceGateway/server';
import {
  activatePortico,
  getAnswer,
  lastAnswer,
  newChat,
  questionsTo,
  savedDraft,
  setUserSetting,
  typeDraft,
  until,
} from './support/portico';
import { recordNotifications, type NotificationRecorder } from './support/notifications';

describe('several chats at once', () => {
  let portico: Awaited<ReturnType<typeof activatePortico>>;
  let gateway: Gateway;
  let notifications: NotificationRecorder;

  before(async () => {
    portico = await activatePortico();
    gateway = await startGateway();
    await setUserSetting('baseUrl', gateway.baseUrl);
  });
  after(() => gateway.close());
  beforeEach(async () => {
    notifications = recordNotifications('Open');
    await vscode.commands.executeCommand('portico.selectModel', 'echo');
    await newChat();
  });
  afterEach(() => notifications.dispose());

  const others = () => portico.viewState().backgroundChats;

  /** A chat whose answer has begun and is held back. */
  async function running(model: string, question: string): Promise<string> {
    const gate = gateway.gate(model);
    await vscode.commands.executeCommand('portico.selectModel', model);
    assert.equal(await portico.ask(question), true);
    await gate.sendText('It begins');
    await until('text has come', () => lastAnswer(portico).text !== '');
    return portico.conversation().id;
  }

  it('has an answer go on behind a new chat, counts it, tells its end and leads back to it', async () => {
    const first = await running('gated', 'How long is the Nile?');
    await newChat();
    assert.notEqual(portico.conversation().id, first);
    assert.deepEqual(portico.badge(), {
      value: 1,
      tooltip: 'An answer is running in a chat that is not shown.',
    });
    assert.deepEqual(others(), {
      sentence: '“How long is the Nile?” is still generating.',
      id: first,
      open: 'Open',
      ended: false,
    });
    await vscode.commands.executeCommand('portico.selectModel', 'echo');
    assert.equal((await getAnswer(portico, 'And the Rhine?')).state, 'complete');
    await gateway.gate('gated').sendText(', and it ends.');
    await gateway.gate('gated').finish();
    await until('the end is told', () => others()?.isFinished === true);
    assert.equal(others()?.sentence, '“How long is the Nile?” finished.');
    assert.equal(portico.badge(), undefined);
    await portico.run({ type: 'openBackgroundChat', id: first });
    assert.equal(portico.conversation().id, first);
    assert.equal(lastAnswer(portico).state, 'complete');
    assert.equal(lastAnswer(portico).text, 'It begins, and it ends.');
    assert.equal(others(), undefined);
    assert.deepEqual(notifications.messages, [], 'a chat is in view');
  });

  it('counts all that run, and Stop ends that of the chat in view alone', async () => {
    const first = await running('gated', 'First?');
    await newChat();
    const second = await running('demo-fast', 'Second?');
    await newChat();
    assert.equal(portico.badge()?.value, 2);
    assert.equal(others()?.sentence, '2 other chats are still generating.');
    assert.equal(await portico.open(second), true);
    assert.equal(isRunning(lastAnswer(portico).state), true);
    assert.equal(portico.badge()?.value, 1);
    await vscode.commands.executeCommand('portico.stop');
    assert.equal(lastAnswer(portico).state, 'stopped');
    assert.equal(portico.badge()?.value, 1);
    assert.equal(await portico.open(first), true);
    assert.equal(isRunning(lastAnswer(portico).state), true);
    await gateway.gate('gated').finish();
    await until('the answer ends', () => !isRunning(lastAnswer(portico).state));
    assert.equal(others(), undefined, 'it ended in view');
  });

  it('lets go of what is neither shown nor running, and brings it back from the disk', async () => {
    await getAnswer(portico, 'What is kept?');
    const { id, messages } = portico.conversation();
    await newChat();
    assert.ok(!portico.chats().includes(id));
    assert.equal(await portico.open('no such chat'), false);
    assert.equal(await portico.open(id), true);
    assert.deepEqual(portico.conversation().messages, messages);
    assert.deepEqual(portico.chats(), [id]);
  });

  it('puts an ended answer aside unseen, and then lets go of its chat', async () => {
    const first = await running('gated', 'Put me aside?');
    await newChat();
    await gateway.gate('gated').cut();
    await until('the end is told', () => others()?.isFinished === true);
    assert.match(others()?.sentence ?? '', /^“Put me aside\?” ended: \S.*\.$/u);
    await portico.run({ type: 'dismissBackgroundChat', id: first });
    assert.equal(others(), undefined);
    assert.ok(!portico.chats().includes(first));
  });

  it('says the end in a notification where no chat is in view, with the way back', async () => {
    const first = await running('gated', 'Out of sight?');
    await newChat();
    await vscode.commands.executeCommand('workbench.view.explorer');
    await until('the chat view is hidden', () => !portico.isVisible());
    await gateway.gate('gated').finish();
    await until('it is opened', () => portico.conversation().id === first);
    assert.deepEqual(notifications.messages, ['“Out of sight?” finished.']);
    await until('the chat view is back', () => portico.isVisible());
  });

  it('says the end of another one though the notification before still stands', async () => {
    notifications.leaveUnanswered();
    const first = await running('gated', 'First?');
    await newChat();
    const second = await running('demo-fast', 'Second?');
    await newChat();
    await vscode.commands.executeCommand('workbench.view.explorer');
    await until('the chat view is hidden', () => !portico.isVisible());
    await gateway.gate('gated').finish();
    await until('the first end is said', () => notifications.messages.length === 1);
    await gateway.gate('demo-fast').finish();
    await until('the second end is said', () => notifications.messages.length === 2);
    assert.deepEqual(notifications.messages, [
      '“First?” finished.',
      '“Second?” finished.',
    ]);
    assert.equal(await portico.open(second), true);
    assert.equal(await portico.open(first), true);
  });

  it('puts the last words that were typed into the chat that they were typed in, let go of or not', async () => {
    await getAnswer(portico, 'One?');
    const first = portico.conversation().id;
    await newChat();
    await getAnswer(portico, 'Two?');
    const second = portico.conversation().id;
    await typeDraft(portico, 'Half a');
    await portico.open(first);
    assert.ok(!portico.chats().includes(second));
    await portico.run({ type: 'saveDraft', text: 'Half a question' }, second);
    await portico.run({ type: 'saveDraft', text: 'Not to be kept' }, 'never shown');
    assert.equal(portico.viewState().draft, '');
    assert.ok(!portico.chats().includes(second));
    assert.equal(await savedDraft('never shown'), undefined);
    await portico.open(second);
    assert.equal(portico.viewState().draft, 'Half a question');
    await typeDraft(portico, '');
  });

  it('asks and stops in the chat that the page spoke of, though another has just taken its place', async () => {
    await getAnswer(portico, 'One?');
    const first = portico.conversation().id;
    await newChat();
    await getAnswer(portico, 'Two?');
    const second = portico.conversation().id;
    await portico.open(first);
    const before = portico.conversation().messages;
    await vscode.commands.executeCommand('portico.selectModel', 'gated');
    await portico.open(second);
    await vscode.commands.executeCommand('portico.selectModel', 'gated');
    await portico.open(first);
    await portico.run({ type: 'ask', text: 'Late?' }, second);
    await until(
      'the question has left',
      () => questionsTo(gateway).at(-1)?.body.includes('Late?') === true,
    );
    assert.deepEqual(portico.conversation().messages, before);
    assert.equal(others()?.id, second);
    await portico.run({ type: 'stop' }, first);
    assert.equal(others()?.isFinished, false, 'the one in view has nothing to stop');
    await portico.run({ type: 'stop' }, second);
    await until('it is stopped', () => others()?.isFinished === true);
    await portico.open(second);
    assert.deepEqual(
      portico
        .conversation()
        .messages.map((message) => (message.kind === 'question' ? message.text : message.state)),
      ['Two?', 'complete', 'Late?', 'stopped'],
    );
  });

  it('keeps the draft of a chat in which nothing was asked until it is needed', async () => {
    await getAnswer(portico, 'One?');
    const asked = portico.conversation().id;
    await newChat();
    const blank = portico.conversation().id;
    await typeDraft(portico, 'Half a question');
    await portico.open(asked);
    assert.equal(portico.viewState().draft, '');
    await newChat();
    assert.equal(portico.conversation().id, blank);
    assert.equal(portico.viewState().draft, 'Half a question');
    await typeDraft(portico, '');
  });
});

describe('a chat in an editor tab', () => {
  let portico: Awaited<ReturnType<typeof activatePortico>>;
  let gateway: Gateway;

  before(async () => {
    portico = await activatePortico();
    gateway = await startGateway();
    await setUserSetting('baseUrl', gateway.baseUrl);
  });
  after(() => gateway.close());
  beforeEach(async () => {
    await vscode.commands.executeCommand('portico.selectModel', 'echo');
    await newChat();
    // A page that is still starting takes the focus, and with it the commands, once it has started.
    await until('the page in the side bar has started', () => portico.isReady());
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until('all tabs are closed', () => tabs().length === 0);
  });

  const tabs = () =>
    vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => {
        return (
          input instanceof vscode.TabInputWebview && input.viewType.endsWith('portico.chatEditor')
        );
      });
  const labels = () => tabs().map(({ label }) => label);
  const openInEditor = () => vscode.commands.executeCommand('portico.openInEditor');

  it('stands beside the code, is called after its first question, and is opened once', async () => {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument());
    await openInEditor();
    await until('the tab is there', () => labels().includes('New chat'));
    assert.equal(tabs()[0]?.group.viewColumn, vscode.ViewColumn.Two);
    assert.equal((await getAnswer(portico, 'What stands beside the code?')).state, 'complete');
    await until('it is named', () => labels().includes('What stands beside the code?'));
    await openInEditor();
    await vscode.commands.executeCommand('workbench.action.focusFirstEditorGroup');
    await openInEditor();
    await until('it is in front again', () => tabs()[0]?.group.isActive === true);
    assert.equal(tabs().length, 1);
  });

  it('is what commands act on while it was used last, the chat in the side bar afterwards', async () => {
    await getAnswer(portico, 'In the side bar?');
    const inSideBar = portico.conversation().id;
    await openInEditor();
    await newChat();
    await until('the tab shows a new chat', () => labels().includes('New chat'));
    const inTab = portico.conversation().id;
    assert.notEqual(inTab, inSideBar);
    await getAnswer(portico, 'In the tab?');
    assert.equal(portico.conversation().id, inTab);
    await until('the tab is named', () => labels().includes('In the tab?'));
    // The tab's page, where it has only just started, takes the focus once more when it is ready.
    await until('the chat comes forward in the side bar', async () => {
      assert.equal(await portico.open(inSideBar), true);
      return portico.conversation().id === inSideBar;
    });
    assert.deepEqual(labels(), ['In the tab?']);
    assert.equal(await portico.open(inTab), true);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until('its chat is let go of', () => !portico.chats().includes(inTab));
    assert.equal(portico.conversation().id, inSideBar);
  });

  it('has code inserted into the editor beside it, where the cursor stood last', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'before\nafter\n' });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(1, 0, 1, 0);
    await vscode.commands.executeCommand('portico.selectModel', 'demo-fast');
    const gate = gateway.gate('demo-fast');
    assert.equal(await portico.ask('Some code?'), true);
    await gate.sendText('```js\nlet inserted;\n```\n');
    await gate.finish();
    await until('the answer ends', () => lastAnswer(portico).state === 'complete');
    const { id } = lastAnswer(portico);
    await openInEditor();
    await until('the tab is in front', () => vscode.window.activeTextEditor === undefined);
    await portico.run({ type: 'insertCode', messageId: id, block: 0 });
    await until('it is inserted', () => document.getText().includes('inserted'));
    assert.match(document.getText(), /^before\nlet inserted;\n?after\n$/u);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('lets its answer go on when it is closed', async () => {
    const gate = gateway.gate('gated');
    await getAnswer(portico, 'One?');
    await vscode.commands.executeCommand('portico.selectModel', 'gated');
    await openInEditor();
    await newChat();
    const { id, model } = portico.conversation();
    assert.equal(model, 'gated');
    await until('the tab shows a new chat', () => labels().includes('New chat'));
    // The side bar's page may tell late that it had the focus.
    assert.equal(await portico.open(id), true);
    assert.equal(await portico.ask('How long?'), true);
    await gate.sendText('It begins');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until('it is counted', () => portico.badge()?.value === 1);
    assert.notEqual(portico.conversation().id, id);
    assert.equal(await portico.open(id), true);
    assert.equal(portico.badge(), undefined);
    await gate.finish();
    await until('the answer ends', () => lastAnswer(portico).state === 'complete');
    assert.equal(lastAnswer(portico).text, 'It begins');
  });
});
