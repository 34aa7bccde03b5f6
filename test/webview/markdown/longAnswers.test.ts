// Long answers: what is far from the view is not laid out, which must not be noticed.
import assert from 'node:assert/strict';
import { mixedAnswer } from '../../bench/webview/texts';
import { answer, conversation, exchange, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';
import { whenRendered } from '../support/whenRendered';

const length = 25_000;
const stepPx = 300;
/** Frames in which the view must stand still after a step. */
const frames = 3;

/** Blocks without text between them, items, rows and lines: what is below the first ones stands in sections. */
const texts: Readonly<Record<string, string>> = {
  'all kinds of blocks': mixedAnswer(length),
  'short paragraphs': Array.from({ length: 600 }, (_, n) => `word ${n}\n\n`).join(''),
  'a list': Array.from({ length: 600 }, (_, n) => `${'  '.repeat(n % 3)}- Item ${n}\n`).join(''),
  'a table': `| A | B |\n| --- | --- |\n${Array.from({ length: 600 }, (_, n) => `| Row ${n} | b |\n`).join('')}`,
  'code blocks': Array.from({ length: 100 }, (_, n) => `\`\`\`ts\nlet a = ${n};\n\`\`\`\n\n`).join(
    '',
  ),
};

/** Each has sections, the last of which the link back to the reference follows. */
const footnotes: Readonly<Record<string, string>> = {
  'raw HTML': '<form class="x">x</form>',
  'a long paragraph': 'word '.repeat(1_000),
  'many paragraphs': Array.from({ length: 40 }, (_, n) => `word ${n}`).join('\n\n    '),
};

const paragraphs = Array.from({ length: 70 }, (_, n) => `word ${n}`);

/** Each has paragraphs in sections inside of another block. */
const containers: Readonly<Record<string, string>> = {
  'a quote': `> ${paragraphs.join('\n>\n> ')}`,
  'a loose list item': `- ${paragraphs.join('\n\n  ')}`,
  'an item far down in a loose list': `${'- word\n\n'.repeat(40)}- ${paragraphs.join('\n\n  ')}`,
};

/** Elements whose place is watched. */
const blocks = 'p, h1, h2, h3, td, code, .code-lines, li:not(:has(p)), span';

interface Jump {
  readonly at: number;
  readonly moved: number;
  readonly element: string;
}

describe('a long answer', function () {
  this.timeout(120_000);
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  async function show(text: string): Promise<void> {
    await chat.snapshot(viewState({ conversation: exchange({ text }) }));
    await whenRendered(chat, 'a1');
    await chat.painted();
  }

  async function toEnd(): Promise<number> {
    return chat.log.evaluate((log) =>
      Math.round(log.scrollHeight - log.scrollTop - log.clientHeight),
    );
  }

  for (const [name, text] of Object.entries(texts)) {
    it(`of ${name} does not jump while the user scrolls up through it`, async () => {
      await show(text);
      assert.equal(await toEnd(), 0);
      const { jumps, steps } = await scrollUp(chat);
      assert.ok(steps > 20, String(steps));
      assert.deepEqual(jumps, []);
    });

    it(`of ${name} has its start and its end where Home and End lead`, async () => {
      await show(text);
      await chat.log.press('Home');
      await chat.page.waitForFunction(() => document.querySelector('[role=log]')?.scrollTop === 0);
      const first = chat.page.locator('.markdown > :first-child');
      assert.ok(await first.isVisible());
      await chat.button('Jump to latest').click();
      await chat.painted();
      assert.equal(await toEnd(), 0);
      await chat.log.press('Home');
      await chat.page.waitForFunction(() => document.querySelector('[role=log]')?.scrollTop === 0);
      await chat.log.press('End');
      await chat.button('Jump to latest').waitFor({ state: 'detached' });
      // The browser rounds scroll positions.
      await chat.page.waitForFunction(() => {
        const log = document.querySelector('[role=log]');
        return log !== null && log.scrollHeight - log.scrollTop - log.clientHeight <= 1;
      });
    });
  }

  for (const [name, text] of Object.entries(footnotes)) {
    it(`leaves ${name} in a footnote far above the view, and the blocks before it, at their real height`, async () => {
      const references = 'text[^1]\n\n'.repeat(12);
      const footnote = answer('a1', { text: `${references}[^1]: ${text}\n` });
      const long = answer('a2', { text: texts['short paragraphs'] ?? '' });
      await chat.snapshot(viewState({ conversation: conversation(footnote, long) }));
      await whenRendered(chat, 'a1');
      await whenRendered(chat, 'a2');
      await chat.painted();
      const heights = async (): Promise<readonly number[]> =>
        chat.page
          .locator('.section:has(+ .footnotes), .footnotes, .footnotes *')
          .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().height));
      const far = await heights();
      await chat.log.press('Home');
      await chat.page.waitForFunction(() => document.querySelector('[role=log]')?.scrollTop === 0);
      await chat.painted();
      assert.deepEqual(far, await heights());
    });
  }

  for (const [name, text] of Object.entries(containers)) {
    it(`has the same gap between all paragraphs of ${name}`, async () => {
      await show(text);
      await chat.page.locator('.section').first().waitFor({ state: 'attached' });
      const gaps = await chat.page.locator('.markdown p').evaluateAll((all) => {
        // What is far from the view has no layout.
        document.body.classList.add('vscode-using-screen-reader');
        const boxes = all.map((element) => element.getBoundingClientRect());
        return boxes
          .slice(1)
          .map(({ top }, index) => Math.round(top - (boxes[index]?.bottom ?? 0)));
      });
      assert.ok(gaps.length >= paragraphs.length - 1);
      assert.deepEqual([...new Set(gaps)], [12]);
    });
  }

  it('shows the marks of all items of a list, which are outside of its sections', async () => {
    await show(texts['a list'] ?? '');
    for (const item of ['Item 2', 'Item 302', 'Item 572']) {
      const element = chat.page.locator('li', { hasText: new RegExp(`^${item}\\b`) }).last();
      await element.scrollIntoViewIfNeeded();
      await chat.painted();
      const { x, y } = (await element.boundingBox()) ?? { x: NaN, y: NaN };
      const clip = { x: x - 20, y, width: 18, height: 18 };
      const shown = await chat.page.screenshot({ clip });
      await element.evaluate((li) => (li.style.listStyle = 'none'));
      assert.ok(!shown.equals(await chat.page.screenshot({ clip })), item);
    }
  });

  it('is complete for screen readers, also far from the view', async () => {
    // VS Code does this while a screen reader is in use.
    await chat.page.evaluate(() => document.body.classList.add('vscode-using-screen-reader'));
    for (const [name, first, count] of [
      ['short paragraphs', 'word', 600],
      ['a list', 'Item', 600],
      ['a table', 'Row', 600],
    ] as const) {
      await show(texts[name] ?? '');
      const read = await readByScreenReader(chat);
      const missing = Array.from({ length: count }, (_, n) => `${first} ${n}`).filter(
        (text) => !read.has(text),
      );
      assert.deepEqual(missing, [], name);
    }
  });
});

