// A view that has just opened shows its message box before it knows its state; what is sent then must not be lost.
import assert from 'node:assert/strict';
import { type ChatPage, viewState } from './support/chatPage';
import { freshPages } from './support/freshPages';

describe('sending before the first snapshot', () => {
  let chat: ChatPage;
  freshPages(async (page) => {
    chat = page;
    await chat.box.fill('Early?');
    await chat.box.press('Enter');
  });

  it('asks as soon as the state is there', async () => {
    assert.deepEqual(await chat.commandsOf('ask'), []);
    await chat.snapshot(viewState());
    assert.deepEqual(await chat.commandsOf('ask'), [{ type: 'ask', text: 'Early?' }]);
  });

  it('asks nothing where a draft comes back, and keeps both', async () => {
    await chat.snapshot(viewState({ draft: 'A draft. ' }));
    assert.deepEqual(await chat.commandsOf('ask'), []);
    assert.equal(await chat.box.inputValue(), 'A draft. Early?');
  });

  it('tells the host of no draft before it has the kept one, which would be lost', async () => {
    await chat.page.evaluate(() => window.dispatchEvent(new Event('blur')));
    assert.deepEqual(await chat.commandsOf('saveDraft'), []);
    await chat.snapshot(viewState({ draft: 'A draft. ' }));
    assert.deepEqual(await chat.commandsOf('saveDraft'), [
      { type: 'saveDraft', text: 'A draft. Early?' },
    ]);
  });
});
