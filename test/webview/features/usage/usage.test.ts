// The usage of an answer: one line on hover and focus, all figures on request, in every theme and width.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { UsageView } from '../../../../src/features/usage/common/usageView';
import { resultsFolder } from '../../../support/toolchain';
import { violations } from '../../support/axe';
import {
  answer,
  conversation,
  exchange,
  question,
  viewState,
  type ChatPage,
} from '../../support/chatPage';
import { freshPages } from '../../support/freshPages';
import { themes } from '../../support/server';
import { states } from '../../support/states';

const name = 'Usage';

function usageWith(summary: string, tokens: string): UsageView {
  return {
    answers: { a1: { summary, rows: [{ label: 'Tokens in', value: tokens }] } },
    total: [{ label: 'Cost', value: `for ${tokens}` }],
  };
}

describe('usage of an answer', () => {
  let chat: ChatPage;
  const pages = freshPages((page) => {
    chat = page;
  });

  function toggle(within: Locator = chat.answers.first()): Locator {
    return within.getByRole('button', { name, exact: true });
  }

  it('is offered once the answer has ended and its figures are known', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text: 'Hi', state: 'streaming' }) }));
    assert.equal(await toggle().count(), 0);
    const outcome = { endedAt: 2_000 };
    await chat.conversation({ type: 'ended', answerId: 'a1', state: 'complete', outcome });
    await chat.events({ type: 'usage', usage: usageWith('in one line', '12') });
    assert.equal(await toggle().count(), 1);
  });

  it('is one line on hover and focus, and the tooltip of the button', async () => {
    await chat.snapshot(
      viewState({
        conversation: exchange({ text: 'Hi' }),
        usage: usageWith('12 tokens in, 5 out', '12'),
      }),
    );
    const line = chat.answers.getByText('12 tokens in, 5 out');
    assert.equal(await line.isVisible(), false);
    await chat.answers.hover();
    assert.ok(await line.isVisible());
    await chat.page.mouse.move(0, 0);
    await chat.box.hover();
    assert.equal(await line.isVisible(), false);
    await toggle().focus();
    assert.ok(await line.isVisible());
    assert.equal(await toggle().getAttribute('title'), '12 tokens in, 5 out');
  });

  it('opens and closes by keyboard, and shows new figures', async () => {
    await chat.snapshot(
      viewState({ conversation: exchange({ text: 'Hi' }), usage: usageWith('s', '12') }),
    );
    assert.equal(await toggle().getAttribute('aria-expanded'), 'false');
    await toggle().focus();
    await chat.page.keyboard.press('Enter');
    assert.equal(await toggle().getAttribute('aria-expanded'), 'true');
    const list = chat.page.locator(`[id="${await toggle().getAttribute('aria-controls')}"]`);
    assert.equal(
      await list.textContent(),
      'Tokens in12Entire chatCostfor 12Show costs Show balance',
    );
    await chat.events({ type: 'usage', usage: usageWith('s', '13') });
    assert.equal(
      await list.textContent(),
      'Tokens in13Entire chatCostfor 13Show costs Show balance',
    );
    await chat.page.keyboard.press('Space');
    assert.equal(await toggle().getAttribute('aria-expanded'), 'false');
    assert.equal(await list.count(), 0);
  });

  it('is scrolled into view when it opens', async () => {
    const messages = [question('q1', 'Why?'), answer('a1', { questionId: 'q1', text: 'Hi' })];
    const later = [
      question('q2', 'And?'),
      answer('a2', { questionId: 'q2', text: 'x\n\n'.repeat(60) }),
    ];
    await chat.snapshot(
      viewState({ conversation: conversation(...messages, ...later), usage: usageWith('s', '12') }),
    );
    await chat.page.setViewportSize({ width: 400, height: 330 });
    await chat.log.evaluate((log) => (log.scrollTop = 0));
    await toggle().click();
    const [box, log] = await Promise.all(
      [chat.page.locator('.usage'), chat.log].map((element) => element.boundingBox()),
    );
    assert.ok(box && log && box.y + box.height <= log.y + log.height + 1);
  });

  it('shows its first rows, and the button that closes it, where it is taller than the view', async () => {
    await chat.page.setViewportSize({ width: 300, height: 500 });
    const rows = Array.from({ length: 20 }, (_, index) => ({ label: `Row ${index}`, value: '1' }));
    await chat.snapshot(
      viewState({
        conversation: exchange({ text: 'x\n\n'.repeat(60) }),
        usage: { answers: { a1: { summary: 's', rows } }, total: [] },
      }),
    );
    await toggle().click();
    await chat.painted();
    const [log, button, row] = await Promise.all(
      [chat.log, toggle(), chat.page.getByText('Row 0')].map((element) => element.boundingBox()),
    );
    assert.ok(log && button && row);
    assert.ok(button.y >= log.y + 25, 'below the pinned question');
    assert.ok(row.y + row.height <= log.y + log.height);
  });

  it('says which model answered if it was another one', async () => {
    await chat.snapshot(states['conversation'] ?? viewState());
    const line = /Answered by “gpt-4o-mini”, not “organisation/u;
    assert.ok(await chat.answers.first().getByText(line).isVisible());
    assert.equal(await chat.answers.getByText(/Answered by/u).count(), 1);
  });

  it('names what was not reported once, below the figures that are known', async () => {
    await chat.snapshot(states['conversation'] ?? viewState());
    await toggle().click();
    const table = chat.page.locator('.usage');
    assert.equal(await table.getByText('Not reported: Cached.').count(), 1);
    assert.equal(await table.locator('dt').getByText('Cached').count(), 0);
  });

  it('has its labels above the values in a narrow view, else beside them', async () => {
    await chat.snapshot(states['conversation'] ?? viewState());
    await toggle().click();
    for (const [width, isAbove] of [
      [299, true],
      [300, false],
    ] as const) {
      await chat.page.setViewportSize({ width, height: 900 });
      const [label, value] = await Promise.all(
        ['dt', 'dd'].map((tag) => chat.page.locator(`.usage ${tag}`).nth(2).boundingBox()),
      );
      assert.ok(label && value);
      assert.equal(value.y >= label.y + label.height, isAbove, String(width));
    }
  });

  it('shows the request and copies it as cURL, or tells why it cannot', async () => {
    await chat.snapshot(states['conversation'] ?? viewState());
    await toggle().click();
    await chat.answers.first().getByRole('button', { name: 'Show request' }).click();
    await chat.answers.first().getByRole('button', { name: 'Copy as cURL' }).click();
    assert.deepEqual(await chat.commandsOf('showSentRequest'), [
      { type: 'showSentRequest', messageId: 'a1' },
    ]);
    assert.deepEqual(await chat.commandsOf('copyAsCurl'), [
      { type: 'copyAsCurl', messageId: 'a1' },
    ]);
    const withoutRequest = chat.page.locator('[data-message-id="a3"]');
    await toggle(withoutRequest).click();
    assert.ok(await withoutRequest.getByText(/no longer available/).isVisible());
    assert.equal(await withoutRequest.getByRole('button', { name: /Request|cURL/ }).count(), 0);
  });

  it('disappears with an answer that is replaced', async () => {
    await chat.snapshot(
      viewState({ conversation: exchange({ text: 'Hi' }), usage: usageWith('s', '12') }),
    );
    await toggle().click();
    await chat.conversation({
      type: 'retried',
      replacedAnswerId: 'a1',
      answer: answer('a9', { questionId: 'q1', state: 'waiting' }),
    });
    assert.equal(await chat.page.locator('.usage').count(), 0);
  });

  for (const theme of themes) {
    it(`is readable in ${theme}, 200 px wide`, async () => {
      const page = await pages.open({ theme, width: 200, height: 1_800 });
      await page.snapshot(states['conversation'] ?? viewState());
      for (const button of await page.button(name).all()) {
        await button.click();
      }
      const boxes = await page.page.locator('.usage').all();
      assert.equal(boxes.length, 2);
      for (const box of boxes) {
        assert.ok(await box.evaluate((element) => element.scrollWidth <= element.clientWidth));
      }
      assert.ok(await page.log.evaluate((log) => log.scrollWidth <= log.clientWidth));
      await page.page.screenshot({
        path: join(resultsFolder, 'webview', `usage-${theme}.png`),
      });
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(page.errors, []);
      await page.close();
    });
  }
});
