// The page in a pseudo-language whose texts are 40 % longer than the English ones, in a narrow view: each text comes from
// the bundle, none is cut. Texts of the gateway, the model and the user stay as they are.
import assert from 'node:assert/strict';
import { pseudoTexts, templatePattern, translated } from '../../../support/uiLanguage';
import type { ViewState } from '../../../../src/features/chatView/common/protocol';
import { type ChatPage } from '../../support/chatPage';
import { chatPages } from '../../support/sharedPages';
import { shownTexts } from '../../support/shownTexts';
import { states } from '../../support/states';

const texts = pseudoTexts();
const patterns = Object.values(texts).map(templatePattern);

/** The parts of texts that the page joins: lines of a tooltip, figures of a line. */
const partsOf = (text: string): readonly string[] => text.split(/\n| · /u);

const isFromBundle = (text: string): boolean => patterns.some((pattern) => pattern.test(text));

/** What the page shows of a file's place or a link: without the marks around it, and what it adds. */
const bare = (text: string): string =>
  text.replaceAll(/\s+/gu, ' ').replaceAll(/^[·(\s]+|^http:\/\/|^mailto:|[)\s]+$|:\d+$/gu, '');

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

  for (const [name, english] of Object.entries(states)) {
    it(`shows only texts of the bundle, and all of each: ${name}`, async () => {
      const state = translated(english, texts);
      await chat.snapshot(state);
      const shown = await shownTexts(chat.page);
      const data = dataOf(state);
      const literals = shown.flatMap(({ text }) =>
        partsOf(text).filter((part) => /[a-z]{2}/iu.test(part) && !isFromBundle(part) && !data.includes(bare(part))),
      );
      assert.deepEqual({ literals, cut: shown.filter(({ isCut }) => isCut).map(({ text, where }) => `${where}: ${text}`) }, { literals: [], cut: [] });
    });
  }
});
