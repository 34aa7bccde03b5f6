// Tables: short cells in one line, a sign that there are more columns, and buttons that copy.
import assert from 'node:assert/strict';
import { answer, conversation, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

const wide = `| Model | Latency | Throughput per core | Durability, as far as known |
| :-- | --: | --- | --- |
| **small** | 1.9 ms | 10 k/s | none, "really" |
| a \\| b | 20 ms | 1, or 2 | |
`;

describe('tables', () => {
  let chat: ChatPage;
  freshPages(async (page) => {
    chat = page;
    await chat.page.setViewportSize({ width: 300, height: 600 });
    await chat.snapshot(viewState({ conversation: conversation(answer('a1', { text: wide })) }));
  });

  it('show short cells in one line, and fade where more columns follow', async () => {
    const heights = await chat.page
      .locator('td', { hasText: ' ms' })
      .evaluateAll((cells) =>
        cells.map((cell) => cell.getClientRects().length && cell.clientHeight),
      );
    assert.ok(
      heights.every((height) => height < 40),
      String(heights),
    );
    const mask = (): Promise<string> =>
      chat.page.locator('.table').evaluate((table) => getComputedStyle(table).maskImage);
    assert.match(await mask(), /to left|linear-gradient/u);
    await chat.page.setViewportSize({ width: 900, height: 600 });
    await chat.painted();
    assert.equal(await mask(), 'none');
  });

  it('are copied as Markdown and as CSV', async () => {
    await chat.page.evaluate(() => {
      const copied: string[] = [];
      Object.assign(globalThis, { copied });
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: async (text: string) => void copied.push(text) },
      });
    });
    await chat.button('Copy as Markdown').press('Enter');
    await chat.page.keyboard.press('ArrowRight');
    await chat.page.keyboard.press('Enter');
    const copied = await chat.page.evaluate(
      () => (globalThis as unknown as { copied: string[] }).copied,
    );
    assert.deepEqual(copied, [
      [
        '| Model | Latency | Throughput per core | Durability, as far as known |',
        '| :--- | ---: | --- | --- |',
        '| **small** | 1.9 ms | 10 k/s | none, "really" |',
        String.raw`| a \| b | 20 ms | 1, or 2 |  |`,
      ].join('\n'),
      [
        'Model,Latency,Throughput per core,"Durability, as far as known"',
        'small,1.9 ms,10 k/s,"none, ""really"""',
        'a | b,20 ms,"1, or 2",',
      ].join('\n'),
    ]);
  });
});
