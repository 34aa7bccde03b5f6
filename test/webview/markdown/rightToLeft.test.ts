// Arabic and Hebrew are read from the right, code from the left.
import assert from 'node:assert/strict';
import { answer, conversation, question, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

const arabic = 'هذا نص عربي.';
const text = `# ${arabic}

${arabic} \`code()\` ثم المزيد.

- ${arabic}
- English

1. ${arabic}

> ${arabic}

> [!NOTE]
> ${arabic}

| ${arabic} | Second |
| --- | --- |
| ${arabic} | b |

\`\`\`js
// ${arabic}
\`\`\`

An English paragraph, with ${arabic}

- An English item
`;

describe('text in a language that is written from right to left', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  const directions = (selector: string): Promise<readonly string[]> =>
    chat.page
      .locator(selector)
      .evaluateAll((all) => all.map((element) => getComputedStyle(element).direction));

  it('has that direction in each block of an answer, and code has its own', async () => {
    await chat.snapshot(viewState({ conversation: conversation(answer('a1', { text })) }));
    assert.deepEqual(await directions(':is(.markdown, .section) > :is(h1, p)'), [
      'rtl',
      'rtl',
      'ltr',
    ]);
    assert.deepEqual(await directions(':is(.markdown, .section) > :is(ul, ol)'), [
      'rtl',
      'rtl',
      'ltr',
    ]);
    assert.deepEqual(await directions('.markdown blockquote'), ['rtl', 'rtl']);
    assert.deepEqual([...new Set(await directions('.markdown :is(th, td)'))], ['rtl']);
    assert.deepEqual(await directions(':is(.markdown, .section) > p code, .markdown pre code'), [
      'ltr',
      'ltr',
    ]);
    const first = await chat.page.locator('th').first().boundingBox();
    const second = await chat.page.locator('th').last().boundingBox();
    assert.ok((first?.x ?? 0) > (second?.x ?? 0), 'the first column is on the right');
  });

  it('has that direction where the first letter comes late, and blocks without a letter have none', async () => {
    const late = `| 1 | 2 |\n| - | - |\n| 3 | ${arabic} |\n\n12345\n\n- 1\n- ${arabic}\n`;
    await chat.snapshot(viewState({ conversation: conversation(answer('a1', { text: late })) }));
    const blocks = '.markdown > :is(.table-block, p, ul)';
    assert.deepEqual(await directions(blocks), ['rtl', 'ltr', 'rtl']);
    assert.equal(await chat.page.locator('.markdown > p').getAttribute('dir'), null);
  });

  it('has that direction in questions and text fields', async () => {
    await chat.snapshot(
      viewState({ conversation: conversation(question('q1', arabic), answer('a1', { text })) }),
    );
    await chat.box.fill(arabic);
    assert.deepEqual(await directions('.question-text, .composer textarea'), ['rtl', 'rtl']);
    await chat.box.fill('English');
    assert.deepEqual(await directions('.composer textarea'), ['ltr']);
  });
});
