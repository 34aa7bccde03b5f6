// The panel for a question that may exceed the context window: texts, buttons, focus.
import assert from 'node:assert/strict';
import type { ContextLimitPrompt } from '../../../../src/conversation/common/contextLimit';
import {
  answer,
  conversation,
  exchange,
  question,
  viewState,
  type ChatPage,
} from '../../support/chatPage';
import { freshPages } from '../../support/freshPages';

const budget = { requestTokens: 1_873, contextLength: 2_000, answerTokens: 200 };
const contextLimitPrompt: ContextLimitPrompt = {
  budget,
  model: 'demo-small',
  omittable: { count: 4, from: 'How long is', remainingTokens: 870 },
  canSummarize: true,
  isSummarizing: false,
};

describe('context limit panel', () => {
  let chat: ChatPage;
  freshPages(async (page) => {
    chat = page;
    await chat.snapshot(viewState({ conversation: exchange({ text: 'Because.' }), budget }));
  });

  const panel = () =>
    chat.page.getByRole('alertdialog', { name: 'This question may exceed the context window' });
  const actions = async () => (await chat.commandsOf('trimContext')).map(({ action }) => action);

  it('shows the size of the request, the context window and the turns that can be omitted', async () => {
    await chat.events({ type: 'contextLimitPrompt', contextLimitPrompt });
    const text = (await panel().textContent()) ?? '';
    assert.match(text, /about 1,900 tokens long\./);
    assert.match(text, /context window of demo-small holds 2,000 tokens, including the answer\./);
    assert.match(text, /the 4 oldest questions \(starting with “How long is”\).* about 870 tokens/);
    assert.deepEqual(await panel().getByRole('button').allTextContents(), [
      'Omit oldest messages',
      'Summarize oldest messages',
      'Send anyway',
      'Cancel',
    ]);
  });

  it('shows exact numbers where rounded ones would be the same before and after omitting', async () => {
    const omittable = { count: 1, from: 'hi', remainingTokens: 1_815 };
    await chat.events({
      type: 'contextLimitPrompt',
      contextLimitPrompt: { ...contextLimitPrompt, omittable },
    });
    const text = (await panel().textContent()) ?? '';
    assert.match(text, /about 1,873 tokens long\..*would reduce it to about 1,815 tokens\./);
  });

  it('leaves the buttons under a long message in view at a zoom of 200 %, and is the only one with a primary button', async () => {
    await chat.page.setViewportSize({ width: 300, height: 300 });
    await chat.box.fill('line\n'.repeat(30));
    const background = () =>
      chat.button('Send').evaluate((button) => getComputedStyle(button).backgroundColor);
    const primary = await background();
    await chat.events({ type: 'contextLimitPrompt', contextLimitPrompt });
    const { bottom, height } = await chat.button('Send').evaluate((button) => ({
      bottom: button.getBoundingClientRect().bottom,
      height: window.innerHeight,
    }));
    assert.ok(bottom <= height, `${bottom} of ${height} px`);
    assert.notEqual(await background(), primary);
  });

  it('leaves Send without a question as it is', async () => {
    const color = () => chat.button('Send').evaluate((button) => getComputedStyle(button).color);
    const disabled = await color();
    await chat.events({ type: 'contextLimitPrompt', contextLimitPrompt });
    assert.equal(await color(), disabled);
  });

  it('posts the action of each button', async () => {
    await chat.events({ type: 'contextLimitPrompt', contextLimitPrompt });
    for (const name of [
      'Omit oldest messages',
      'Summarize oldest messages',
      'Send anyway',
      'Cancel',
    ]) {
      await chat.button(name).click();
    }
    assert.deepEqual(await actions(), ['omit', 'summarize', 'send', 'cancel']);
  });

  it('takes the focus, cancels with Escape, and returns the focus to the box with its text', async () => {
    await chat.box.fill('A long question');
    await chat.box.press('Enter');
    await chat.events({ type: 'contextLimitPrompt', contextLimitPrompt });
    assert.ok(await panel().evaluate((element) => element === document.activeElement));
    await chat.page.keyboard.press('Enter');
    assert.deepEqual(await actions(), [], 'a second Enter has no effect');
    await chat.page.keyboard.press('Tab');
    assert.equal(
      await chat.page.evaluate(() => document.activeElement?.textContent),
      'Omit oldest messages',
    );
    await chat.page.keyboard.press('Escape');
    assert.deepEqual(await actions(), ['cancel']);
    await chat.events({ type: 'contextLimitPrompt', contextLimitPrompt: undefined });
    assert.equal(await panel().count(), 0);
    assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
    assert.equal(await chat.box.inputValue(), 'A long question');
  });

  it('saves a changed draft before it posts the action', async () => {
    await chat.events({ type: 'contextLimitPrompt', contextLimitPrompt });
    await chat.box.fill('Another question');
    await chat.button('Send anyway').click();
    const commands = (await chat.commands()).filter(({ type }) =>
      ['saveDraft', 'trimContext'].includes(type),
    );
    assert.deepEqual(commands, [
      { type: 'saveDraft', text: 'Another question' },
      { type: 'trimContext', action: 'send' },
    ]);
  });

  it('shows that a summary is being written, stops it, and shows why it failed', async () => {
    await chat.events({
      type: 'contextLimitPrompt',
      contextLimitPrompt: { ...contextLimitPrompt, isSummarizing: true },
    });
    assert.match(
      (await panel().textContent()) ?? '',
      /demo-small is summarizing the oldest messages…/,
    );
    assert.deepEqual(await panel().getByRole('button').allTextContents(), ['Stop']);
    await chat.page.keyboard.press('Escape');
    await panel().getByRole('button', { name: 'Stop', exact: true }).click();
    assert.deepEqual(await actions(), ['stopSummary', 'stopSummary']);
    await chat.box.press('Escape');
    assert.equal((await chat.commandsOf('stop')).length, 1);
    await chat.events({
      type: 'contextLimitPrompt',
      contextLimitPrompt: { ...contextLimitPrompt, summaryError: 'The gateway is too busy.' },
    });
    assert.match(
      (await panel().textContent()) ?? '',
      /Couldn't summarize\. The gateway is too busy\./,
    );
    assert.equal(await chat.button('Summarize oldest messages').count(), 1);
  });

  it('offers only the actions that are possible', async () => {
    await chat.events({
      type: 'contextLimitPrompt',
      contextLimitPrompt: { ...contextLimitPrompt, canSummarize: false },
    });
    assert.equal(await chat.button('Summarize oldest messages').count(), 0);
    assert.match((await panel().textContent()) ?? '', /too long to summarize/);
    await chat.events({
      type: 'contextLimitPrompt',
      contextLimitPrompt: { ...contextLimitPrompt, omittable: undefined, canSummarize: false },
    });
    assert.deepEqual(await panel().getByRole('button').allTextContents(), [
      'Send anyway',
      'Cancel',
    ]);
  });

  it('marks the omitted turns in the conversation, with the summary folded', async () => {
    const twoTurns = conversation(
      question('q1', 'One?'),
      answer('a1', { questionId: 'q1', text: 'First.' }),
      question('q2', 'Two?'),
      answer('a2', { questionId: 'q2', text: 'Second.' }),
    );
    await chat.snapshot(viewState({ conversation: twoTurns }));
    assert.equal(await chat.page.getByText(/no longer sent/).count(), 0);
    await chat.conversation({
      type: 'turnsOmitted',
      omitted: { lastQuestionId: 'q1', omittedAt: 1 },
    });
    assert.equal(
      await chat.page.getByText('Messages above are no longer sent to the model').count(),
      1,
    );
    const order = await chat.log.evaluate((log) => log.textContent ?? '');
    assert.match(order, /First\.[^]*no longer sent[^]*Two\?/);
    const summary = { text: 'It was <b>one</b>.', model: 'demo-small', outcome: { endedAt: 1 } };
    await chat.conversation({
      type: 'turnsOmitted',
      omitted: { lastQuestionId: 'q2', omittedAt: 2, summary },
    });
    assert.equal(await chat.page.locator('.omitted-turns').count(), 1);
    assert.equal(await chat.page.getByText('It was <b>one</b>.').isVisible(), false);
    await chat.page.getByText('Summarized by demo-small').click();
    assert.ok(await chat.page.getByText('It was <b>one</b>.').isVisible());
  });
});
