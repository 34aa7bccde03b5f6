// The page in a pseudo-language whose texts are 40 % longer than the English ones, in a narrow view: each text comes from
// the bundle, none is cut. Texts of the gateway, the model and the user stay as they are.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ViewState } from '../../../src/chat/common/protocol';
import { pseudoTexts, templatePattern, translated } from '../../support/uiLanguage';
import { type ChatPage } from '../support/chatPage';
import { chatPages } from '../support/sharedPages';
import { shownTexts } from '../support/shownTexts';
import { states } from '../support/states';

const texts = pseudoTexts();
const patterns = Object.values(texts).map(templatePattern);

/** The parts of texts that the page joins: lines of a tooltip, figures of a line. */
const partsOf = (text: string): readonly string[] => text.split(/\n| · /u);

const isFromBundle = (text: string): boolean => patterns.some((pattern) => pattern.test(text));

/** What the page shows of a file's place, a link or an edited line: without the marks around it, and what it adds. */
const bare = (text: string): string =>
  text.replaceAll(/\s+/gu, ' ').replaceAll(/^[-+·(\s]+|^http:\/\/|^mailto:|[)\s]+$|:\d+$/gu, '');

/** All texts that a state has, as one. */
function dataOf(state: ViewState): string {
  const found: string[] = [];
  JSON.stringify(state, (_, value: unknown) => {
    if (typeof value === 'string') found.push(value);
    return value;
  });
  return found.join('\n').replaceAll(/\s+/gu, ' ');
}

describe('the page in a pseudo-language, 300 px wide', () => {
  let chat: ChatPage;
  before(async () => {
    chat = await (await chatPages()).open({ width: 300, height: 700, l10n: texts });
  });
  after(() => chat.close());

  /** Fails if the page shows a text that is of neither the bundle nor the state, or cuts one of the bundle. */
  async function check(state: ViewState): Promise<void> {
    const shown = await shownTexts(chat.page);
    const data = dataOf(state);
    const isLiteral = (text: string): boolean =>
      /[a-z]{2}/iu.test(text) && !isFromBundle(text) && !data.includes(bare(text));
    assert.deepEqual(
      {
        literals: shown.flatMap(({ text }) => partsOf(text).filter(isLiteral)),
        cut: shown.filter(({ isCut }) => isCut).map(({ text, where }) => `${where}: ${text}`),
      },
      { literals: [], cut: [] },
    );
  }

  for (const [name, english] of Object.entries(states)) {
    it(`shows only texts of the bundle, and all of each: ${name}`, async () => {
      const state = translated(english, texts);
      await chat.snapshot(state);
      await check(state);
      await chat.page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      await check(state);
    });
  }

  /** What opens with a click or keys: the state in which it does, and how. */
  const openings: Readonly<Record<string, readonly [string, (page: Page) => Promise<void>]>> = {
    'the menu of code': [
      'tour',
      (page) => page.locator('.code-block [aria-haspopup="menu"]').first().click(),
    ],
    'the menu of a notice': [
      'model-unavailable',
      (page) => page.locator('.notice [aria-haspopup="menu"]').click(),
    ],
    usage: [
      'conversation',
      (page) => page.locator('[aria-expanded="false"].codicon-info').first().click(),
    ],
    'the figures of the context window': [
      'context-near',
      (page) => page.locator('.context-meter').click(),
    ],
    'the search': ['conversation', (page) => page.keyboard.press('Control+f')],
    'the edit of a question': [
      'conversation',
      (page) => page.locator('.question .codicon-edit').first().click(),
    ],
    'the edit of a queued question': [
      'queue',
      (page) => page.locator('.queue .codicon-edit').first().click(),
    ],
  };

  for (const [name, [stateName, open]] of Object.entries(openings)) {
    it(`shows only texts of the bundle, and all of each: ${name}`, async () => {
      const english = states[stateName];
      assert.ok(english !== undefined);
      const state = translated(english, texts);
      await chat.load({ width: 300, height: 700, l10n: texts });
      await chat.snapshot(state);
      const count = (await shownTexts(chat.page)).length;
      await open(chat.page);
      await chat.painted();
      assert.notEqual((await shownTexts(chat.page)).length, count, 'it is open');
      await check(state);
    });
  }
});
