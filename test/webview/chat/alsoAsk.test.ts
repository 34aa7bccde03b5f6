// Several models that were asked the same question: the other answers are lines that unfold, and one of them can be chosen.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Conversation } from '../../../src/conversation/common/conversation';
import { reduce, type ConversationEvent } from '../../../src/conversation/common/conversationEvent';
import { withoutHiddenContents } from '../../../src/conversation/common/versions';
import { eventually } from '../../support/eventually';
import { resultsFolder } from '../../support/toolchain';
import { violations } from '../support/axe';
import {
  answer,
  conversation,
  noFigures,
  question,
  viewState,
  type ChatPage,
} from '../support/chatPage';
import { freshPages } from '../support/freshPages';
import { themes } from '../support/server';

const code = '```ts\nconst a = 1;\n```';
const longName = 'a-model-with-a-name-that-is-longer-than-the-side-bar-is-wide';

function alsoAsked(id: string, model: string, startedAt: number): ConversationEvent {
  const asked = answer(id, { model, questionId: 'q1', state: 'waiting', text: '', startedAt });
  return { type: 'retried', replacedAnswerId: 'a1', answer: { ...asked, isAlsoAsked: true } };
}

/** Two answers that are complete, one that failed, and one that writes. */
function severalAnswers(): Conversation {
  const first = conversation(question('q1', 'One?'), answer('a1', { text: `First\n\n${code}` }));
  const events: readonly ConversationEvent[] = [
    alsoAsked('a2', 'claude-sonnet-5', 2_000),
    alsoAsked('a3', 'gpt-5.2', 3_000),
    alsoAsked('a4', longName, 4_000),
    { type: 'textAppended', answerId: 'a2', text: `Second\n\n${code}`, reasoning: '' },
    { type: 'ended', answerId: 'a2', state: 'complete', outcome: { endedAt: 5_000 } },
    {
      type: 'ended',
      answerId: 'a3',
      state: 'failed',
      outcome: { endedAt: 5_000, failure: { kind: 'rateLimited', status: 429 } },
    },
    { type: 'textAppended', answerId: 'a4', text: 'Fourth', reasoning: '' },
  ];
  return events.reduce(reduce, first);
}

