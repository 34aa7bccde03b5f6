// Where code blocks belong: what the page tells the host, and what the headers show.
import assert from 'node:assert/strict';
import type { AnswerPlacements } from '../../../../src/features/apply/common/applyView';
import { eventuallyEqual } from '../../../support/eventually';
import { answer, conversation, exchange, viewState, type ChatPage } from '../../support/chatPage';
import { freshPages } from '../../support/freshPages';

const text = 'Two blocks:\n\n```ts\none();\n```\n\n    two();\n\nEnd.\n';

const placements: Readonly<Record<string, AnswerPlacements>> = {
  a1: {
    blocks: [
      { block: 0, text: 'a.ts · 2 changes', state: 'placed' },
      { block: 1, text: "b.ts · can't be placed: not found", state: 'refused' },
    ],
    files: 2,
  },
};

describe('code placements', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  const seen = async () =>
    (await chat.commandsOf('codeBlocksSeen')).map(({ messageId, blocks }) => ({
      messageId,
      blocks,
    }));
  const labels = () => chat.answers.locator('.code-placement').allTextContents();
  const streamed = (added: string) =>
    chat.conversation({ type: 'textAppended', answerId: 'a1', text: added, reasoning: '' });

  it('tells which code blocks are complete, with several in one command', async () => {
    await chat.snapshot(
      viewState({
        conversation: conversation(
          answer('a0', { text: '```\nother\n```' }),
          answer('a1', { text, reasoning: '```\nnot counted\n```' }),
        ),
      }),
    );
    await eventuallyEqual('the blocks', async () => (await seen()).toSorted(byMessage), [
      { messageId: 'a0', blocks: [0] },
      { messageId: 'a1', blocks: [0, 1] },
    ]);
  });

  it('tells a block of an answer that arrives once it is complete, and none of the reasoning', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ state: 'waiting' }) }));
    await chat.conversation({
      type: 'textAppended',
      answerId: 'a1',
      text: '',
      reasoning: '```\nhm\n```\n',
    });
    await streamed('```\none\n```\n\n```\ntwo\n');
    await eventuallyEqual('the first block', seen, [{ messageId: 'a1', blocks: [0] }]);
    await streamed('three\n```\n');
    await eventuallyEqual('the second block', async () => (await seen()).slice(1), [
      { messageId: 'a1', blocks: [1] },
    ]);
  });

  it('shows what the host finds, and what changes', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text }) }));
    assert.deepEqual(await labels(), []);
    await chat.events({ type: 'placements', placements });
    assert.deepEqual(await labels(), ['a.ts · 2 changes', "b.ts · can't be placed: not found"]);
    const bar = chat.page.getByRole('toolbar', { name: 'Code actions' }).first();
    assert.match(await bar.ariaSnapshot(), /a\.ts · 2 changes/u);
    assert.equal(
      await chat.button('Apply').first().getAttribute('aria-description'),
      'a.ts · 2 changes',
    );
    await chat.events({
      type: 'placements',
      placements: {
        a1: { blocks: [{ block: 0, text: 'a.ts · 1 conflict', state: 'conflict' }], files: 1 },
      },
    });
    assert.deepEqual(await labels(), ['a.ts · 1 conflict']);
    await chat.events({ type: 'placements', placements: undefined });
    assert.deepEqual(await labels(), []);
    assert.equal(await chat.button('Apply').first().getAttribute('aria-description'), null);
  });

  it('names the file once, and its folders where the block has them', async () => {
    const blocks = ['a.ts', 'src/b.ts'].map((name) => `\`\`\`ts ${name}\n1\n\`\`\`\n`);
    await chat.snapshot(
      viewState({ conversation: exchange({ text: blocks.join('\n') }), placements }),
    );
    await eventuallyEqual('the labels', async () => (await labels()).length, 2);
    const names = chat.answers.locator('.code-file');
    assert.deepEqual(
      [await names.first().isVisible(), await names.last().isVisible()],
      [false, true],
    );
  });

  it('shows it again when the chat is opened again, never in the reasoning', async () => {
    const state = viewState({
      conversation: exchange({ text, reasoning: '```js\nreasoning\n```\n' }),
      placements,
    });
    await chat.snapshot(state);
    await chat.page.getByText('Reasoning', { exact: true }).click();
    await chat.answers.locator('.reasoning .code-block').waitFor();
    await eventuallyEqual('the labels', async () => (await labels()).length, 2);
    await chat.snapshot({ ...state, conversation: { ...conversation(), id: 'c2' } });
    await chat.snapshot(state);
    await eventuallyEqual('the labels again', async () => (await labels()).length, 2);
  });

  it('keeps the buttons where they are when the text comes, also in a narrow view', async () => {
    await chat.page.setViewportSize({ width: 300, height: 700 });
    await chat.snapshot(
      viewState({ conversation: exchange({ text: '```ts src/long/path/of/a/file.ts\n1\n```\n' }) }),
    );
    const before = await chat.button('Apply').boundingBox();
    await chat.events({ type: 'placements', placements });
    assert.equal((await labels()).length, 1);
    assert.deepEqual(await chat.button('Apply').boundingBox(), before);
  });

  it('posts what the buttons and the menu are for, by position', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text }), placements }));
    const second = chat.answers.locator('.code-block').nth(1);
    await second.getByRole('button', { name: 'Apply' }).click();
    for (const name of ['New file', 'Send to terminal']) {
      await second.getByRole('button', { name: 'More' }).click();
      await chat.page.getByRole('menuitem', { name }).click();
    }
    const position = { messageId: 'a1', block: 1 };
    assert.deepEqual(
      [
        await chat.commandsOf('applyCode'),
        await chat.commandsOf('newFile'),
        await chat.commandsOf('sendToTerminal'),
      ],
      [
        [{ type: 'applyCode', ...position }],
        [{ type: 'newFile', ...position }],
        [{ type: 'sendToTerminal', ...position }],
      ],
    );
  });

  it('asks the model to write a refused block again from its header, without a click on Apply', async () => {
    const refused = { block: 1, text: "b.ts · can't be placed: gone", state: 'refused' as const };
    await chat.snapshot(viewState({ conversation: exchange({ text }) }));
    const show = (canRedo: boolean) =>
      chat.events({
        type: 'placements',
        placements: { a1: { blocks: [{ ...refused, ...(canRedo && { canRedo }) }], files: 0 } },
      });
    await show(true);
    const redo = chat.button('Ask the model to redo this');
    assert.match((await redo.getAttribute('title')) ?? '', /costs a request/u);
    await redo.press('Enter');
    assert.deepEqual(await chat.commandsOf('redoCode'), [
      { type: 'redoCode', messageId: 'a1', block: 1 },
    ]);
    await show(false);
    assert.equal(await redo.count(), 0);
  });

  describe('of a shell', () => {
    const command = '```bash\nnpm test\n```\n';
    const placed = { block: 0, text: 'run.sh · 1 change', state: 'placed' as const };

    it('has the terminal in the header and Apply in the menu', async () => {
      await chat.snapshot(viewState({ conversation: exchange({ text: command }) }));
      assert.equal(await chat.button('Apply').count(), 0);
      await chat.button('Send to terminal').press('Enter');
      await chat.button('More').click();
      assert.equal(await chat.page.getByRole('menuitem', { name: 'Send to terminal' }).count(), 0);
      await chat.page.getByRole('menuitem', { name: 'Apply', exact: true }).click();
      const position = { messageId: 'a1', block: 0 };
      assert.deepEqual(
        [await chat.commandsOf('sendToTerminal'), await chat.commandsOf('applyCode')],
        [[{ type: 'sendToTerminal', ...position }], [{ type: 'applyCode', ...position }]],
      );
    });

    it('is a script where it has a place in a file', async () => {
      await chat.snapshot(viewState({ conversation: exchange({ text: command }) }));
      await chat.events({ type: 'placements', placements: { a1: { blocks: [placed], files: 1 } } });
      assert.deepEqual(await labels(), ['run.sh · 1 change']);
      await chat.button('Apply').click();
      assert.equal(await chat.button('Send to terminal').count(), 0);
      const waiting = {
        block: 0,
        text: 'Waiting for the language server…',
        state: 'waiting' as const,
      };
      await chat.events({
        type: 'placements',
        placements: { a1: { blocks: [waiting], files: 0 } },
      });
      await chat.button('Send to terminal').waitFor();
    });
  });

  describe('with search and replace', () => {
    const edit = (...lines: readonly string[]) =>
      ['<<<<<<< SEARCH', ...lines, '>>>>>>> REPLACE'].join('\n');
    const first = edit('  one();', '  two();', '=======', '  one();', '  zwei();', '  drei();');
    const shown = () => chat.answers.locator('pre code').innerText();
    const answerOf = (...parts: readonly string[]) =>
      chat.snapshot(
        viewState({ conversation: exchange({ text: `\`\`\`ts\n${parts.join('\n')}\n\`\`\`\n` }) }),
      );

    it('shows the lines that go and come, and the file in the header', async () => {
      await answerOf('src/a.ts', first, edit('gone();', '======='));
      const lines = ['    one();', '-   two();', '+   zwei();', '+   drei();', '⋯', '- gone();'];
      await eventuallyEqual('the lines', async () => (await shown()).trimEnd().split('\n'), lines);
      assert.equal(await chat.answers.locator('.code-file').innerText(), 'src/a.ts');
      const colors = await chat.answers
        .locator('.edit-removed, .edit-added')
        .evaluateAll(
          (all) => new Set(all.map((one) => getComputedStyle(one).backgroundColor)).size,
        );
      assert.equal(colors, 2);
    });

    it('names the files of several', async () => {
      await answerOf('a.ts', first, 'b.ts', edit('x', '=======', 'y'));
      await eventuallyEqual(
        'the end',
        async () => (await shown()).trimEnd().split('\n').slice(-3),
        ['b.ts', '- x', '+ y'],
      );
    });

    it('stays as it is where it is incomplete', async () => {
      await answerOf('<<<<<<< SEARCH', 'one();', '=======', 'two();');
      assert.match(await shown(), /^<<<<<<< SEARCH/u);
    });
  });

  it('has its tab stop at the first button, also from behind', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text: '```ts\none\n```' }) }));
    await chat.box.focus();
    const names: string[] = [];
    for (let step = 0; step < 3; step += 1) {
      await chat.page.keyboard.press('Shift+Tab');
      names.push(
        await chat.page.evaluate(() => {
          const { activeElement: focused } = document;
          return focused?.getAttribute('aria-label') ?? focused?.textContent ?? '';
        }),
      );
    }
    assert.deepEqual(names, ['Copy answer', 'one', 'Apply']);
  });

  it('shows at once that a click on Apply is worked on, and takes no second one until the end', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text }), placements }));
    const button = chat.button('Apply').first();
    const ended = (block: number) => ({
      type: 'commandEnded' as const,
      command: { type: 'applyCode' as const, messageId: 'a1', block },
    });
    const isBusy = () => button.getAttribute('aria-busy');
    const size = await button.boundingBox();
    // It happens in the same task as the click: nothing has to come from the host.
    const atOnce = await button.evaluate((element: HTMLElement) => {
      element.click();
      element.click();
      return element.ariaBusy;
    });
    assert.equal(atOnce, 'true');
    assert.equal(await button.locator('.codicon-loading').count(), 1);
    assert.deepEqual(await button.boundingBox(), size);
    assert.equal(await chat.button('Apply').last().getAttribute('aria-busy'), null);
    await chat.send(ended(1));
    assert.equal(await isBusy(), 'true');
    await chat.send(ended(0));
    await eventuallyEqual('the end', isBusy, null);
    await button.press('Enter');
    const position = { messageId: 'a1', block: 0 };
    assert.deepEqual(
      await chat.commandsOf('applyCode'),
      [position, position].map(({ messageId, block }) => ({ type: 'applyCode', messageId, block })),
    );
  });

  it('applies all blocks of a complete answer if there are several', async () => {
    await chat.snapshot(
      viewState({ conversation: exchange({ state: 'streaming', text }), placements }),
    );
    const applyAll = chat.button(/^Apply all/u);
    assert.equal(await applyAll.count(), 0);
    await chat.conversation({
      type: 'ended',
      answerId: 'a1',
      state: 'complete',
      outcome: { endedAt: 1 },
    });
    assert.equal(await applyAll.textContent(), 'Apply all (2 files)');
    await applyAll.press('Enter');
    assert.deepEqual(await chat.commandsOf('applyAll'), [{ type: 'applyAll', messageId: 'a1' }]);
    await chat.events({ type: 'placements', placements: { a1: { blocks: [], files: 1 } } });
    assert.equal(await applyAll.textContent(), 'Apply all (1 file)');
    await chat.events({ type: 'placements', placements: { a1: { blocks: [], files: 0 } } });
    assert.equal(await applyAll.count(), 0);
    assert.ok(await chat.log.evaluate((log) => log === document.activeElement));
  });
});

function byMessage(a: { readonly messageId: string }, b: { readonly messageId: string }): number {
  return a.messageId.localeCompare(b.messageId);
}
