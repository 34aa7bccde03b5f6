// The line on chats that are not shown: seen, heard, and the way to them by keyboard.
import assert from 'node:assert/strict';
import type { BackgroundChats } from '../../src/shared/protocol/protocol';
import { type ChatPage, exchange, viewState } from './support/chatPage';
import { freshPages } from './support/freshPages';

const running: BackgroundChats = {
  sentence: '“How long is the Nile?” is still being answered.',
  id: 'c2',
  openLabel: 'Open',
  isFinished: false,
};
const ended: BackgroundChats = {
  sentence: 'The answer in “How long is the Nile?” is complete.',
  id: 'c2',
  openLabel: 'Open',
  isFinished: true,
};

describe('the line on other chats', () => {
  let chat: ChatPage;
  freshPages(async (page) => {
    chat = page;
    await chat.snapshot(viewState({ conversation: exchange({ text: 'Hi' }) }));
    await chat.box.fill('Half a question');
    await chat.box.blur();
    await chat.forgetCommands();
  });

  const line = () => chat.page.getByRole('region', { name: 'Background chats' });
  const said = () => chat.page.getByRole('status');

  it('is not there while nothing goes on elsewhere', async () => {
    assert.equal(await line().count(), 0);
  });

  it('names the chat that runs, without a word to the screen reader, and leads to it', async () => {
    await chat.events({ type: 'backgroundChats', backgroundChats: running });
    assert.match((await line().textContent()) ?? '', /is still being answered\./u);
    assert.equal(await said().textContent(), '');
    assert.equal(await chat.button('Dismiss').count(), 0);
    await line().getByRole('button', { name: 'Open' }).press('Enter');
    assert.deepEqual(await chat.commands(), [{ type: 'openBackgroundChat', id: 'c2' }]);
    assert.equal(await chat.box.inputValue(), 'Half a question');
  });

  it('asks which one where several run', async () => {
    const backgroundChats = { sentence: '2 other chats', openLabel: 'Show', isFinished: false };
    await chat.events({ type: 'backgroundChats', backgroundChats });
    await line().getByRole('button', { name: 'Show' }).click();
    assert.deepEqual(await chat.commands(), [{ type: 'openBackgroundChat' }]);
  });

  it('says when an answer has ended, and goes when that is put aside', async () => {
    await chat.events({ type: 'backgroundChats', backgroundChats: ended });
    assert.equal(await said().textContent(), ended.sentence);
    await chat.button('Dismiss').press('Enter');
    assert.deepEqual(await chat.commands(), [{ type: 'dismissBackgroundChat', id: 'c2' }]);
    assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
    await chat.events({ type: 'backgroundChats', backgroundChats: undefined });
    assert.equal(await line().count(), 0);
  });

  it('is there after the view was hidden, and beside another chat that opens', async () => {
    await chat.snapshot(viewState({ backgroundChats: ended }), 9);
    assert.equal(await line().count(), 1);
    await chat.events({ type: 'opened', state: viewState({ backgroundChats: running }) });
    assert.match((await line().textContent()) ?? '', /is still being answered\./u);
  });
});
