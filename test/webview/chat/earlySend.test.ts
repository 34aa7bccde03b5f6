// The message box works before the first snapshot, and loses nothing that is sent or typed by then.
import assert from 'node:assert/strict';
import { viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

describe('sending before the first snapshot', () => {
  let chat: ChatPage;
  freshPages(async (page) => {
    chat = page;
    await chat.box.fill('Early?');
    await chat.box.press('Enter');
  });

  it('asks as soon as the snapshot arrives', async () => {
    assert.deepEqual(await chat.commandsOf('ask'), []);
    await chat.snapshot(viewState());
    assert.deepEqual(
      (await chat.commandsOf('ask')).map(({ text }) => text),
      ['Early?'],
    );
  });

  it('does not ask if a saved draft is restored, and keeps both texts', async () => {
    await chat.snapshot(viewState({ draft: 'A draft. ' }));
    assert.deepEqual(await chat.commandsOf('ask'), []);
    assert.equal(await chat.box.inputValue(), 'A draft. Early?');
  });

  it('saves no draft before the saved one is restored, which it would replace', async () => {
    await chat.page.evaluate(() => window.dispatchEvent(new Event('blur')));
    assert.deepEqual(await chat.commandsOf('saveDraft'), []);
    await chat.snapshot(viewState({ draft: 'A draft. ' }));
    assert.deepEqual(await chat.commandsOf('saveDraft'), [
      { type: 'saveDraft', text: 'A draft. Early?' },
    ]);
  });
});
