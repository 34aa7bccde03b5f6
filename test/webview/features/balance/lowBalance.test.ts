// The line about a low balance: its text, and what its buttons post.
import assert from 'node:assert/strict';
import { viewState, type ChatPage } from '../../support/chatPage';
import { freshPages } from '../../support/freshPages';

describe('low balance', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  it('is one line with a button that asks and one that dismisses it', async () => {
    await chat.snapshot(viewState());
    const lowBalance = 'Only $1.20 is left for the key.';
    await chat.events({ type: 'balance', balance: '$1.20 left', lowBalance });
    const line = chat.page.getByRole('status').filter({ hasText: lowBalance });
    await line.getByRole('button', { name: 'Show balance' }).click();
    assert.equal((await chat.commandsOf('showBalance')).length, 1);
    await line.getByRole('button', { name: 'Dismiss' }).click();
    assert.equal((await chat.commandsOf('dismissLowBalance')).length, 1);
    await chat.events({ type: 'balance', balance: '$1.20 left', lowBalance: undefined });
    assert.equal(await line.count(), 0);
    assert.ok(await chat.box.evaluate((box) => box === document.activeElement), 'the focus');
  });
});
