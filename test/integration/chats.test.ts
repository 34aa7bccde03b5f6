// Several chats in one window: in the background, in the side bar and in editor tabs.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isRunning } from '../../src/conversation/common/conversation';
import { showSelection } from './support/editors';
import { recordNotifications, type NotificationRecorder } from './support/notifications';
import {
  getAnswer,
  lastAnswer,
  newChat,
  questionsTo,
  savedDraft,
  typeDraft,
  until,
} from './support/portico';
import { gateway, portico, withGateway } from './support/withGateway';

describe('several chats at once', () => {
  withGateway({ model: 'echo', isNewPerTest: true });
  let notifications: NotificationRecorder;

  beforeEach(() => {
    notifications = recordNotifications('Open');
  });
  afterEach(async () => {
    // An answer that a failed test has left would take the text that is meant for the next one.
    for (const id of portico.chats()) await portico.run({ type: 'stop' }, id);
    notifications.dispose();
  });

  /** Checks in every turn of the event loop: the setting is saved within a few. */
  async function untilNextTurn(holds: () => boolean): Promise<void> {
    const deadline = Date.now() + 60_000;
    while (!holds()) {
      assert.ok(Date.now() < deadline, `Waited 60 s for: ${holds.toString()}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  const background = () => portico.viewState().backgroundChats;

  /** Starts an answer in the current chat and holds it back. Resolves to the chat's ID. */
  async function startAnswer(model: string, question: string): Promise<string> {
    const gate = gateway.gate(model);
    await vscode.commands.executeCommand('portico.selectModel', model);
    assert.equal(await portico.ask(question), true);
    await gate.sendText('It begins');
    await until('some text', () => lastAnswer(portico).text !== '');
    return portico.conversation().id;
  }

  it('continues an answer behind a new chat, counts it, and offers to open it when it ends', async () => {
    const first = await startAnswer('gated', 'How long is the Nile?');
    await newChat();
    assert.notEqual(portico.conversation().id, first);
    assert.deepEqual(portico.badge(), {
      value: 1,
      tooltip: '1 chat is still generating in the background.',
    });
    assert.deepEqual(background(), {
      sentence: 'Still generating: “How long is the Nile?”',
      id: first,
      openLabel: 'Open',
      isFinished: false,
    });
    await vscode.commands.executeCommand('portico.selectModel', 'echo');
    assert.equal((await getAnswer(portico, 'And the Rhine?')).state, 'complete');
    await gateway.gate('gated').sendText(', and it ends.');
    await gateway.gate('gated').finish();
    await until('the end of the background answer', () => background()?.isFinished === true);
    assert.equal(background()?.sentence, 'Finished: “How long is the Nile?”');
    assert.equal(portico.badge(), undefined);
    await portico.run({ type: 'openBackgroundChat', id: first });
    assert.equal(portico.conversation().id, first);
    assert.equal(lastAnswer(portico).state, 'complete');
    assert.equal(lastAnswer(portico).text, 'It begins, and it ends.');
    assert.equal(background(), undefined);
    assert.deepEqual(notifications.messages, [], 'no notification while a chat is visible');
  });

  it('counts all background answers, and stops only the one of the visible chat', async () => {
    const first = await startAnswer('gated', 'First?');
    await newChat();
    const second = await startAnswer('demo-fast', 'Second?');
    await newChat();
    assert.equal(portico.badge()?.value, 2);
    assert.equal(background()?.sentence, 'Still generating: “First?”, “Second?”');
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
    assert.equal(background(), undefined, 'it ended while it was visible');
  });

  it('releases a chat that is neither shown nor running, and loads it again from disk', async () => {
    await getAnswer(portico, 'What is stored?');
    const { id, messages } = portico.conversation();
    await newChat();
    assert.ok(!portico.chats().includes(id));
    assert.equal(await portico.open('no such chat'), false);
    assert.equal(await portico.open(id), true);
    assert.deepEqual(portico.conversation().messages, messages);
    assert.deepEqual(portico.chats(), [id]);
  });

  it('dismisses an ended background answer, and then releases its chat', async () => {
    const first = await startAnswer('gated', 'Dismiss me?');
    await newChat();
    await gateway.gate('gated').cut();
    await until('the end of the background answer', () => background()?.isFinished === true);
    assert.match(background()?.sentence ?? '', /^Ended: “Dismiss me\?”\. \S.*\.$/u);
    await portico.run({ type: 'dismissBackgroundChat', id: first });
    assert.equal(background(), undefined);
    assert.ok(!portico.chats().includes(first));
  });

  it('shows the end of a background answer only in the chat that was open then', async () => {
    const first = await startAnswer('gated', 'Done yet?');
    await newChat();
    await vscode.commands.executeCommand('portico.selectModel', 'echo');
    await getAnswer(portico, 'Something else?');
    await gateway.gate('gated').finish();
    await until('the end of the background answer', () => background()?.isFinished === true);
    await newChat();
    assert.equal(background(), undefined);
    assert.ok(!portico.chats().includes(first));
  });

  it('wraps the long lines of code in all chats, once the user has chosen it', async () => {
    const wraps = () => portico.viewState().preferences.wrapsCode;
    await portico.run({ type: 'wrapCode', isOn: true });
    assert.equal(wraps(), true);
    await newChat();
    assert.equal(wraps(), true);
    await portico.run({ type: 'wrapCode', isOn: false });
    assert.equal(wraps(), false);
  });

  it('reports the end in a notification while no chat is visible, with a button that opens the chat', async () => {
    const first = await startAnswer('gated', 'Out of sight?');
    await newChat();
    await vscode.commands.executeCommand('workbench.view.explorer');
    await until('the chat view to be hidden', () => !portico.isVisible());
    await gateway.gate('gated').finish();
    await until('the chat to be opened', () => portico.conversation().id === first);
    assert.deepEqual(notifications.messages, ['Finished: “Out of sight?”']);
    await until('the chat view to be visible', () => portico.isVisible());
  });

  it('reports the end of another chat while the first notification is still open', async () => {
    notifications.leaveUnanswered();
    const first = await startAnswer('gated', 'First?');
    await newChat();
    const second = await startAnswer('demo-fast', 'Second?');
    await newChat();
    await vscode.commands.executeCommand('workbench.view.explorer');
    await until('the chat view to be hidden', () => !portico.isVisible());
    await gateway.gate('gated').finish();
    await until('the first notification', () => notifications.messages.length === 1);
    await gateway.gate('demo-fast').finish();
    await until('the second notification', () => notifications.messages.length === 2);
    assert.deepEqual(notifications.messages, ['Finished: “First?”', 'Finished: “Second?”']);
    assert.equal(await portico.open(second), true);
    assert.equal(await portico.open(first), true);
  });

  it('saves a draft in the chat that it was typed in, although that was released meanwhile', async () => {
    await getAnswer(portico, 'One?');
    const first = portico.conversation().id;
    await newChat();
    await getAnswer(portico, 'Two?');
    const second = portico.conversation().id;
    await typeDraft(portico, 'Half a');
    await portico.open(first);
    assert.ok(!portico.chats().includes(second));
    await portico.run({ type: 'saveDraft', text: 'Half a question' }, second);
    await portico.run({ type: 'saveDraft', text: 'Not to be saved' }, 'never shown');
    assert.equal(portico.viewState().draft, '');
    assert.ok(!portico.chats().includes(second));
    assert.equal(await savedDraft('never shown'), undefined);
    await portico.open(second);
    assert.equal(portico.viewState().draft, 'Half a question');
    await typeDraft(portico, '');
  });

  it('starts a new chat with the model just selected, even before VS Code has saved it', async () => {
    await getAnswer(portico, 'Who are you?');
    const selecting = vscode.commands.executeCommand('portico.selectModel', 'demo-fast');
    await untilNextTurn(() => portico.conversation().model === 'demo-fast');
    const opening = newChat();
    await untilNextTurn(() => portico.conversation().messages.length === 0);
    assert.equal(portico.conversation().model, 'demo-fast');
    await Promise.all([selecting, opening]);
    assert.equal(portico.conversation().model, 'demo-fast');
  });

  it('asks and stops in the chat that the page showed, although another was opened meanwhile', async () => {
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
      'the question to be sent',
      () => questionsTo(gateway).at(-1)?.body.includes('Late?') === true,
    );
    assert.deepEqual(portico.conversation().messages, before);
    assert.equal(background()?.id, second);
    await portico.run({ type: 'stop' }, first);
    assert.equal(background()?.isFinished, false, 'the visible chat has nothing to stop');
    await portico.run({ type: 'stop' }, second);
    await until('the background answer to stop', () => background()?.isFinished === true);
    await portico.open(second);
    assert.deepEqual(
      portico
        .conversation()
        .messages.map((message) => (message.kind === 'question' ? message.text : message.state)),
      ['Two?', 'complete', 'Late?', 'stopped'],
    );
  });

  it('keeps the draft of an empty chat for the next new chat', async () => {
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
  withGateway({ model: 'echo', isNewPerTest: true });
  beforeEach(() => focusSettles());
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until('all tabs to close', () => tabs().length === 0);
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

  /** A page that takes the focus late makes its chat the current one, which commands and `portico` act on. */
  const focusSettles = () => until('the focus to settle', () => !portico.isFocusPending());

  it('opens beside the code, has its first question as its title, and is opened once', async () => {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument());
    await openInEditor();
    await until('the tab', () => labels().includes('New chat'));
    assert.equal(tabs()[0]?.group.viewColumn, vscode.ViewColumn.Two);
    assert.equal((await getAnswer(portico, 'What stands beside the code?')).state, 'complete');
    await until('the title of the tab', () => labels().includes('What stands beside the code?'));
    await openInEditor();
    await focusSettles();
    await vscode.commands.executeCommand('workbench.action.focusFirstEditorGroup');
    await until(
      'the code to be active',
      () => tabs()[0]?.group.isActive === false && vscode.window.activeTextEditor !== undefined,
    );
    await until('the tab to be active again', async () => {
      // On a busy machine, the text editor that was made active takes the focus after the tab did.
      await openInEditor();
      return tabs()[0]?.group.isActive === true;
    });
    assert.equal(tabs().length, 1);
  });

  it('closes when its chat is deleted, and the side bar shows a new one', async () => {
    await getAnswer(portico, 'To be deleted?');
    const { id } = portico.conversation();
    await openInEditor();
    await until('the tab', () => labels().includes('To be deleted?'));
    await focusSettles();
    const notifications = recordNotifications('Undo');
    notifications.leaveUnanswered();
    await vscode.commands.executeCommand('portico.deleteChat');
    notifications.dispose();
    await until('the tab to close', () => tabs().length === 0);
    assert.notEqual(portico.conversation().id, id);
    assert.equal(portico.conversation().messages.length, 0);
  });

  it('is the current chat while it was used last, then the chat in the side bar is', async () => {
    await getAnswer(portico, 'In the side bar?');
    const inSideBar = portico.conversation().id;
    await openInEditor();
    await newChat();
    await until('a new chat in the tab', () => labels().includes('New chat'));
    await focusSettles();
    const inTab = portico.conversation().id;
    assert.notEqual(inTab, inSideBar);
    await getAnswer(portico, 'In the tab?');
    assert.equal(portico.conversation().id, inTab);
    await until('the title of the tab', () => labels().includes('In the tab?'));
    assert.equal(await portico.open(inSideBar), true);
    await focusSettles();
    assert.equal(portico.conversation().id, inSideBar);
    assert.deepEqual(labels(), ['In the tab?']);
    assert.equal(await portico.open(inTab), true);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until('the chat of the tab to be released', () => !portico.chats().includes(inTab));
    assert.equal(portico.conversation().id, inSideBar);
  });

  it('inserts code into the editor beside it, at its cursor', async () => {
    const content = `before\nafter\n${'line\n'.repeat(500)}`;
    const document = await vscode.workspace.openTextDocument({ content });
    const editor = await showSelection(document, new vscode.Range(1, 0, 1, 0));
    const end = new vscode.Range(501, 0, 501, 0);
    editor.revealRange(end);
    const shows = (line: number): boolean =>
      (vscode.window.activeTextEditor?.visibleRanges ?? []).some(
        (range) => range.start.line <= line && range.end.line >= line,
      );
    await until('the end of the file to be shown', () => !shows(1));
    await vscode.commands.executeCommand('portico.selectModel', 'demo-fast');
    const gate = gateway.gate('demo-fast');
    assert.equal(await portico.ask('Some code?'), true);
    await gate.sendText('```js\nlet inserted;\n```\n');
    await gate.finish();
    await until('the answer ends', () => lastAnswer(portico).state === 'complete');
    const { id } = lastAnswer(portico);
    await openInEditor();
    await until('the tab to be active', () => vscode.window.activeTextEditor === undefined);
    await focusSettles();
    await portico.run({ type: 'insertCode', messageId: id, block: 0 });
    await until('the code in the editor', () => document.getText().includes('inserted'));
    assert.match(document.getText(), /^before\nlet inserted;\n?after\nline\n/u);
    assert.equal(vscode.window.activeTextEditor?.document, document, 'it has the focus');
    await until('the code to be shown', () => shows(1));
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('continues its answer in the background when it is closed', async () => {
    const gate = gateway.gate('gated');
    await getAnswer(portico, 'One?');
    await vscode.commands.executeCommand('portico.selectModel', 'gated');
    await openInEditor();
    await newChat();
    await until('a new chat in the tab', () => labels().includes('New chat'));
    await focusSettles();
    const { id, model } = portico.conversation();
    assert.equal(model, 'gated');
    assert.equal(await portico.ask('How long?'), true);
    await gate.sendText('It begins');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until('the badge to count it', () => portico.badge()?.value === 1);
    assert.notEqual(portico.conversation().id, id);
    assert.equal(await portico.open(id), true);
    assert.equal(portico.badge(), undefined);
    await gate.finish();
    await until('the answer ends', () => lastAnswer(portico).state === 'complete');
    assert.equal(lastAnswer(portico).text, 'It begins');
  });
});
