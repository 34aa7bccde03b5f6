// The context meter under the message box, for eyes and screen readers.
import assert from 'node:assert/strict';
import { exchange, viewState, type ChatPage } from '../../support/chatPage';
import { freshPages } from '../../support/freshPages';

const budget = { requestTokens: 12_345, contextLength: 128_000, answerTokens: 4_096 };

describe('context meter', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  const meter = () => chat.page.getByRole('button', { name: /^Context window/u });

  it('is shown only if the context length is known', async () => {
    await chat.snapshot(viewState());
    assert.equal(await meter().count(), 0);
    await chat.events({
      type: 'budget',
      budget,
      inputCost: undefined,
      longestCost: undefined,
      isContextLengthUnknown: false,
    });
    assert.equal(await meter().count(), 1);
    await chat.events({
      type: 'budget',
      budget: undefined,
      inputCost: undefined,
      longestCost: undefined,
      isContextLengthUnknown: false,
    });
    assert.equal(await meter().count(), 0);
  });

  it('gives its place to a button that sets the length while no source gives it', async () => {
    const button = chat.page.getByRole('button', { name: 'Set context length…', exact: true });
    await chat.snapshot(viewState());
    assert.equal(await button.count(), 0, 'the sources are still being asked');
    await chat.events({
      type: 'budget',
      budget: undefined,
      inputCost: undefined,
      longestCost: undefined,
      isContextLengthUnknown: true,
    });
    await button.click();
    assert.equal((await chat.commandsOf('setContextLength')).length, 1);
    await chat.events({
      type: 'budget',
      budget,
      inputCost: undefined,
      longestCost: undefined,
      isContextLengthUnknown: false,
    });
    assert.equal(await button.count(), 0);
    assert.equal(await meter().count(), 1);
  });

  it('says the estimated tokens of the context window, and opens the figures', async () => {
    // Elsewhere, Escape stops the answer.
    const conversation = exchange({ state: 'streaming', text: 'x' });
    await chat.snapshot(viewState({ budget, conversation }));
    const attribute = (name: string) => meter().getAttribute(name);
    assert.equal(
      await attribute('aria-label'),
      'Context window: About 12,400 of 128,000 tokens (10%)',
    );
    assert.match((await attribute('title')) ?? '', /About 12,400 of 128,000 tokens \(10%\)/);
    await chat.events({
      type: 'budget',
      budget: { ...budget, requestTokens: 200_000 },
      inputCost: '$0.50',
      longestCost: '$2.00',
      isContextLengthUnknown: false,
    });
    assert.match((await attribute('aria-label')) ?? '', /About 200,000 of 128,000 tokens \(156%\)/);
    await meter().press('Enter');
    const figures = chat.page.getByRole('dialog', { name: 'Context window' });
    assert.match(
      (await figures.textContent()) ?? '',
      /Cost of its input \(estimate\)\$0\.50With the longest answer, up to\$2\.00Reserved for the answer4,096/u,
    );
    const unknown = { inputCost: undefined, longestCost: undefined, isContextLengthUnknown: false };
    await chat.events({ type: 'budget', budget, ...unknown });
    assert.doesNotMatch((await figures.textContent()) ?? '', /Cost|longest answer/u);
    await chat.page.keyboard.press('Escape');
    await figures.waitFor({ state: 'hidden' });
    assert.deepEqual(await chat.commandsOf('stop'), []);
  });

  it('changes its color near the limit and beyond it', async () => {
    await chat.snapshot(viewState({ budget }));
    const color = () => meter().evaluate((element) => getComputedStyle(element).color);
    const free = await color();
    await chat.events({
      type: 'budget',
      budget: { ...budget, requestTokens: 120_000 },
      inputCost: undefined,
      longestCost: undefined,
      isContextLengthUnknown: false,
    });
    const near = await color();
    await chat.events({
      type: 'budget',
      budget: { ...budget, requestTokens: 130_000 },
      inputCost: undefined,
      longestCost: undefined,
      isContextLengthUnknown: false,
    });
    const over = await color();
    assert.equal(new Set([free, near, over]).size, 3);
  });
});
