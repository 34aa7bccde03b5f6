import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isAnswer, isRunning, type Answer } from '../../src/conversation/common/conversation';
import { startGateway } from '../referenceGateway/server';
import { filesHolding } from '../support/canary';
import { recordNotifications } from './support/notifications';
import {
  getAnswer,
  lastAnswer,
  newChat,
  savedDraft,
  setUserSetting,
  storageFolder,
  typeDraft,
  until,
} from './support/portico';
import { recordInputBoxes, recordQuickPicks, type QuickPickRecorder } from './support/quickInputs';
import { gateway, portico, withGateway } from './support/withGateway';

/** The files with this text among those that Portico has written. */
function savedWith(text: string): readonly string[] {
  return filesHolding(text, [storageFolder()]);
}

describe('chat history', () => {
  withGateway({ model: 'echo' });
  let quickPicks: QuickPickRecorder;

  before(() => deleteAll());
  beforeEach(() => {
    quickPicks = recordQuickPicks();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    quickPicks.dispose();
  });

  async function deleteAll(): Promise<void> {
    const notifications = recordNotifications('Delete All');
    await vscode.commands.executeCommand('portico.deleteHistory');
    notifications.dispose();
    assert.deepEqual(notifications.messages, [
      'Delete all Portico chats?',
      'All chats were deleted.',
    ]);
  }

  async function startChat(question: string): Promise<string> {
    await newChat();
    await getAnswer(portico, question);
    return portico.conversation().id;
  }

  /** Rows without the separators. */
  const rows = (): readonly string[] =>
    (quickPicks.pickers.at(-1)?.items ?? [])
      .filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator)
      .map(({ label, detail = '' }) => (detail === '' ? label : `${label} | ${detail}`));

  /** Opens the picker. Resolves to a function that closes it, or waits until it has closed `byItself`. */
  async function openPicker(): Promise<(how?: 'byItself') => Promise<void>> {
    const before = quickPicks.pickers.length;
    const shown = vscode.commands.executeCommand('portico.showHistory');
    await until('the picker is open', () => quickPicks.pickers.length > before);
    await until('the rows are shown', () => rows().length > 0);
    return async (how) => {
      if (how === undefined) {
        await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      }
      await shown;
    };
  }

  /** The picker first shows what was known, and then what was saved since. */
  const areListed = (...titles: readonly string[]): Promise<void> =>
    until('the chats are listed', () =>
      titles.every((title) => rows().some((row) => row.startsWith(title))),
    );

  /** Changes the text of the newest picker as a user would by typing. */
  function type(text: string): void {
    const picker = quickPicks.pickers.at(-1);
    assert.ok(picker);
    picker.value = text;
  }

  it('says that there are no chats yet', async () => {
    const close = await openPicker();
    await until('the list is empty', () => rows()[0]?.startsWith('No chats yet | ') === true);
    await close();
  });

  it('finds a chat by a word in the middle of an answer, and opens it', async () => {
    const old = await startChat(
      '# First\nIn the middle of this text there is a hippopotamus, and then it ends.',
    );
    await startChat('Something else');
    assert.notEqual(portico.conversation().id, old);
    const close = await openPicker();
    await until('both chats are listed', () => rows().length === 2);
    assert.deepEqual(rows(), ['Something else', 'First']);
    type('THIS hippo');
    await until('only the match is listed', () => rows().length === 1);
    assert.match(
      rows()[0] ?? '',
      /^First \| .*In the middle of this text there is a hippopotamus/u,
    );
    type('hippo nowhere');
    await until('no match is listed', () => rows()[0]?.startsWith('No matching chats') === true);
    type('hippo');
    await until('the match is listed again', () => rows()[0]?.startsWith('First') === true);
    await quickPicks.accept('First');
    await close('byItself');
    assert.equal(portico.conversation().id, old);
  });

  it('opens the match for the text even if Enter follows at once', async () => {
    const old = await startChat('The one with the axolotl');
    await startChat('The newest one');
    const close = await openPicker();
    await areListed('The one with the axolotl', 'The newest one');
    const picker = quickPicks.pickers.at(-1);
    assert.ok(picker);
    const changed = new Promise((resolve) => picker.onDidChangeValue(resolve));
    type('axol');
    await changed;
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await close('byItself');
    assert.equal(portico.conversation().id, old);
  });

  it('opens the match for the current text before VS Code reports the active row', async () => {
    const old = await startChat('A lynx lives here');
    await startChat('Nothing of that kind');
    const close = await openPicker();
    await areListed('A lynx lives here', 'Nothing of that kind');
    quickPicks.acceptWhenOffered('A lynx');
    type('lynx');
    await close('byItself');
    assert.equal(portico.conversation().id, old);
  });

  it('opens the row that the user clicks even right after a key press', async () => {
    const old = await startChat('This one is chosen');
    await startChat('This one is newer');
    const close = await openPicker();
    await areListed('This one is chosen', 'This one is newer');
    const picker = quickPicks.pickers.at(-1);
    assert.ok(picker);
    const changed = new Promise((resolve) => picker.onDidChangeValue(resolve));
    type('this one');
    await changed;
    quickPicks.click('is chosen');
    await close('byItself');
    assert.equal(portico.conversation().id, old);
  });

  it('opens the version of a question that matches', async () => {
    await startChat('What of the platypus?');
    const [question] = portico.conversation().messages;
    await portico.run({ type: 'edit', messageId: question?.id ?? '', text: 'What of the wombat?' });
    await until(
      'the other version is shown',
      () => portico.conversation().messages[0]?.id !== question?.id,
    );
    await until('its answer has ended', () => !isRunning(lastAnswer(portico).state));
    const close = await openPicker();
    await until('the chat is listed', () => rows().includes('What of the platypus?'));
    type('platypus');
    await until(
      'the snippet is shown',
      () => rows()[0]?.includes(' | What of the platypus?') === true,
    );
    await quickPicks.accept('What of the platypus?');
    await close('byItself');
    assert.equal(portico.conversation().messages[0]?.text, 'What of the platypus?');
  });

  it('opens the answer of another model that matches, and leaves what the next question continues from', async () => {
    await startChat('Which of them?');
    const { id } = lastAnswer(portico);
    await vscode.commands.executeCommand('portico.alsoAsk', ['demo-small']);
    const other = (): Answer | undefined => portico.conversation().offPath.find(isAnswer);
    await until('the other answer', () => other()?.state === 'complete');
    const close = await openPicker();
    await areListed('Which of them?');
    type('short answer');
    await until('the snippet is shown', () => rows()[0]?.includes('short answer') === true);
    await quickPicks.accept('Which of them?');
    await close('byItself');
    assert.equal(lastAnswer(portico).id, id);
  });

  it('renames, pins and deletes a chat, and Undo restores it', async () => {
    const newTitle = 'Renamed [manually](command:portico.showLog)';
    const id = await startChat('To be renamed');
    const close = await openPicker();
    await until('the chat is listed', () => rows().includes('To be renamed'));
    quickPicks.pressButton('To be renamed', 'Pin');
    await until(
      'the pinned chat is first',
      () => quickPicks.pickers.at(-1)?.items[0]?.label === 'Pinned',
    );
    const inputs = recordInputBoxes();
    quickPicks.pressButton('To be renamed', 'Rename…');
    await until('the input box is open', () => inputs.boxes.length === 1);
    assert.equal(inputs.boxes[0]?.value, 'To be renamed');
    await inputs.type(newTitle);
    await until('the new title is listed', () => rows().includes(newTitle));
    inputs.dispose();

    const undone = recordNotifications('Undo');
    quickPicks.pressButton(newTitle, 'Delete');
    await until('the chat is deleted', () => undone.messages.length === 1);
    await until('the chat is restored', () => portico.conversation().id === id);
    undone.dispose();
    // A title cannot contain a link, which could run a command.
    assert.deepEqual(undone.messages, [
      '“Renamed [manually] (command:portico.showLog)” was deleted.',
    ]);
    assert.equal(portico.conversation().messages.length, 2);
    await close();

    const closeAgain = await openPicker();
    const ignored = recordNotifications();
    await until('the chat is listed', () => rows().includes(newTitle));
    quickPicks.pressButton(newTitle, 'Delete');
    await until('another chat is shown', () => portico.conversation().id !== id);
    await closeAgain();
    // The chat view takes the focus when it is ready, which may have closed the picker before it was updated.
    await until('the chat is not listed', async () => {
      const closePicker = await openPicker();
      const isListed = rows().includes(newTitle);
      await closePicker();
      return !isListed;
    });
    ignored.dispose();
  });

  it('renames, copies and deletes the chat in view by commands', async () => {
    const id = await startChat('## What is `new`?');
    const inputs = recordInputBoxes();
    const renamed = vscode.commands.executeCommand('portico.renameChat');
    await until('the input box is open', () => inputs.boxes.length === 1);
    assert.equal(inputs.boxes[0]?.value, 'What is new?');
    await inputs.type('Renamed in view');
    await renamed;
    inputs.dispose();
    assert.equal(portico.conversation().title, 'Renamed in view');
    await vscode.commands.executeCommand('portico.copyChat');
    const copied = await vscode.env.clipboard.readText();
    assert.match(copied, /^# Renamed in view\n[\s\S]*## What is `new`\?/u);
    const undone = recordNotifications('Undo');
    await vscode.commands.executeCommand('portico.deleteChat');
    await until('the chat is restored', () => portico.conversation().id === id);
    undone.dispose();
    assert.deepEqual(undone.messages, ['“Renamed in view” was deleted.']);
    assert.equal(portico.conversation().messages.length, 2);
  });

  it('offers the latest chats in an empty one, not a deleted one', async () => {
    const titles = () => portico.viewState().recentChats?.map(({ title }) => title) ?? [];
    await startChat('An older chat');
    const id = await startChat('The latest chat');
    await newChat();
    await until('the latest chats', () => titles()[0] === 'The latest chat');
    assert.equal(titles()[1], 'An older chat');
    assert.ok(titles().length <= 5);
    await portico.run({ type: 'openChat', id });
    assert.equal(portico.conversation().id, id);
    const ignored = recordNotifications();
    await vscode.commands.executeCommand('portico.deleteChat');
    ignored.dispose();
    await until('the older chat to be the latest', () => titles()[0] === 'An older chat');
  });

  it('marks the chat in view, and shows snippets without the marks of Markdown', async () => {
    await startChat(
      '### Python\nSee [the docs](https://docs.example/zebra-not) for a **zebra**, `or` not',
    );
    const close = await openPicker();
    const row = () => quickPicks.rows().find((text) => text.includes('Python'));
    await until('the chat is listed', () => row() !== undefined);
    assert.match(row() ?? '', /\$\(check\) current chat · /u);
    type('zebra');
    await until('the snippet', () => row()?.includes('zebra') === true);
    assert.match(row() ?? '', / \| (?:.* )?for a zebra, or not$/u);
    await close();
  });

  it('marks a chat with a running answer', async () => {
    const gate = gateway.gate('gated');
    await vscode.commands.executeCommand('portico.selectModel', 'gated');
    await newChat();
    assert.equal(await portico.ask('How long is the Nile?'), true);
    await gate.sendText('It begins');
    await until('text was received', () => lastAnswer(portico).text !== '');
    const close = await openPicker();
    const row = () => quickPicks.rows().find((text) => text.startsWith('How long is the Nile?'));
    await until('the chat is listed', () => row() !== undefined);
    assert.match(row() ?? '', /Answering…$/u);
    await close();
    await gate.finish();
    await until('the answer ends', () => !isRunning(lastAnswer(portico).state));
    const closeAgain = await openPicker();
    await until('the chat is listed', () => row() !== undefined);
    assert.doesNotMatch(row() ?? '', /Answering…/u);
    await closeAgain();
    await vscode.commands.executeCommand('portico.selectModel', 'echo');
  });

  it('asks the model for a title only when the button is clicked', async () => {
    await startChat('Tell me about whales');
    gateway.clearRequests();
    const close = await openPicker();
    // The picker first shows the results of the last time.
    await until('the chat is listed', () => rows().includes('Tell me about whales'));
    const inputs = recordInputBoxes();
    quickPicks.pressButton('Tell me about whales', 'Rename…');
    await until('the input box is open', () => inputs.boxes.length === 1);
    assert.equal(gateway.requests.length, 0);
    inputs.pressButton('Suggest a Title');
    await until(
      'the suggestion is filled in',
      () => inputs.boxes[0]?.value !== 'Tell me about whales',
    );
    assert.equal(gateway.requests.length, 1);
    assert.ok(JSON.stringify(gateway.requests[0]?.body).includes('Tell me about whales'));
    inputs.dispose();
    await until(
      'the list is shown again',
      () => quickPicks.pickers.length === 2 && rows().length > 0,
    );
    await close();
  });

  it('sends no chat to another gateway for a title suggestion', async () => {
    await startChat('Tell me about wolves');
    const other = await startGateway();
    await setUserSetting('baseUrl', other.baseUrl);
    const close = await openPicker();
    await until('the chat is listed', () => rows().includes('Tell me about wolves'));
    gateway.clearRequests();
    other.clearRequests();
    const inputs = recordInputBoxes();
    const notifications = recordNotifications();
    quickPicks.pressButton('Tell me about wolves', 'Rename…');
    await until('the input box is open', () => inputs.boxes.length === 1);
    inputs.pressButton('Suggest a Title');
    await until('the reason is shown', () =>
      notifications.messages.some((sentence) => sentence.startsWith("Can't suggest a title")),
    );
    assert.equal(inputs.boxes[0]?.value, 'Tell me about wolves');
    assert.ok([...gateway.requests, ...other.requests].every(({ method }) => method !== 'POST'));
    notifications.dispose();
    inputs.dispose();
    await until(
      'the list is shown again',
      () => quickPicks.pickers.length === 2 && rows().length > 0,
    );
    await close();
    await setUserSetting('baseUrl', gateway.baseUrl);
    await other.close();
  });

  it('saves nothing of a chat while history is off, and says so', async () => {
    await setUserSetting('history.enabled', false);
    assert.equal(portico.viewState().preferences.isHistoryOff, true);
    await startChat('An offtherecord question');
    const close = await openPicker();
    await until(
      'the list says that history is off',
      () => rows()[0]?.startsWith('History is off | ') === true,
    );
    assert.ok(!rows().some((row) => row.includes('offtherecord')));
    type('hippo');
    await until(
      'a chat that was saved before is listed',
      () => rows()[0]?.startsWith('First | ') === true,
    );
    assert.ok(rows().at(-1)?.startsWith('History is off | '));
    type('offtherecord');
    await until('no match is listed', () => rows()[0]?.startsWith('No matching chats | ') === true);
    await close();
    await typeDraft(portico, 'Half a question');
    assert.deepEqual(savedWith('offtherecord'), []);
    await setUserSetting('history.enabled', undefined);
    const { id } = portico.conversation();
    await until(
      'the draft is saved',
      async () => (await savedDraft(id))?.text === 'Half a question',
    );
    await typeDraft(portico, '');
    await getAnswer(portico, 'And on the record');
    await until('the complete chat is saved', () => savedWith('offtherecord').length > 0);
  });

  it('leaves no text on disk after all chats were deleted', async () => {
    await startChat('A question to forget');
    await deleteAll();
    assert.equal(portico.conversation().messages.length, 0);
    assert.deepEqual(savedWith('A question to forget'), []);
    const close = await openPicker();
    await until('the list is empty', () => rows()[0]?.startsWith('No chats yet | ') === true);
    await close();
  });
});
