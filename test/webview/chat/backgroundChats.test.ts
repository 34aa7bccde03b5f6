// The banner about chats in the background: shown, announced and used by keyboard.
import assert from 'node:assert/strict';
import type { BackgroundChats } from '../../../src/chat/common/protocol';
import { exchange, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

const running: BackgroundChats = {
  sentence: 'Still generating: “How long is the Nile?”',
  id: 'c2',
  openLabel: 'Open',
  isFinished: false,
};
const ended: BackgroundChats = {
  sentence: 'Finished: “How long is the Nile?”',
  id: 'c2',
  openLabel: 'Open',
  isFinished: true,
};

describe('background chats banner', () => {
  let chat: ChatPage;
  freshPages(async (page) => {
    chat = page;
    await chat.snapshot(viewState({ conversation: exchange({ text: 'Hi' }) }));
    await chat.box.fill('Half a question');
    await chat.box.blur();
    await chat.forgetCommands();
  });

  const banner = () => chat.page.getByRole('region', { name: 'Background chats' });
  const status = () => chat.page.getByRole('status');

  it('is absent while no chat is in the background', async () => {
    assert.equal(await banner().count(), 0);
  });

  it('names the running chat without announcing it, and opens it', async () => {
    await chat.events({ type: 'backgroundChats', backgroundChats: running });
    assert.match((await banner().textContent()) ?? '', /^Still generating/u);
    assert.equal(await status().textContent(), '');
    assert.equal(await chat.button('Dismiss').count(), 0);
    await banner().getByRole('button', { name: 'Open' }).press('Enter');
    assert.deepEqual(await chat.commands(), [{ type: 'openBackgroundChat', id: 'c2' }]);
    assert.equal(await chat.box.inputValue(), 'Half a question');
  });

  it('is one line in a narrow view, and absent from the chat that it names', async () => {
    await chat.page.setViewportSize({ width: 300, height: 600 });
    const long = { ...ended, sentence: `Finished: “${'Why does it fail? '.repeat(10)}”` };
    await chat.events({ type: 'backgroundChats', backgroundChats: long });
    assert.ok(((await banner().boundingBox())?.height ?? 99) < 40);
    await chat.events({ type: 'backgroundChats', backgroundChats: { ...long, id: 'c1' } });
    assert.equal(await banner().count(), 0);
  });

  it('opens no particular chat if several are running', async () => {
    const backgroundChats = { sentence: '2 other chats', openLabel: 'Show', isFinished: false };
    await chat.events({ type: 'backgroundChats', backgroundChats });
    await banner().getByRole('button', { name: 'Show' }).click();
    assert.deepEqual(await chat.commands(), [{ type: 'openBackgroundChat' }]);
  });

  it('announces that an answer has ended, and disappears when dismissed', async () => {
    await chat.events({ type: 'backgroundChats', backgroundChats: ended });
    assert.equal(await status().textContent(), ended.sentence);
    await chat.button('Dismiss').press('Enter');
    assert.deepEqual(await chat.commands(), [{ type: 'dismissBackgroundChat', id: 'c2' }]);
    assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
    await chat.events({ type: 'backgroundChats', backgroundChats: undefined });
    assert.equal(await banner().count(), 0);
  });

  it('is shown after the page was hidden and when another chat opens', async () => {
    await chat.snapshot(viewState({ backgroundChats: ended }), 9);
    assert.equal(await banner().count(), 1);
    await chat.events({ type: 'opened', state: viewState({ backgroundChats: running }) });
    assert.match((await banner().textContent()) ?? '', /^Still generating/u);
  });
});
