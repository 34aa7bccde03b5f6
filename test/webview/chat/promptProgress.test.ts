// The waiting line shows how much of the prompt is processed, without announcing each change.
import assert from 'node:assert/strict';
import { exchange, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

describe('prompt progress in the waiting line', () => {
  let chat: ChatPage;
  freshPages(async (page) => {
    chat = page;
    await chat.snapshot(viewState({ conversation: exchange({ state: 'waiting' }) }));
  });

  it('replaces the text of the line until the answer begins, and is not announced', async () => {
    await chat.answers.getByText('Waiting for the first token').waitFor();
    const announced = await chat.page.getByRole('status').allTextContents();
    await chat.events({ type: 'promptProgress', answerId: 'a1', percent: 12 });
    await chat.answers.getByText('Processing the prompt: 12%…').waitFor();
    await chat.events({ type: 'promptProgress', answerId: 'a1', percent: 57 });
    await chat.answers.getByText('Processing the prompt: 57%…').waitFor();
    assert.equal(await chat.answers.getByText('Waiting for the first token').count(), 0);
    assert.deepEqual(await chat.page.getByRole('status').allTextContents(), announced);
    assert.equal(await chat.log.getAttribute('aria-live'), 'off');
    await chat.events({
      type: 'conversation',
      event: { type: 'textAppended', answerId: 'a1', text: 'Hi there', reasoning: '' },
    });
    await chat.answers.getByText('Hi there').waitFor();
    assert.equal(await chat.answers.getByText('Processing the prompt').count(), 0);
  });

  it('is in the snapshot of a view that was hidden', async () => {
    const promptProgress = { answerId: 'a1', percent: 30 };
    const conversation = exchange({ state: 'waiting' });
    await chat.snapshot(viewState({ conversation, promptProgress }));
    await chat.answers.getByText('Processing the prompt: 30%…').waitFor();
  });
});
