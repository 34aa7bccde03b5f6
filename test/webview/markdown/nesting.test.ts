// Deeply nested Markdown and code: thousands of nested elements end the renderer process.
import assert from 'node:assert/strict';
import { answer, conversation, viewState, type ChatPage } from '../support/chatPage';
import { countIdleCallbacks, domDepth, maxDomDepth } from '../support/domDepth';
import { freshPages } from '../support/freshPages';
import { nested, nestingLanguages, nestings, type Nesting } from '../support/nestings';
import { whenRendered } from '../support/whenRendered';

/** Code with so many levels of template literals crashed the page. */
const crashingLevels = 5_000;

describe('nesting', function () {
  this.timeout(300_000);
  let chat: ChatPage;
  freshPages(async (page) => {
    chat = page;
    await countIdleCallbacks(page.page);
  });

  async function showAnswer(text: string): Promise<void> {
    await chat.snapshot(viewState({ conversation: conversation(answer('a1', { text })) }));
    await whenRendered(chat, 'a1');
  }

  it('is at most 200 elements deep for everything that nests in Markdown and in three languages', async () => {
    for (const language of ['', ...nestingLanguages]) {
      const texts = nestings
        .filter((nesting) => nesting.language === language)
        .map((nesting) => nested(nesting, 300));
      await showAnswer(texts.join('\n\n'));
      const depth = await domDepth(chat.page);
      assert.ok(depth > 5 && depth <= maxDomDepth, `${language}: ${depth}`);
      if (language !== '') {
        const shown = await chat.answers.locator('pre').allTextContents();
        assert.equal(shown.length, texts.length);
        assert.ok(
          shown.every((code, index) => code === codeOf(texts[index] ?? '')),
          `The code in ${language} is not as written.`,
        );
      }
    }
  });

  const crashing: readonly Nesting[] = [
    { language: 'js', opening: '`${' },
    { language: 'py', opening: 'f"{' },
    { language: 'kotlin', opening: '"${' },
  ];
  for (const nesting of crashing) {
    it(`survives template literals nested ${crashingLevels} deep in ${nesting.language}, streamed and complete`, async () => {
      const text = nested(nesting, crashingLevels);
      await showAnswer(text);
      assert.ok((await domDepth(chat.page)) <= maxDomDepth);
      await chat.snapshot(
        viewState({ conversation: conversation(answer('a1', { state: 'waiting' })) }),
      );
      for (let at = 0; at < text.length; at += 1_500) {
        await chat.conversation({
          type: 'textAppended',
          answerId: 'a1',
          text: text.slice(at, at + 1_500),
          reasoning: '',
        });
      }
      await chat.page.waitForFunction(
        (code) => document.querySelector('pre')?.textContent === code,
        codeOf(text),
      );
      assert.ok((await domDepth(chat.page)) <= maxDomDepth);
    });
  }

  const tooLong = {
    'has a line of over 1,000 characters': `const a = '${'a'.repeat(1_000)}';\n`,
    'has a comment of over 20,000 characters before it': `/*\n${'a\n'.repeat(10_500)}*/\nconst a = 'a';\n`,
  };
  for (const [reason, code] of Object.entries(tooLong)) {
    it(`does not highlight the end of code that ${reason}: that takes too long`, async () => {
      const short = "const a = 'a';\n";
      await showAnswer(`\`\`\`js\n${code}\`\`\`\n\n\`\`\`js\n${short}\`\`\`\n`);
      await chat.answers.locator('.hl-string').first().waitFor();
      await domDepth(chat.page);
      const [first, second] = await chat.answers.locator('pre').all();
      // The beginning may have been highlighted before the rest was there.
      const end = first?.locator('.code-lines').last();
      assert.equal(await end?.locator('.hl-string').count(), 0);
      assert.equal(await second?.locator('.hl-string').count(), 1);
      assert.equal(await first?.textContent(), code.trimEnd());
    });
  }

  for (const opening of ['> ', '- ', '1. ', '> - ', '*a **b ', '~~_a ']) {
    it(`shows all text of Markdown nested by ${JSON.stringify(opening)}`, async () => {
      const levels = 2_000;
      const letters = (opening.match(/\w/g) ?? []).filter((letter) => /[ab]/.test(letter));
      const closing = [...opening.matchAll(/\*+|~+|_/g)]
        .map(([marker]) => marker)
        .toReversed()
        .join('');
      const text = `${opening.repeat(levels)}end${closing.repeat(levels)}\n\nAfter\n`;
      await showAnswer(text);
      assert.ok((await domDepth(chat.page)) <= maxDomDepth);
      const shown = (await chat.answers.locator('.markdown').textContent()) ?? '';
      assert.match(shown, /end[\s\S]*After/);
      assert.equal(shown.match(/[ab]/g)?.length ?? 0, letters.length * levels);
    });
  }

  it('shows the items of a list that goes on below the deepest level', async () => {
    const lines = Array.from({ length: 120 }, (_, depth) => `${'  '.repeat(depth)}- item${depth}.`);
    await showAnswer(`${lines.join('\n')}\n- last.\n`);
    const shown = (await chat.answers.locator('.markdown').textContent()) ?? '';
    for (const [depth] of lines.entries()) {
      assert.ok(shown.includes(`item${depth}.`), `item${depth} of ${shown}`);
    }
    assert.match(shown, /last\.\s*$/);
    assert.ok((await domDepth(chat.page)) <= maxDomDepth);
  });
});

function codeOf(fence: string): string {
  return fence.split('\n').slice(1, -2).join('\n');
}
