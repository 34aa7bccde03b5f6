// Everything that nests, in every highlighted language, to 100,000 levels.
import assert from 'node:assert/strict';
import {
  answer,
  type ChatPage,
  conversation,
  ChatPages,
  viewState,
} from '../../webview/support/chatPage';
import { countIdleCallbacks, domDepth, maxDomDepth } from '../../webview/support/domDepth';
import {
  highlightedLanguages,
  nested,
  type NestedTextOptions,
  type Nesting,
  nestings,
} from '../../webview/support/nestings';
import { whenRendered } from '../../webview/support/whenRendered';

const levels = 100_000;
/** Longer code is not highlighted, so this is the most that is. In UTF-16 units. */
const highlighted: NestedTextOptions = { maxLength: 19_000 };
const oneLine: NestedTextOptions = { maxLength: 990, isOneLine: true };
const plain: NestedTextOptions = { isOneLine: true };

/** Fences in one answer: each answer costs some frames and idle times of the browser. */
const fencesPerAnswer = 10;

interface Sample {
  readonly name: string;
  readonly text: string;
}

function sample(nesting: Nesting, options: NestedTextOptions): Sample {
  const name = `${nesting.opening} × ${levels}, ${JSON.stringify(options)}`;
  return { name, text: nested(nesting, levels, options) };
}

/**
 * Code that is not highlighted is the same in every language, so the longest texts are tried in all languages together,
 * each opening in one of them.
 */
function samplesIn(language: string): readonly Sample[] {
  const index = highlightedLanguages.indexOf(language);
  return nestings
    .filter((nesting) => nesting.language === language)
    .flatMap((nesting, at) => {
      const isPlainHere = at % highlightedLanguages.length === index;
      const options = isPlainHere ? [highlighted, oneLine, plain] : [highlighted, oneLine];
      return options.map((each) => sample(nesting, each));
    });
}

describe('nesting to 100,000 levels', function () {
  this.timeout(600_000);
  let pages: ChatPages;
  let chat: ChatPage;
  let shown = 0;

  before(async () => {
    pages = await ChatPages.start();
  });
  after(() => pages.stop());
  beforeEach(async () => {
    chat = await pages.open();
    await countIdleCallbacks(chat.page);
  });
  afterEach(() => chat.close());

  async function assertShallow(samples: readonly Sample[]): Promise<void> {
    const names = samples.map(({ name }) => name).join('\n');
    shown += 1;
    const id = `answer${shown}`;
    const text = samples.map((each) => each.text).join('\n');
    await chat.snapshot(viewState({ conversation: conversation(answer(id, { text })) }));
    let depth: number;
    try {
      await whenRendered(chat, id, 120_000);
      depth = await domDepth(chat.page, 120_000);
    } catch (error) {
      throw new Error(`The page has crashed or takes too long:\n${names}`, { cause: error });
    }
    assert.ok(depth > 5 && depth <= maxDomDepth, `${depth} elements deep:\n${names}`);
  }

  it('never ends the page, and is at most 200 elements deep, in Markdown', async () => {
    for (const nesting of nestings.filter(({ language }) => language === '')) {
      await assertShallow([sample(nesting, plain)]);
    }
  });

  for (const language of highlightedLanguages) {
    it(`never ends the page, and is at most 200 elements deep, in ${language}`, async () => {
      const samples = samplesIn(language);
      for (let at = 0; at < samples.length; at += fencesPerAnswer) {
        await assertShallow(samples.slice(at, at + fencesPerAnswer));
      }
      assert.ok((await chat.page.locator('pre').count()) > 0);
    });
  }
});
