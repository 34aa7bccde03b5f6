// What shows that an answer is still running: a caret, the seconds without text, and reasoning with its duration.
import assert from 'node:assert/strict';
import { newConversation } from '../../../src/conversation/common/conversation';
import { eventuallyEqual, eventuallyMatches } from '../../support/eventually';
import { exchange, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

describe('a streaming answer', () => {
  let chat: ChatPage;
  freshPages(
    (page) => {
      chat = page;
    },
    { isReusable: false },
  );

  async function append(text: string, reasoning = ''): Promise<void> {
    await chat.conversation({ type: 'textAppended', answerId: 'a1', text, reasoning });
  }

  async function end(): Promise<void> {
    const outcome = { endedAt: 2_000 };
    await chat.conversation({ type: 'ended', answerId: 'a1', state: 'complete', outcome });
  }

  it('shows how long nothing was received, until more is', async () => {
    const { clock } = chat.page;
    await clock.setFixedTime(0);
    await chat.snapshot(viewState({ conversation: exchange({ state: 'streaming', text: 'Hm' }) }));
    const line = chat.answers.getByText('Waiting for more…');
    await clock.setFixedTime(1_999);
    await append(', well');
    assert.equal(await line.count(), 0);
    await clock.setFixedTime(14_500);
    await line.getByText('12 s', { exact: true }).waitFor();
    await append(', well');
    await line.waitFor({ state: 'detached' });
    await clock.setFixedTime(16_500);
    await line.getByText('2 s', { exact: true }).waitFor();
    await end();
    assert.equal(await line.count(), 0);
  });

  it('counts on while another chat is shown', async () => {
    const { clock } = chat.page;
    await clock.setFixedTime(0);
    const streaming = viewState({ conversation: exchange({ state: 'streaming', text: 'Hm' }) });
    await chat.snapshot(streaming);
    await chat.events({
      type: 'opened',
      state: viewState({ conversation: newConversation('c2', 'model-a', 0) }),
    });
    await clock.setFixedTime(9_000);
    await chat.events({ type: 'opened', state: streaming });
    await chat.answers.getByText('9 s', { exact: true }).waitFor();
  });

  it('has a caret at the end of its text, which does not blink if motion is unwanted', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ state: 'waiting' }) }));
    const owners = () =>
      chat.answers.locator('.caret').evaluateAll((all) => all.map(({ tagName }) => tagName));
    const caret = () =>
      chat.answers.locator('.caret').evaluate((owner) => {
        const { content, animationName } = getComputedStyle(owner, '::after');
        return [content, animationName];
      });
    await append('One');
    await chat.answers.locator('.caret').getByText('One').waitFor();
    assert.deepEqual(await owners(), ['P']);
    assert.deepEqual(await caret(), ['""', 'caret']);
    await append('\n\n- Two');
    await chat.answers.locator('li .caret').getByText('Two').waitFor();
    assert.equal((await owners()).length, 1);
    await append('\n\n```js\nlet a');
    await chat.answers.locator('pre').getByText('let a').waitFor();
    assert.deepEqual(await owners(), [], 'code has none');
    await append('\n```\n\nThree');
    await chat.answers.locator('.caret').getByText('Three').waitFor();
    await chat.page.emulateMedia({ reducedMotion: 'reduce' });
    assert.deepEqual(await caret(), ['""', 'none']);
    await end();
    assert.deepEqual(await owners(), []);
  });

  it('shows a long line of reasoning from a word on', async () => {
    await chat.page.clock.setFixedTime(0);
    await chat.snapshot(viewState({ conversation: exchange({ state: 'waiting' }) }));
    await append('', 'reasons '.repeat(80));
    const shown = () => chat.answers.locator('summary').textContent();
    await eventuallyMatches('the line', shown, /^Reasoningreasons reasons/u);
  });

  it('shows reasoning as Markdown, with its duration once the text begins', async () => {
    await chat.page.clock.setFixedTime(0);
    await chat.snapshot(viewState({ conversation: exchange({ state: 'waiting' }) }));
    await append('', '1. **short**');
    const summary = chat.answers.locator('summary');
    const shown = () => summary.textContent();
    await eventuallyEqual('the last line', shown, 'Reasoning1. short');
    await chat.page.clock.setFixedTime(3_000);
    await append('', ' and more\n\n> quoted\n');
    await eventuallyEqual('the seconds and the last line', shown, 'Reasoning · 3 squoted');
    await summary.click();
    await eventuallyEqual('the seconds alone', shown, 'Reasoning · 3 s');
    await chat.answers.locator('.reasoning li strong').getByText('short').waitFor();
    await append('', '\n2. `exact`');
    await chat.answers.locator('.reasoning li code').getByText('exact').waitFor();
    await chat.page.clock.setFixedTime(4_000);
    await append('So.');
    await summary.getByText('Reasoning · 4 s', { exact: true }).waitFor();
    await append('', '\n3. late');
    await chat.answers.locator('.reasoning li').getByText('late').waitFor();
  });

  it('shows the duration of the reasoning that the host has measured', async () => {
    const outcome = { endedAt: 9_000, firstContentAt: 1_000, firstTextAt: 8_200 };
    await chat.snapshot(
      viewState({ conversation: exchange({ text: 'So.', reasoning: 'Hm', outcome }) }),
    );
    await chat.answers.getByText('Reasoning · 7 s').waitFor();
  });
});
