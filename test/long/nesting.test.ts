// Everything that nests, in every highlighted language, to 100,000 levels.
import assert from 'node:assert/strict';
import { answer, conversation, ChatPages, viewState } from '../webview/support/chatPage';
import { countIdleCallbacks, domDepth, maxDomDepth } from '../webview/support/domDepth';
import { highlightedLanguages, nested, nestings } from '../webview/support/nestings';

/** Longer code is not highlighted, so this is the most that is. In UTF-16 units. */
const highlightedLength = 59_000;
const highlightedSizes = [
  { levels: 1_000, maxLength: highlightedLength },
  { levels: 100_000, maxLength: highlightedLength },
];
const plainSize = { levels: 100_000, maxLength: Infinity };

/** Code that is not highlighted is the same in every language, so the longest texts are tried in one of them only. */
function sizesOf(language: string): readonly (typeof plainSize)[] {
  return ['', 'javascript'].includes(language)
    ? [...highlightedSizes, plainSize]
    : highlightedSizes;
}

describe('nesting to 100,000 levels', function () {
  this.timeout(3_600_000);
  let pages: ChatPages;

  before(async () => {
    pages = await ChatPages.start();
  });
  after(() => pages.stop());

  for (const language of ['', ...highlightedLanguages]) {
    it(`never ends the page, and is at most 200 elements deep, in ${language === '' ? 'Markdown' : language}`, async () => {
      const chat = await pages.open();
      await countIdleCallbacks(chat.page);
      let hasCrashed = false;
      chat.page.on('crash', () => (hasCrashed = true));
      for (const nesting of nestings.filter((candidate) => candidate.language === language)) {
        for (const { levels, maxLength } of sizesOf(language)) {
          const name = `${nesting.opening} × ${levels}, at most ${maxLength} characters`;
          const text = nested(nesting, levels, maxLength);
          const id = `${nesting.opening}${levels}${maxLength}`;
          await chat.snapshot(viewState({ conversation: conversation(answer(id, { text })) }));
          await chat.page.waitForFunction(
            (messageId) => {
              const article = document.querySelector<HTMLElement>('[data-message-id]');
              const root = article?.querySelector<HTMLElement>('.markdown');
              return (
                article?.dataset['messageId'] === messageId &&
                (root === null || (root?.style.minHeight === '' && root.childElementCount > 0))
              );
            },
            id,
            { timeout: 300_000 },
          );
          const depth = await domDepth(chat.page, 300_000);
          assert.ok(depth <= maxDomDepth, `${name}: ${depth} elements deep`);
          assert.equal(hasCrashed, false, name);
        }
      }
      await chat.close();
    });
  }
});
