// Code blocks: numbered like the host numbers them, and their text is exactly the code.
import assert from 'node:assert/strict';
import { codeBlocks } from '../../../src/markdown/common/codeBlocks';
import { violations } from '../support/axe';
import { answer, conversation, exchange, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';
import { whenRendered } from '../support/whenRendered';

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

const namesOf = (buttons: readonly Element[]): readonly string[] =>
  buttons.map(({ ariaLabel, textContent }) => ariaLabel ?? textContent ?? '');

describe('code blocks', () => {
  let chat: ChatPage;
  freshPages(
    (page) => {
      chat = page;
    },
    { height: 1_200, isReusable: false },
  );

  /** Chooses an item of the menu of a code block, by default the first one. */
  async function choose(item: string, block = chat.answers.locator('.code-block').first()) {
    await block.getByRole('button', { name: 'More', exact: true }).click();
    await block
      .getByRole(item.startsWith('Wrap') ? 'menuitemcheckbox' : 'menuitem', { name: item })
      .click();
  }

  it('have a preview where they are a diagram, once they are complete', async () => {
    const shown = '```mermaid\ngraph TD; a-->b\n```\n\n```ts\nlet a;\n```';
    await chat.snapshot(viewState({ conversation: exchange({ text: shown }) }));
    await chat.answers.getByText('let a;').waitFor();
    await chat.forgetCommands();
    await chat.answers.getByRole('button', { name: 'Preview' }).click();
    assert.deepEqual(await chat.commandsOf('previewCode'), [
      { type: 'previewCode', messageId: 'a1', block: 0 },
    ]);
  });

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
      await choose('Insert at cursor', second.locator('.code-block').nth(index));
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

  const longLine = `${'call(1, 2); '.repeat(1_000)}end`;

  it('keep their text when highlighted, while streaming and afterwards', async () => {
    const lines = Array.from({ length: 300 }, (_, index) =>
      index % 40 === 39 ? '/* a comment' : index % 40 === 5 ? 'ends */' : `call(${index}, 'x');`,
    );
    lines.push(longLine);
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
    assert.equal(await chat.answers.locator('.code-lines').count(), Math.ceil(301 / 64));
  });

  it('without a title hide the code under their buttons, and nothing shows between these', async () => {
    await chat.snapshot(
      viewState({ conversation: conversation(answer('a1', { text: '```\none line\n```' })) }),
    );
    const buttons = chat.answers.locator('.code-bar button');
    const places = await buttons.evaluateAll((elements) =>
      elements.map((button) => {
        const { left, right } = button.getBoundingClientRect();
        return { left, right, background: getComputedStyle(button).backgroundColor };
      }),
    );
    assert.equal(places.length, 3);
    for (const [index, { left, background }] of places.entries()) {
      assert.equal(left, places[index - 1]?.right ?? left);
      assert.match(background, /^rgb\(/u, 'opaque');
    }
  });

  it('show a long line as one line', async () => {
    await chat.snapshot(
      viewState({
        conversation: conversation(answer('a1', { text: `\`\`\`\na\n${longLine}\nb\n\`\`\`` })),
      }),
    );
    await whenRendered(chat, 'a1');
    const shown = await chat.answers.locator('pre code').evaluate((code) => {
      const range = document.createRange();
      const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
      const tops = new Set<number>();
      while (walker.nextNode() !== null) {
        range.selectNodeContents(walker.currentNode);
        for (const { top } of range.getClientRects()) tops.add(Math.round(top));
      }
      const lineHeight = Number.parseFloat(getComputedStyle(code).lineHeight);
      return { lines: Math.round(code.clientHeight / lineHeight), tops: tops.size };
    });
    assert.deepEqual(shown, { lines: 3, tops: 3 });
  });

  it('are copied as shown when selected', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`);
    const code = [...lines, longLine, ...lines].join('\n');
    await chat.snapshot(
      viewState({ conversation: conversation(answer('a1', { text: `\`\`\`\n${code}\n\`\`\`` })) }),
    );
    await whenRendered(chat, 'a1');
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

  it('name their file, a link if the workspace has it', async () => {
    const named = '```ts src/a.ts\n1\n```\n\n```ts title="The sum"\n2\n```';
    await chat.snapshot(viewState({ conversation: conversation(answer('a1', { text: named })) }));
    const files = chat.page.locator('.code-file');
    assert.deepEqual(await files.allTextContents(), ['src/a.ts', 'The sum']);
    await chat.events({ type: 'fileReferencesResolved', paths: ['src/a.ts'] });
    await chat.page.getByRole('link', { name: 'src/a.ts' }).click();
    assert.deepEqual(await chat.commandsOf('openFile'), [
      { type: 'openFile', messageId: 'a1', path: 'src/a.ts' },
    ]);
  });

  it('name a title that cannot be a file without asking for it', async () => {
    const named = '```ts title="javascript:run(1)"\n1\n```\n\n```ts src/b.ts\n2\n```';
    await chat.snapshot(viewState({ conversation: conversation(answer('a1', { text: named })) }));
    const files = chat.page.locator('.code-file');
    assert.deepEqual(await files.allTextContents(), ['javascript:run(1)', 'src/b.ts']);
    assert.deepEqual(await chat.page.locator('.code-file.file-reference').allTextContents(), [
      'src/b.ts',
    ]);
  });

  const longCode = `\`\`\`js\n${Array.from({ length: 100 }, (_, index) => `call(${index});`).join('\n')}\n\`\`\``;

  it('show their first 20 lines and a button for the others', async () => {
    const filler = '\nText\n'.repeat(40);
    const long = `${filler}\n${longCode}\n${filler}`;
    const show = () =>
      chat.snapshot(viewState({ conversation: conversation(answer('a1', { text: long })) }));
    await show();
    const unfold = chat.button('Show all 100 lines');
    const code = chat.answers.locator('pre code');
    const lines = (): Promise<number> =>
      code.evaluate((element) =>
        Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
      );
    await unfold.waitFor();
    assert.equal(await lines(), 20);
    assert.equal((await code.textContent())?.split('\n').length, 100);
    await unfold.press('Enter');
    assert.equal(await lines(), 100);
    assert.equal(await chat.page.evaluate(() => document.activeElement?.textContent), 'Show less');
    await chat.snapshot(viewState());
    await show();
    await code.waitFor();
    assert.equal(await unfold.count(), 0, 'stays unfolded');
    const less = chat.button('Show less');
    await less.scrollIntoViewIfNeeded();
    const [before, after] = await less.evaluate((button: HTMLElement) => {
      const { top } = button.getBoundingClientRect();
      button.click();
      return [top, button.getBoundingClientRect().top];
    });
    assert.equal(await lines(), 20);
    assert.ok(Math.abs((after ?? 0) - (before ?? 9)) < 1, 'the button stays under the pointer');
  });

  it('are not folded while they grow or because they are complete', async () => {
    const state = answer('a1', { state: 'streaming' });
    await chat.snapshot(viewState({ conversation: conversation(state) }));
    await chat.conversation({
      type: 'textAppended',
      answerId: 'a1',
      text: `${longCode}\n`,
      reasoning: '',
    });
    const outcome = { endedAt: 1 };
    await chat.conversation({ type: 'ended', answerId: 'a1', state: 'complete', outcome });
    await chat.answers.getByRole('button', { name: 'Retry', exact: true }).waitFor();
    assert.equal(await chat.page.locator('.folded, .code-fold').count(), 0);
  });

  it('are highlighted to their last line while an answer pauses in them', async () => {
    const state = answer('a1', { state: 'streaming' });
    await chat.snapshot(viewState({ conversation: conversation(state) }));
    const append = (added: string) =>
      chat.conversation({ type: 'textAppended', answerId: 'a1', text: added, reasoning: '' });
    const strings = chat.answers.locator('.hl-string');
    await append(`\`\`\`js\n${'call("first");\n'.repeat(40)}`);
    await strings.nth(39).waitFor();
    await append('call("last");\nno');
    await strings.getByText('"last"').waitFor();
  });

  it('are unfolded when the search finds something in them', async () => {
    await chat.snapshot(
      viewState({ conversation: conversation(answer('a1', { text: longCode })) }),
    );
    await chat.button('Show all 100 lines').waitFor();
    await chat.page.keyboard.press('Control+f');
    await chat.page.getByRole('textbox', { name: 'Find in chat' }).fill('call(77)');
    await chat.button('Show all 100 lines').waitFor({ state: 'detached' });
  });

  it('keep their bar in view while they are scrolled through', async () => {
    await chat.page.setViewportSize({ width: 400, height: 500 });
    await chat.snapshot(
      viewState({ conversation: conversation(answer('a1', { text: longCode })) }),
    );
    await chat.button('Show all 100 lines').click();
    await chat.log.evaluate((log) => {
      log.scrollTop = 700;
    });
    await chat.painted();
    const bar = await chat.page.locator('.code-bar').boundingBox();
    assert.equal(Math.round(bar?.y ?? -1), 25, 'below the pinned question');
    await chat.button('Copy').click();
    assert.equal((await chat.commandsOf('copyCode')).length, 1);
  });

  it('wrap their long lines if the user wants it, in all chats from then on', async () => {
    const wide = `\`\`\`\n${'word '.repeat(100)}\n\`\`\`\n\n\`\`\`\nshort\n\`\`\``;
    const view = viewState({ conversation: conversation(answer('a1', { text: wide })) });
    await chat.snapshot(view);
    const isWrapped = (): Promise<boolean> =>
      chat.answers
        .locator('pre')
        .first()
        .evaluate((pre) => pre.scrollWidth === pre.clientWidth);
    assert.equal(await isWrapped(), false);
    await choose('Wrap lines');
    assert.equal(await isWrapped(), true);
    assert.deepEqual(await chat.commandsOf('wrapCode'), [{ type: 'wrapCode', isOn: true }]);
    const checkedItem = async (): Promise<string | null> => {
      await chat.button('More').last().click();
      const checked = await chat.page
        .getByRole('menuitemcheckbox', { name: 'Wrap lines' })
        .getAttribute('aria-checked');
      await chat.page.keyboard.press('Escape');
      return checked;
    };
    assert.equal(await checkedItem(), 'true');
    await chat.events({
      type: 'preferences',
      preferences: { sendWith: 'enter', announce: 'sentences' },
    });
    assert.equal(await isWrapped(), false);
    assert.equal(await checkedItem(), 'false');
    await chat.load();
    await chat.snapshot({
      ...view,
      preferences: { sendWith: 'enter', announce: 'sentences', wrapsCode: true },
    });
    assert.equal(await isWrapped(), true);
  });

  it('have a menu that keys operate, and that is in the page only while it is open', async () => {
    await chat.snapshot(
      viewState({ conversation: conversation(answer('a1', { text: '```js\n1\n```' })) }),
    );
    const focused = (): Promise<string | null | undefined> =>
      chat.page.evaluate(() => document.activeElement?.textContent);
    await chat.button('Apply').focus();
    await chat.page.keyboard.press('ArrowRight');
    await chat.page.keyboard.press('ArrowRight');
    await chat.page.keyboard.press('Enter');
    await chat.page.getByRole('menu', { name: 'More' }).waitFor();
    assert.equal(await focused(), 'Insert at cursor');
    await chat.page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'New file');
    await chat.page.keyboard.press('Escape');
    await chat.page.getByRole('menu').waitFor({ state: 'detached' });
    assert.ok(await chat.button('More').evaluate((more) => more === document.activeElement));
    assert.deepEqual(await chat.commandsOf('stop'), []);
    await chat.button('More').click();
    await chat.button('More').click();
    await chat.page.getByRole('menu').waitFor({ state: 'detached' });
    assert.deepEqual(await violations(chat), []);
  });

  it('of the reasoning have nothing that needs their number', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ reasoning: '```js\n1\n```\n' }) }));
    await chat.button('More').waitFor();
    const block = chat.answers.locator('.reasoning .code-block');
    assert.deepEqual(await block.getByRole('button').evaluateAll(namesOf), ['More']);
    await chat.button('More').click();
    assert.deepEqual(await block.getByRole('menuitem').count(), 0);
    await chat.page.getByRole('menuitemcheckbox', { name: 'Wrap lines' }).click();
    assert.equal((await chat.commandsOf('wrapCode')).length, 1);
  });

  it('confirm an insertion once the host reports it', async () => {
    await chat.snapshot(
      viewState({ conversation: conversation(answer('a1', { text: '```\n1\n```' })) }),
    );
    const isConfirmed = (): Promise<boolean> =>
      chat.button('More').evaluate((button) => button.classList.contains('confirmed'));
    await chat.page.clock.install({ time: 0 });
    await chat.page.clock.pauseAt(60_000);
    await choose('Insert at cursor');
    assert.equal(await isConfirmed(), false);
    await chat.send({ type: 'codeInserted', messageId: 'a1', block: 0 });
    assert.equal(await isConfirmed(), true);
    await chat.page.clock.runFor(1_200);
    assert.equal(await isConfirmed(), false);
  });
});
