// An answer that ended the page while it was rendered is shown as plain text; the page reports what it renders.
import assert from 'node:assert/strict';
import { eventually } from '../support/eventually';
import { answer, type ChatPage, conversation, viewState } from './support/chatPage';
import { freshPages } from './support/freshPages';

const long = `${'**Bold** text.\n\n'.repeat(400)}\`\`\`js\nconst a = 1;\n\`\`\`\n`;

describe('the rendering of long answers', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  async function reports(): Promise<readonly (readonly string[])[]> {
    return (await chat.commandsOf('rendering')).map(({ messageIds }) => messageIds);
  }

  it('is reported before it begins and when it is on the screen', async () => {
    await chat.page.evaluate(() => {
      const host = window as unknown as { renderedAtFirstReport: number | undefined };
      const { commands } = window as unknown as { commands: { type: string }[] };
      const { push } = commands;
      commands.push = function pushed(...items) {
        if (items.some(({ type }) => type === 'rendering')) {
          host.renderedAtFirstReport ??= document.querySelectorAll('.markdown p').length;
        }
        return push.apply(commands, items);
      };
    });
    await chat.snapshot(
      viewState({ conversation: conversation(answer('a1', { text: long }), answer('a2')) }),
    );
    await eventually(
      'the end of the rendering',
      async () => (await reports()).at(-1)?.length === 0,
    );
    assert.deepEqual((await reports())[0], ['a1']);
    assert.equal(
      await chat.page.evaluate(
        () => (window as unknown as { renderedAtFirstReport: number }).renderedAtFirstReport,
      ),
      0,
    );
    assert.equal(await chat.answers.first().locator('.markdown p').count(), 400);
  });

  it('is reported while a long answer streams, and not for short answers', async () => {
    await chat.snapshot(
      viewState({
        conversation: conversation(
          answer('short', { text: 'Short. '.repeat(100) }),
          answer('a1', { state: 'waiting' }),
        ),
      }),
    );
    assert.deepEqual(await reports(), []);
    await chat.conversation({ type: 'textAppended', answerId: 'a1', text: long, reasoning: '' });
    assert.deepEqual((await reports()).at(-1), ['a1']);
    await chat.conversation({
      type: 'ended',
      answerId: 'a1',
      state: 'complete',
      outcome: { endedAt: 1 },
    });
    await eventually(
      'the end of the rendering',
      async () => (await reports()).at(-1)?.length === 0,
    );
  });

  it('is not reported while the window is hidden', async () => {
    const setHidden = (hidden: boolean): Promise<void> =>
      chat.page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await chat.snapshot(
      viewState({ conversation: conversation(answer('a1', { state: 'waiting' })) }),
    );
    await chat.conversation({ type: 'textAppended', answerId: 'a1', text: long, reasoning: '' });
    assert.deepEqual((await reports()).at(-1), ['a1']);
    await setHidden(true);
    assert.deepEqual((await reports()).at(-1), []);
    await setHidden(false);
    assert.deepEqual((await reports()).at(-1), ['a1']);
  });

  it('is omitted for an answer that ended the page before, until the user asks for it', async () => {
    await chat.snapshot(
      viewState({
        conversation: conversation(
          answer('a1', { text: long }),
          answer('a2', { text: '**Other** answer' }),
        ),
        plainMessages: ['a1', 'unknown'],
      }),
    );
    const first = chat.answers.first();
    assert.equal(await first.locator('.markdown').count(), 0);
    assert.equal(await first.locator('.question-text').textContent(), long);
    assert.equal(await chat.answers.nth(1).locator('.markdown strong').count(), 1);
    assert.deepEqual(await reports(), []);
    await first.getByRole('button', { name: 'Show formatted' }).click();
    await eventually('the formatted answer', async () => {
      return (await first.locator('.markdown p').count()) === 400;
    });
    assert.deepEqual((await reports())[0], ['a1']);
  });
});
