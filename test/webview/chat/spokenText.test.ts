// What screen readers say while an answer arrives and when it ends.
import assert from 'node:assert/strict';
import type { ViewEvent } from '../../../src/chat/common/protocol';
import { eventuallyEqual } from '../../support/eventually';
import { exchange, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

const text = [
  '# A plan\n\n',
  'Use **two** steps, as [the guide](https://e.example) says. Then the second one follows.\n\n',
  '1. Build it\n2. Test `all` of it\n\n',
  '| Name | Value |\n| --- | --- |\n| a | 1 |\n\n',
  '```ts\nconst a = 1;\nconst b = 2;\n```\n\n',
  'That is all.',
];
const spoken =
  'A plan Use two steps, as the guide says. Then the second one follows. Build it Test all of it Name, Value. a, 1. Code block of 2 lines. That is all.';

describe('the text of an answer for screen readers', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  const region = () => chat.page.locator('[aria-live=polite]');
  const said = async (): Promise<string> =>
    (await region().locator('p').allTextContents()).join(' ');
  const status = () => chat.page.getByRole('status').textContent();
  const show = (announce: 'off' | 'sentences' | 'end') =>
    chat.snapshot(
      viewState({
        conversation: exchange({ state: 'waiting' }),
        preferences: { sendWith: 'enter', announce },
      }),
    );
  const piece = (added: string): ViewEvent => ({
    type: 'conversation',
    event: { type: 'textAppended', answerId: 'a1', text: added, reasoning: '' },
  });
  const end: ViewEvent = {
    type: 'conversation',
    event: { type: 'ended', answerId: 'a1', state: 'complete', outcome: { endedAt: 0 } },
  };

  it('is spoken by sentences while it arrives, each once, and the focus stays where it is', async () => {
    await show('sentences');
    await chat.box.focus();
    await chat.events(piece(text[0] ?? ''), piece(text[1] ?? ''));
    const first = 'A plan Use two steps, as the guide says. Then the second one follows.';
    await eventuallyEqual('the first sentences', said, first);
    for (const added of text.slice(2)) {
      await chat.events(piece(added));
    }
    await chat.events(end);
    await eventuallyEqual('the complete answer', said, spoken);
    assert.equal(await status(), 'Answer complete');
    assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
  });

  it('is spoken once at its end with the setting “end”', async () => {
    await show('end');
    for (const added of text) {
      await chat.events(piece(added));
    }
    await chat.answers.getByText('That is all.').waitFor();
    assert.equal(await said(), '');
    await chat.events(end);
    await eventuallyEqual('the complete answer', said, spoken);
    assert.equal(await region().locator('p').count(), 1);
  });

  it('is not spoken with the setting “off”; that it is complete is announced', async () => {
    await show('off');
    await chat.events(piece('All of it.'), end);
    await eventuallyEqual('the announcement', status, 'Answer complete');
    assert.equal(await said(), '');
  });

  it('continues after a reload with what is new', async () => {
    const shown = 'This was spoken before the reload.\n\n';
    await chat.snapshot(viewState({ conversation: exchange({ state: 'streaming', text: shown }) }));
    await chat.events(piece('This is new.'), end);
    await eventuallyEqual('the new sentence', said, 'This is new.');
  });

  it('says once that an answer is waited for', async () => {
    await chat.snapshot(viewState());
    const { messages } = exchange({ state: 'waiting' });
    const [question, answer] = messages;
    assert.ok(question?.kind === 'question' && answer?.kind === 'answer');
    await chat.events({ type: 'conversation', event: { type: 'asked', question, answer } });
    await eventuallyEqual('the announcement', status, 'Waiting for the answer');
    await chat.events(piece('Some words of'));
    await chat.answers.getByText('Some words of').waitFor();
    assert.equal(await status(), 'Waiting for the answer');
  });

  it('does not stay in the page of another chat', async () => {
    await show('sentences');
    await chat.events(piece('This is the first chat.'), end);
    await eventuallyEqual('the sentence', said, 'This is the first chat.');
    await chat.snapshot(viewState({ conversation: { ...exchange(), id: 'other' } }));
    await eventuallyEqual('nothing of the first chat', said, '');
    assert.equal(await status(), '');
  });
});
