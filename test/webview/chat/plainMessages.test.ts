// An answer that ended the page while it was rendered is shown as plain text; the page reports when it has rendered.
import assert from 'node:assert/strict';
import { eventually } from '../../support/eventually';
import { answer, conversation, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

const long = `${'**Bold** text.\n\n'.repeat(400)}\`\`\`js\nconst a = 1;\n\`\`\`\n`;

describe('the rendering of a chat', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  async function reports(): Promise<number> {
    return (await chat.allCommands()).filter(({ type }) => type === 'rendered').length;
  }

  it('is reported when all of it is on the screen, its code highlighted', async () => {
    await chat.page.evaluate(() => {
      const host = window as unknown as { renderedAtReport: readonly number[] | undefined };
      const { commands } = window as unknown as { commands: { type: string }[] };
      const { push } = commands;
      commands.push = function pushed(...items) {
        if (items.some(({ type }) => type === 'rendered')) {
          const count = (selector: string) => document.querySelectorAll(selector).length;
          host.renderedAtReport ??= [count('.markdown p'), count('.hl-keyword')];
        }
        return push.apply(commands, items);
      };
    });
    await chat.snapshot(
      viewState({ conversation: conversation(answer('a1', { text: long }), answer('a2')) }),
    );
    await eventually('the report', async () => (await reports()) > 0);
    assert.deepEqual(
      await chat.page.evaluate(
        () =>
          (window as unknown as { renderedAtReport: readonly number[] | undefined })
            .renderedAtReport,
      ),
      [400, 1],
    );
  });

  it('is reported for each snapshot and each chat that is opened', async () => {
    const state = viewState({ conversation: conversation(answer('a1', { text: 'Short' })) });
    await chat.snapshot(state);
    await eventually('the report of the snapshot', async () => (await reports()) === 1);
    await chat.events({ type: 'opened', state });
    await eventually('the report of the opened chat', async () => (await reports()) === 2);
  });

  it('leaves an answer plain that ended the page before, until the user asks for it', async () => {
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
    await first.getByRole('button', { name: 'Show formatted' }).click();
    await eventually('the formatted answer', async () => {
      return (await first.locator('.markdown p').count()) === 400;
    });
    assert.deepEqual(await chat.commandsOf('showFormatted'), [
      { type: 'showFormatted', messageId: 'a1' },
    ]);
  });
});
