// Every state in the dark theme and another one, at the width of a side bar: accessible and fitting. `npm run screenshots`
// takes pictures of all.
import assert from 'node:assert/strict';
import type { ViewState } from '../../../src/chat/common/protocol';
import { violations } from '../support/axe';
import type { ChatPage, ChatPages } from '../support/chatPage';
import { highlighted } from '../support/highlighted';
import { themes, type Theme } from '../support/server';
import { chatPages } from '../support/sharedPages';
import { states } from '../support/states';

/** The view's heights in CSS pixels, where all of a state should be seen. */
const heights: Readonly<Record<string, number>> = {
  tour: 2_600,
  math: 900,
  research: 1_400,
  // The pinned question covers no half of a button.
  conversation: 800,
};

const otherThemes = themes.filter((theme) => theme !== 'dark');

/** All states in the dark theme, and each one in one of the others. */
function statesIn(theme: Theme): readonly (readonly [name: string, state: ViewState])[] {
  const all = Object.entries(states);
  const at = otherThemes.findIndex((name) => name === theme);
  return at === -1 ? all : all.filter((_, index) => index % otherThemes.length === at);
}

describe('appearance and accessibility', () => {
  let pages: ChatPages;

  before(async () => {
    pages = await chatPages();
  });

  for (const theme of themes) {
    describe(`in ${theme}`, () => {
      let chat: ChatPage;

      // Opening a page takes longer than all checks of its states, so each theme has one page.
      before(async () => {
        chat = await pages.open({ theme });
      });
      after(() => chat.close());

      for (const [name, state] of statesIn(theme)) {
        it(`shows ${name}`, async () => {
          await chat.page.setViewportSize({ width: 300, height: heights[name] ?? 720 });
          await chat.snapshot(state);
          await highlighted(chat);
          assert.deepEqual(await violations(chat), []);
          assert.ok(await fits(chat), 'nothing is wider than the view');
          assert.deepEqual(chat.errors, []);
        });
      }
    });
  }

  for (const width of [200, 300]) {
    it(`shows everything ${width} px wide`, async () => {
      const chat = await pages.open({ width, height: 900 });
      for (const [name, state] of Object.entries(states)) {
        await chat.snapshot(state);
        assert.ok(await fits(chat), name);
        const boxes = await chat.page
          .getByRole('button')
          .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().toJSON()));
        for (const box of boxes) {
          assert.ok(box.width >= 16 && box.x >= 0 && box.x + box.width <= width);
        }
      }
      await chat.close();
    });
  }
});

async function fits(chat: ChatPage): Promise<boolean> {
  return chat.page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.log, .composer, .welcome')].every(
      (box) => box.scrollWidth <= box.clientWidth,
    ),
  );
}