/** The texts in the accessibility tree of the page. */
async function readByScreenReader({ page }: ChatPage): Promise<ReadonlySet<string>> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return new Set(
    nodes.flatMap(({ role, name, ignored }) =>
      role?.value === 'StaticText' && !ignored ? [String(name?.value).trim()] : [],
    ),
  );
}

/** Scrolls to the start in steps, and watches in each frame what is in the middle of the view. */
async function scrollUp(
  chat: ChatPage,
): Promise<{ readonly jumps: readonly Jump[]; readonly steps: number }> {
  return chat.log.evaluate(
    async (log, o) => {
      const frame = (): Promise<unknown> =>
        new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
      const box = log.getBoundingClientRect();
      /** A block with a text of its own: what contains it grows once that is laid out. */
      const middle = (): Element | undefined =>
        Array.from({ length: 20 }, (_, n) =>
          document.elementFromPoint(box.left + 40, box.top + box.height / 3 + n * 10),
        ).find((element) => element?.matches(o.blocks) === true) ?? undefined;
      const jumps: Jump[] = [];
      let steps = 0;
      while (log.scrollTop > 0 && steps < 5_000) {
        const element = middle();
        const before = element?.getBoundingClientRect().top ?? NaN;
        const distance = Math.min(o.stepPx, log.scrollTop);
        log.scrollBy(0, -distance);
        steps += 1;
        for (let count = 0; count < o.frames; count += 1) {
          await frame();
          const moved = (element?.getBoundingClientRect().top ?? NaN) - before - distance;
          // At the start, there is nothing above that could be laid out.
          if (Math.abs(moved) > 1 && log.scrollTop > 0) {
            jumps.push({
              at: log.scrollTop,
              moved,
              element: element?.outerHTML.slice(0, 80) ?? '',
            });
            break;
          }
        }
      }
      return { jumps, steps };
    },
    { stepPx, frames, blocks },
  );
}
