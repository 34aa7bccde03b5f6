// A chat to which a newer Portico has written: it says why nothing can be asked in it, and offers nothing that asks.
import assert from 'node:assert/strict';
import { exchange, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

const reason = /^This chat is read-only because a newer version of Portico wrote parts of it/u;

describe('a read-only chat', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  const asking = ['Edit', 'Retry', 'Retry with…', 'Send'];
  const whatIsDisabled = async (): Promise<readonly string[]> => {
    const names: string[] = [];
    for (const name of asking) {
      if ((await chat.button(name).getAttribute('aria-disabled')) === 'true') {
        names.push(name);
      }
    }
    return names;
  };

  it('says why it is one from the moment on at which a newer Portico writes to it, and its buttons that ask do nothing', async () => {
    const conversation = exchange({ state: 'complete', text: 'Yes.' });
    await chat.snapshot(viewState({ conversation }));
    await chat.box.fill('And now?');
    const note = chat.page.getByRole('note').filter({ hasText: reason });
    assert.equal(await note.count(), 0);
    assert.deepEqual(await whatIsDisabled(), []);
    await chat.events({ type: 'conversation', event: { type: 'madeReadOnly' } });
    await note.waitFor();
    assert.match((await chat.page.getByRole('status').textContent()) ?? '', reason);
    assert.deepEqual(await whatIsDisabled(), asking);
    await chat.button('Retry').click({ force: true });
    await chat.button('Retry with…').click({ force: true });
    assert.deepEqual(await chat.commandsOf('runNoticeAction'), []);
    assert.deepEqual(await chat.commandsOf('pickModelForRetry'), []);
    assert.equal(await chat.box.inputValue(), 'And now?');
  });
});
