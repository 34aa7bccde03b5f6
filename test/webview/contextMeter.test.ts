// The meter in the composer: there where the length is known, and said to screen readers.
import assert from 'node:assert/strict';
import { type ChatPage, viewState } from './support/chatPage';
import { freshPages } from './support/freshPages';

const budget = { requestTokens: 12_345, contextLength: 128_000, answerTokens: 4_096 };

describe('the context meter', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  const meter = () => chat.page.getByRole('meter', { name: 'Context window' });

  it('is there only where the context length is known', async () => {
    await chat.snapshot(viewState());
    assert.equal(await meter().count(), 0);
    await chat.events({ type: 'budget', budget });
    assert.equal(await meter().count(), 1);
    await chat.events({ type: 'budget', budget: undefined });
    assert.equal(await meter().count(), 0);
  });

  it('says about how many tokens of how many', async () => {
    await chat.snapshot(viewState({ budget }));
    const said = (name: string) => meter().getAttribute(name);
    assert.equal(await said('aria-valuetext'), 'About 12,400 of 128,000 tokens (10%)');
    assert.equal(await said('aria-valuenow'), '12345');
    assert.equal(await said('aria-valuemax'), '128000');
    assert.match((await said('title')) ?? '', /About 12,400 of 128,000 tokens \(10%\)/);
    await chat.events({ type: 'budget', budget: { ...budget, requestTokens: 200_000 } });
    assert.equal(await said('aria-valuenow'), '128000');
    assert.equal(await said('aria-valuetext'), 'About 200,000 of 128,000 tokens (156%)');
  });

  it('takes another colour near the limit and beyond it', async () => {
    await chat.snapshot(viewState({ budget }));
    const colour = () => meter().evaluate((element) => getComputedStyle(element).color);
    const free = await colour();
    await chat.events({ type: 'budget', budget: { ...budget, requestTokens: 120_000 } });
    const near = await colour();
    await chat.events({ type: 'budget', budget: { ...budget, requestTokens: 130_000 } });
    const over = await colour();
    assert.equal(new Set([free, near, over]).size, 3);
  });
});
