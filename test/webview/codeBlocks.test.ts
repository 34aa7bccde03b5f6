// Code blocks: numbered like the host numbers them, and their text is exactly the code.
import assert from 'node:assert/strict';
import { codeBlocks } from '../../src/shared/markdown/codeBlocks';
import { answer, type ChatPage, conversation, viewState } from './support/chatPage';
import { freshPages } from './support/freshPages';

const text = `Intro

\`\`\`ts
first();
\`\`\`

- item

  \`\`\`
  second
    indented
  \`\`\`

> \`\`\`python
> third()
> \`\`\`

    fourth, indented

~~~
fifth

~~~

1. a
   1. b

          sixth
`;

describe('code blocks', () => {
  let chat: ChatPage;
  freshPages(
    (page) => {
      chat = page;
    },
    { height: 1_200 },
  );

  it('have the numbers that the host gives them, nested ones too', async () => {
    const expected = codeBlocks(text);
    assert.equal(expected.length, 6);
    await chat.snapshot(
      viewState({
        conversation: conversation(
          answer('a0', { text: '```\nother\n```' }),
          answer('a1', { text, reasoning: '```\nnot counted\n```' }),
        ),
      }),
    );
    const second = chat.answers.nth(1);
    const shown = await second.locator('pre').allTextContents();
    assert.deepEqual(shown, expected);
    for (const index of expected.keys()) {
      await second.getByRole('button', { name: 'Copy', exact: true }).nth(index).click();
      await second
        .getByRole('button', { name: 'Insert at cursor', exact: true })
        .nth(index)
        .click();
    }
    const indexes = [...expected.keys()];
    assert.deepEqual(
      await chat.commandsOf('copyCode'),
      indexes.map((block) => ({ type: 'copyCode', messageId: 'a1', block })),
    );
    assert.deepEqual(
      await chat.commandsOf('insertCode'),
      indexes.map((block) => ({ type: 'insertCode', messageId: 'a1', block })),
    );
  });

  it('keep their text when highlighted, while streaming and afterwards', async () => {
    const lines = Array.from({ length: 300 }, (_, index) =>
      index % 40 === 39 ? '/* a comment' : index % 40 === 5 ? 'ends */' : `call(${index}, 'x');`,
    );
    const code = `${lines.join('\n')}\n`;
    await chat.snapshot(
      viewState({ conversation: conversation(answer('a1', { state: 'waiting' })) }),
    );
    for (let at = 0; at < code.length; at += 500) {
      await chat.conversation({
        type: 'textAppended',
        answerId: 'a1',
        text: (at === 0 ? '```ts\n' : '') + code.slice(at, at + 500),
        reasoning: '',
      });
    }
    await chat.conversation({
      type: 'ended',
      answerId: 'a1',
      state: 'complete',
      outcome: { endedAt: 1 },
    });
    await chat.page.waitForFunction(() =>
      [...document.querySelectorAll('.code-lines')].every(
        (group) => group.querySelector('[class^="hl-"]') !== null,
      ),
    );
    assert.equal(await chat.answers.locator('pre').textContent(), lines.join('\n'));
    assert.equal(await chat.answers.locator('.code-lines').count(), Math.ceil(300 / 64));
  });

  it('are copied as shown when selected', async () => {
    const code = Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n');
    await chat.snapshot(
      viewState({ conversation: conversation(answer('a1', { text: `\`\`\`\n${code}\n\`\`\`` })) }),
    );
    const selected = await chat.answers.locator('pre').evaluate((pre) => {
      const selection = document.getSelection();
      selection?.selectAllChildren(pre);
      return selection?.toString() ?? '';
    });
    assert.equal(selected.trimEnd(), code);
  });

  it('show the language as the model wrote it', async () => {
    await chat.snapshot(
      viewState({
        conversation: conversation(
          answer('a1', { text: '```c++ title=x\n1\n```\n\n```{.r}\n2\n```\n\n```\n3\n```' }),
        ),
      }),
    );
    assert.deepEqual(await chat.page.locator('.code-language').allTextContents(), ['c++', '', '']);
  });
});
