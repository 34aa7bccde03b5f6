import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { type Gateway, startGateway } from '../referenceGateway/server';
import { recordInputBoxes } from './support/inputBoxes';
import { type QuickPickRecorder, recordQuickPicks } from './support/quickPicks';
import { isRunning } from '../../src/shared/conversation/conversation';
import {
  activatePortico,
  getAnswer,
  extensionId,
  savedDraft,
  lastAnswer,
  newChat,
  setUserSetting,
  typeDraft,
  until,
} from './support/portico';
import { recordNotifications } from './support/notifications';

type Portico = Awaited<ReturnType<typeof activatePortico>>;

/** Everything that Portico has written on this machine, as text. */
async function writtenText(): Promise<string> {
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const folder = join(dirname(workspace), 'data', 'User', 'globalStorage', extensionId);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1').catch(() => '')),
  );
  return texts.join('\n');
}

describe('the history', () => {
  let portico: Portico;
  let gateway: Gateway;
  let quickPicks: QuickPickRecorder;

  before(async () => {
    portico = await activatePortico();
    gateway = await startGateway();
    await setUserSetting('baseUrl', gateway.baseUrl);
    await vscode.commands.executeCommand('portico.selectModel', 'echo');
    await deleteAll();
  });
  after(() => gateway.close());
  beforeEach(() => {
    quickPicks = recordQuickPicks({ staysOpen: true });
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    quickPicks.dispose();
  });

  async function deleteAll(): Promise<void> {
    const notifications = recordNotifications('Delete All');
    await vscode.commands.executeCommand('portico.deleteHistory');
    notifications.dispose();
    assert.deepEqual(notifications.messages, ['Delete all chats of Portico?', 'All chats were deleted.']);
  }

  async function chat(question: string): Promise<string> {
    await newChat();
    await getAnswer(portico, question);
    return portico.conversation().id;
  }

  /** Rows without the separators. */
  const rows = (): readonly string[] =>
    (quickPicks.pickers.at(-1)?.items ?? [])
      .filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator)
      .map(({ label, detail = '' }) => (detail === '' ? label : `${label} | ${detail}`));

  /** Resolves to what closes it, or waits until it has closed. */
  async function open(): Promise<(how?: 'byItself') => Promise<void>> {
    const before = quickPicks.pickers.length;
    const shown = vscode.commands.executeCommand('portico.showHistory');
    await until('the picker', () => quickPicks.pickers.length > before);
    await until('the rows', () => rows().length > 0);
    return async (how) => {
      if (how === undefined) {
        await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      }
      await shown;
    };
  }

  /** As a person types into the newest picker. */
  function type(text: string): void {
    const picker = quickPicks.pickers.at(-1);
    assert.ok(picker);
    picker.value = text;
  }

  it('says that there is nothing yet', async () => {
    const close = await open();
    await until('the empty list', () => rows()[0]?.startsWith('No chats yet | ') === true);
    await close();
  });

  it('finds a chat by a word from the middle of an old answer, and opens it', async () => {
    const old = await chat(
      '# First\nIn the middle of this text stands a hippopotamus, and then it ends.',
    );
    await chat('Something else');
    assert.notEqual(portico.conversation().id, old);
    const close = await open();
    await until('both chats', () => rows().length === 2);
    assert.deepEqual(rows(), ['Something else', 'First']);
    type('THIS hippo');
    await until('the passage', () => rows().length === 1);
    assert.match(rows()[0] ?? '', /^First \| .*In the middle of this text stands a hippopotamus/u);
    type('hippo nowhere');
    await until('nothing', () => rows()[0]?.startsWith('No chat has these words') === true);
    type('hippo');
    await until('it again', () => rows()[0]?.startsWith('First') === true);
    await quickPicks.accept('First');
    await close('byItself');
    assert.equal(portico.conversation().id, old);
  });

  it('opens what is typed, however soon Enter follows', async () => {
    const old = await chat('The one with the axolotl');
    await chat('The newest one');
    const close = await open();
    const picker = quickPicks.pickers.at(-1);
    assert.ok(picker);
    const changed = new Promise((resolve) => picker.onDidChangeValue(resolve));
    type('axol');
    await changed;
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await close('byItself');
    assert.equal(portico.conversation().id, old);
  });

  it('opens what is found by the words of the moment, though VS Code has not told yet what is active', async () => {
    const old = await chat('A lynx lives here');
    await chat('Nothing of that kind');
    const close = await open();
    quickPicks.acceptWhenOffered('A lynx');
    type('lynx');
    await close('byItself');
    assert.equal(portico.conversation().id, old);
  });

  it('opens the row that is chosen by hand, however soon after a key', async () => {
    const old = await chat('This one is chosen');
    await chat('This one is newer');
    const close = await open();
    const picker = quickPicks.pickers.at(-1);
    assert.ok(picker);
    const changed = new Promise((resolve) => picker.onDidChangeValue(resolve));
    type('this one');
    await changed;
    quickPicks.click('is chosen');
    await close('byItself');
    assert.equal(portico.conversation().id, old);
  });

  it('opens the version of a question in which the words stand', async () => {
    await chat('What of the platypus?');
    const [question] = portico.conversation().messages;
    await portico.run({ type: 'edit', messageId: question?.id ?? '', text: 'What of the wombat?' });
    await until('the other version', () => portico.conversation().messages[0]?.id !== question?.id);
    await until('its answer', () => !isRunning(lastAnswer(portico).state));
    const close = await open();
    await until('the chat', () => rows().includes('What of the platypus?'));
    type('platypus');
    await until('the passage', () => rows()[0]?.includes(' | What of the platypus?') === true);
    await quickPicks.accept('What of the platypus?');
    await close('byItself');
    assert.equal(portico.conversation().messages[0]?.text, 'What of the platypus?');
  });

  it('renames, pins and deletes with Undo', async () => {
    const named = 'Named [by hand](command:portico.showLog)';
    const id = await chat('To be renamed');
    const close = await open();
    await until('the chat', () => rows().includes('To be renamed'));
    quickPicks.pressButton('To be renamed', 'Pin');
    await until('the pinned one first', () => quickPicks.pickers.at(-1)?.items[0]?.label === 'Pinned');
    const inputs = recordInputBoxes();
    quickPicks.pressButton('To be renamed', 'Rename…');
    await until('the box', () => inputs.boxes.length === 1);
    assert.equal(inputs.boxes[0]?.value, 'To be renamed');
    await inputs.type(named);
    await until('the new name', () => rows().includes(named));
    inputs.dispose();

    const kept = recordNotifications('Undo');
    quickPicks.pressButton(named, 'Delete');
    await until('it was deleted', () => kept.messages.length === 1);
    await until('it is back', () => portico.conversation().id === id);
    kept.dispose();
    // No link, and so no command, comes out of a name.
    assert.deepEqual(kept.messages, ['“Named [by hand] (command:portico.showLog)” was deleted.']);
    assert.equal(portico.conversation().messages.length, 2);
    await close();

    const again = await open();
    const gone = recordNotifications();
    await until('the chat', () => rows().includes(named));
    quickPicks.pressButton(named, 'Delete');
    await until('its place is taken', () => portico.conversation().id !== id);
    await again();
    // The chat view, which takes the focus when it is ready, may have closed the list before it was told.
    await until('it is gone', async () => {
      const closeAgain = await open();
      const listed = rows().includes(named);
      await closeAgain();
      return !listed;
    });
    gone.dispose();
  });

  it('marks the chats whose answer is running', async () => {
    const gate = gateway.gate('gated');
    await vscode.commands.executeCommand('portico.selectModel', 'gated');
    await newChat();
    assert.equal(portico.ask('How long is the Nile?'), true);
    await gate.sendText('It begins');
    await until('text has come', () => lastAnswer(portico).text !== '');
    const close = await open();
    const mark = () => quickPicks.rows().find((row) => row.startsWith('How long is the Nile?'));
    await until('the chat', () => mark() !== undefined);
    assert.match(mark() ?? '', /Answering…$/u);
    await close();
    await gate.finish();
    await until('the answer ends', () => !isRunning(lastAnswer(portico).state));
    const again = await open();
    await until('the chat', () => mark() !== undefined);
    assert.doesNotMatch(mark() ?? '', /Answering…/u);
    await again();
    await vscode.commands.executeCommand('portico.selectModel', 'echo');
  });

  it('asks the model for a title only when the button is clicked', async () => {
    await chat('Tell me about whales');
    gateway.clearRequests();
    const close = await open();
    // What was listed the last time is shown first.
    await until('the chat', () => rows().includes('Tell me about whales'));
    const inputs = recordInputBoxes();
    quickPicks.pressButton('Tell me about whales', 'Rename…');
    await until('the box', () => inputs.boxes.length === 1);
    assert.equal(gateway.requests.length, 0);
    inputs.pressButton('Suggest a title');
    await until('a title', () => inputs.boxes[0]?.value !== 'Tell me about whales');
    assert.equal(gateway.requests.length, 1);
    assert.ok(JSON.stringify(gateway.requests[0]?.body).includes('Tell me about whales'));
    inputs.dispose();
    await until('the list again', () => quickPicks.pickers.length === 2 && rows().length > 0);
    await close();
  });

  it('asks nobody for the title of a chat that was held elsewhere', async () => {
    await chat('Tell me about wolves');
    const other = await startGateway();
    await setUserSetting('baseUrl', other.baseUrl);
    const close = await open();
    await until('the chat', () => rows().includes('Tell me about wolves'));
    gateway.clearRequests();
    other.clearRequests();
    const inputs = recordInputBoxes();
    const notifications = recordNotifications();
    quickPicks.pressButton('Tell me about wolves', 'Rename…');
    await until('the box', () => inputs.boxes.length === 1);
    inputs.pressButton('Suggest a title');
    await until('the reason', () =>
      notifications.messages.some((sentence) => sentence.startsWith('No title was asked for')),
    );
    assert.equal(inputs.boxes[0]?.value, 'Tell me about wolves');
    assert.ok([...gateway.requests, ...other.requests].every(({ method }) => method !== 'POST'));
    notifications.dispose();
    inputs.dispose();
    await until('the list again', () => quickPicks.pickers.length === 2 && rows().length > 0);
    await close();
    await setUserSetting('baseUrl', gateway.baseUrl);
    await other.close();
  });

  it('writes nothing of a chat while it is off, and says so', async () => {
    await setUserSetting('history.enabled', false);
    assert.equal(portico.viewState().preferences.historyOff, true);
    await chat('An offtherecord question');
    const close = await open();
    await until('the sentence', () => rows()[0]?.startsWith('History is off | ') === true);
    assert.ok(!rows().some((row) => row.includes('offtherecord')));
    type('hippo');
    await until('what was kept before', () => rows()[0]?.startsWith('First | ') === true);
    assert.ok(rows().at(-1)?.startsWith('History is off | '));
    type('offtherecord');
    await until('nothing', () => rows()[0]?.startsWith('No chat has these words | ') === true);
    await close();
    await typeDraft(portico, 'Half a question');
    assert.ok(!(await writtenText()).includes('offtherecord'));
    await setUserSetting('history.enabled', undefined);
    const { id } = portico.conversation();
    await until('the draft', async () => (await savedDraft(id))?.text === 'Half a question');
    await typeDraft(portico, '');
    await getAnswer(portico, 'And on the record');
    await until('the whole chat', async () => (await writtenText()).includes('offtherecord'));
  });

  it('leaves nothing once all of it was deleted', async () => {
    await chat('A question to forget');
    await deleteAll();
    assert.equal(portico.conversation().messages.length, 0);
    assert.ok(!(await writtenText()).includes('A question to forget'));
    const close = await open();
    await until('the empty list', () => rows()[0]?.startsWith('No chats yet | ') === true);
    await close();
  });
});