describe('several answers to a question in the chat view', () => {
  let chat: ChatPage;
  const pages = freshPages((page) => {
    chat = page;
  });
  let current: Conversation;

  function article(id: string): Locator {
    return chat.page.locator(`.answer[data-message-id="${id}"]`);
  }

  function button(id: string, name: string): Locator {
    return article(id).getByRole('button', { name, exact: true });
  }

  function isInView(element: Locator): Promise<boolean> {
    return element.evaluate((box) => {
      const { left, top, height } = box.getBoundingClientRect();
      return box.contains(document.elementFromPoint(left + 5, top + height / 2));
    });
  }

  function focusedRole(): Promise<string | null | undefined> {
    return chat.page.evaluate(() => document.activeElement?.getAttribute('role'));
  }

  async function show(page = chat): Promise<void> {
    const sentence = 'The gateway limits the rate of requests.';
    await page.snapshot(
      viewState({
        conversation: withoutHiddenContents(current),
        notices: {
          a3: {
            severity: 'error',
            sentence,
            actions: [{ action: 'retry', label: 'Retry' }],
            details: [],
          },
        },
        usage: {
          ...noFigures,
          answers: { a2: { summary: '$0.004 · 1.2K tokens', rows: [] } },
        },
      }),
    );
  }

  beforeEach(async () => {
    current = severalAnswers();
    await show();
  });

  it('are the chosen one, and a line for each other with its state', async () => {
    const group = chat.page.getByRole('group', { name: 'Answers' });
    const articles = await group
      .getByRole('article')
      .evaluateAll((all) =>
        all.map((one) => [
          one.getAttribute('data-message-id'),
          one.getAttribute('data-state'),
          one.classList.contains('folded'),
        ]),
      );
    assert.deepEqual(articles, [
      ['a1', 'complete', false],
      ['a2', 'complete', true],
      ['a3', 'failed', true],
      ['a4', 'streaming', true],
    ]);
    assert.match(await article('a2').innerText(), /claude-sonnet-5\s+\$0\.004 · 1\.2K tokens/u);
    assert.match(await article('a3').innerText(), /limits the rate of requests/u);
    assert.match(await article('a4').innerText(), /writing · \d+ s/u);
    const toolbar = article('a1').getByRole('toolbar').last();
    assert.equal(await toolbar.evaluate((element) => getComputedStyle(element).opacity), '1');
    assert.deepEqual(await chat.page.getByRole('group', { name: /^Version/u }).count(), 0);
  });

  it('say that they wait for their automatic retry', async () => {
    const failure = { kind: 'rateLimited', status: 429 } as const;
    const retryWait = { delayMs: 90_000, retryAt: Date.now() + 90_000, failure };
    const scheduled: ConversationEvent = { type: 'retryScheduled', answerId: 'a4', retryWait };
    current = reduce(current, scheduled);
    await show();
    assert.match(await article('a4').innerText(), /Retrying in \d+ s…/u);
    await chat.page.setViewportSize({ width: 300, height: 600 });
    const state = article('a4').locator('.other-answer-state');
    assert.ok(await state.evaluate((text) => text.scrollWidth <= text.clientWidth));
  });

  it('unfold, and stay unfolded while they write', async () => {
    await article('a4').getByRole('button', { expanded: false }).press('Enter');
    assert.match(await article('a4').innerText(), /Fourth/u);
    await chat.conversation({
      type: 'textAppended',
      answerId: 'a4',
      text: ' and more',
      reasoning: '',
    });
    await article('a4').getByText('Fourth and more').waitFor();
    await article('a3').getByRole('button', { expanded: false }).press('Enter');
    assert.equal(
      await article('a3').getByText('limits the rate').count(),
      1,
      'it is not said twice',
    );
    await article('a4').getByRole('button', { expanded: true }).press('Enter');
    assert.doesNotMatch(await article('a4').innerText(), /Fourth/u);
  });

  it('unfold into the view, a long one with its beginning', async () => {
    await chat.page.setViewportSize({ width: 300, height: 360 });
    await article('a3').getByRole('button', { expanded: false }).click();
    await eventually('the notice in the view', () => isInView(button('a3', 'Retry')));
    const long = { text: '\n\nA paragraph.'.repeat(200), reasoning: '' };
    await chat.conversation({ type: 'textAppended', answerId: 'a4', ...long });
    await article('a4').getByRole('button', { expanded: false }).click();
    await eventually('the text', () => article('a4').evaluate((box) => box.clientHeight > 2_000));
    await eventually('its beginning in the view', () =>
      isInView(article('a4').getByRole('button', { expanded: true })),
    );
  });

  it('are stopped, asked again and chosen one by one, also while another one writes', async () => {
    await button('a4', `Stop ${longName}`).click();
    assert.deepEqual(await chat.commandsOf('stop'), [{ type: 'stop', messageId: 'a4' }]);
    assert.equal(await focusedRole(), 'log', 'the button disappears');
    await button('a3', 'Retry').press('Enter');
    assert.deepEqual(await chat.commandsOf('runNoticeAction'), [
      { type: 'runNoticeAction', messageId: 'a3', action: 'retry' },
    ]);
    assert.equal(await button('a3', 'Continue with this').count(), 0, 'it has no text');
    await button('a2', 'Continue with this').press('Enter');
    assert.deepEqual(await chat.commandsOf('chooseVersion'), [
      { type: 'chooseVersion', messageId: 'a2' },
    ]);
    current = reduce(current, { type: 'versionChosen', messageId: 'a2' });
    await chat.events({
      type: 'versionShown',
      conversation: withoutHiddenContents(current),
      messageId: 'a2',
      notices: {},
      adjustments: {},
      usage: noFigures,
    });
    await article('a2').getByText('Second').waitFor();
    assert.equal(await article('a1').getByText('First').count(), 0, 'the other one is a line now');
    assert.equal(
      await chat.page.getByRole('status').textContent(),
      `The next question continues from the answer of claude-sonnet-5.`,
    );
  });

  it('are not read aloud but for the chosen one, and say which of them has ended', async () => {
    const added = { text: ' of all the sentences that nobody chose. ', reasoning: '' };
    const outcome = { endedAt: 9_000 };
    await chat.conversation({ type: 'textAppended', answerId: 'a4', ...added });
    await chat.conversation({ type: 'ended', answerId: 'a4', state: 'complete', outcome });
    const status = chat.page.getByRole('status');
    await status.getByText(`${longName}: Answer complete`, { exact: true }).waitFor();
    assert.equal(await chat.page.locator('[aria-live=polite] p').count(), 0);
  });

  it('are found in the folded ones, too, which unfold', async () => {
    await chat.page.keyboard.press('Control+f');
    await chat.page.getByRole('textbox', { name: 'Find in chat' }).fill('fourth');
    const found = chat.page.getByRole('search').getByRole('status');
    await found.getByText('1 of 1', { exact: true }).waitFor();
    await article('a4').getByText('Fourth').waitFor();
  });

  it('ask nothing in a chat that can only be read', async () => {
    current = { ...current, readOnly: true };
    await show();
    await button('a3', 'Retry').press('Enter');
    assert.deepEqual(await chat.commandsOf('runNoticeAction'), []);
  });

  it('can be compared where both have code', async () => {
    await article('a2').getByRole('button', { expanded: false }).click();
    await button('a2', 'Compare code with example/model-1').click();
    assert.deepEqual(await chat.commandsOf('compareCode'), [
      { type: 'compareCode', messageId: 'a2' },
    ]);
    assert.equal(
      await article('a1')
        .getByRole('button', { name: /^Compare/u })
        .count(),
      0,
    );
  });

  for (const theme of themes) {
    it(`are accessible, and fit into a narrow side bar (${theme})`, async () => {
      const page = await pages.open({ theme, width: 300 });
      await show(page);
      await page.page.locator('.answer[data-message-id="a2"] [aria-expanded]').click();
      assert.deepEqual(await violations(page), []);
      const overflow = await page.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(overflow, 0);
      await page.page.screenshot({ path: join(resultsFolder, `alsoAsk-${theme}.png`) });
    });
  }
});
