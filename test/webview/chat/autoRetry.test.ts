// The countdown before an automatic retry: shown, announced once, and ended by a click.
import assert from 'node:assert/strict';
import type { ViewEvent } from '../../../src/chat/common/protocol';
import { exchange, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

const failure = { kind: 'rateLimited', status: 429 } as const;
const reason = 'gateway.example is limiting requests.';
const retryNotice = `${reason} Portico retried once.`;

describe('countdown before an automatic retry', () => {
  let chat: ChatPage;
  freshPages(async (page) => {
    chat = page;
    await chat.snapshot(viewState({ conversation: exchange({ state: 'waiting' }) }));
  });

  async function startCountdown(seconds: number, from = Date.now()): Promise<void> {
    const ms = seconds * 1_000;
    const retryWait = { failure, delayMs: ms, retryAt: from + ms };
    await chat.events({
      type: 'conversation',
      event: { type: 'retryScheduled', answerId: 'a1', retryWait },
      adjustment: { waitReason: reason, notices: [] },
    });
  }

  /** Waits until the countdown has continued, however slow the machine is. */
  async function countsDown(): Promise<void> {
    const timer = chat.answers.getByRole('timer');
    const text = (await timer.textContent()) ?? '';
    assert.match(text, /^Retrying in (?:\d|1[012]) s…$/u);
    await chat.page.waitForFunction(
      (before) => document.querySelector('[role=timer]')?.textContent !== before,
      text,
    );
    const seconds = (shown: string | null): number => Number(/\d+/u.exec(shown ?? '')?.[0]);
    assert.ok(seconds(await timer.textContent()) < seconds(text));
  }

  const retried: ViewEvent = {
    type: 'conversation',
    event: { type: 'requestAdjusted', answerId: 'a1', adjustment: { kind: 'delayed', failure } },
    adjustment: { notices: [retryNotice] },
  };

  it('shows the reason, counts down and keeps the answer waiting', async () => {
    await startCountdown(12);
    await countsDown();
    assert.match((await chat.answers.textContent()) ?? '', /is limiting requests/u);
    assert.equal(await chat.answers.getAttribute('data-state'), 'waiting');
    assert.equal(await chat.answers.getByRole('note').count(), 0);
    assert.equal(await chat.button('Retry').count(), 0);
    await chat.button('Stop').waitFor();
  });

  it('counts down between the rounds of an answer that reads files, too', async () => {
    await chat.conversation({
      type: 'toolsCalled',
      answerId: 'a1',
      round: { textLength: 0, runs: [] },
    });
    await startCountdown(12);
    await countsDown();
    assert.equal(await chat.answers.getAttribute('data-state'), 'streaming');
  });

  it('counts from now if the host’s clock is off', async () => {
    await startCountdown(30, Date.now() - 3_600_000);
    await chat.answers.getByText(/Retrying in (?:30|[12]?\d) s…/u).waitFor();
  });

  it('retries at once on a click or key press, and keeps the focus in the conversation', async () => {
    await startCountdown(30);
    await chat.button('Retry now').press('Enter');
    assert.deepEqual(await chat.commandsOf('retryNow'), [{ type: 'retryNow', messageId: 'a1' }]);
    await chat.events(retried);
    assert.equal(await chat.button('Retry now').count(), 0);
    assert.equal(await chat.log.evaluate((log) => log === document.activeElement), true);
    await chat.answers.getByText('Waiting for the first token').waitFor();
  });

  it('does not move the focus when the countdown ends', async () => {
    await startCountdown(30);
    await chat.box.focus();
    await chat.events(retried);
    assert.equal(await chat.box.evaluate((box) => box === document.activeElement), true);
  });

  it('is announced once, not every second', async () => {
    const status = chat.page.getByRole('status');
    await startCountdown(12);
    assert.equal(await status.textContent(), `${reason} Retrying in 12 s…`);
    await countsDown();
    assert.equal(await status.textContent(), `${reason} Retrying in 12 s…`);
  });

  it('shows and announces the parameter that was rejected', async () => {
    const sentence = 'gateway.example rejected “temperature”, so Portico retried without it.';
    await chat.events({
      type: 'conversation',
      event: {
        type: 'requestAdjusted',
        answerId: 'a1',
        adjustment: { kind: 'adapted', quirk: 'noTemperature', failure: { kind: 'badRequest' } },
      },
      adjustment: { notices: [sentence] },
    });
    assert.equal(await chat.page.getByRole('status').textContent(), sentence);
    await chat.answers.getByText(sentence).waitFor();
    assert.equal(await chat.answers.getAttribute('data-state'), 'waiting');
  });

  it('is still mentioned under the finished answer, which has one Retry button', async () => {
    await startCountdown(12);
    await chat.events(retried);
    await chat.conversations([{ type: 'textAppended', answerId: 'a1', text: 'Hi', reasoning: '' }]);
    await chat.events({
      type: 'conversation',
      event: { type: 'ended', answerId: 'a1', state: 'complete', outcome: { endedAt: 2_000 } },
      adjustment: { notices: [retryNotice] },
    });
    await chat.answers.getByText(retryNotice).waitFor();
    assert.equal(await chat.button('Retry').count(), 1);
    assert.equal(await chat.button('Retry now').count(), 0);
  });

  it('is shown by a page that starts during it', async () => {
    const retryWait = { failure, delayMs: 20_000, retryAt: Date.now() + 20_000 };
    await chat.snapshot(
      viewState({
        conversation: exchange({ state: 'waiting', retryWait }),
        adjustments: { a1: { waitReason: reason, notices: [] } },
      }),
      1,
    );
    await chat.button('Retry now').waitFor();
  });
});
