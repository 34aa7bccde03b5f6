// The toolbar of an answer and the edit button of a question: calm, but always there for the keyboard, a screen reader and
// a click.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { answer, conversation, question, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

const actions = ['Copy answer', 'Retry', 'Retry with…', 'Also ask…', 'Fork chat'];

describe('the toolbar of an answer', () => {
  let chat: ChatPage;
  freshPages(async (page) => {
    chat = page;
    await chat.snapshot(
      viewState({
        conversation: conversation(
          question('q1', 'One?'),
          answer('a1', { text: 'First' }),
          question('q2', 'Two?'),
          answer('a2', { text: 'Second' }),
        ),
      }),
    );
    // Away from all messages.
    await chat.box.hover();
  });

  function toolbar(index: number): Locator {
    return chat.answers.nth(index).getByRole('toolbar', { name: 'Answer actions' });
  }

  function opacity(element: Locator): Promise<string> {
    return element.evaluate((node) => getComputedStyle(node).opacity);
  }

  it('appears on hover and focus, and is always visible in the last answer', async () => {
    assert.equal(await opacity(toolbar(0)), '0');
    assert.equal(await opacity(toolbar(1)), '1');
    await chat.answers.first().hover();
    assert.equal(await opacity(toolbar(0)), '1');
    await chat.box.hover();
    assert.equal(await opacity(toolbar(0)), '0');
    await toolbar(0).getByRole('button').first().focus();
    assert.equal(await opacity(toolbar(0)), '1');
  });

  it('can be used while it is not visible, as can the edit button of a question', async () => {
    const buttons = toolbar(0).getByRole('button');
    assert.deepEqual(
      await buttons.evaluateAll((all) => all.map((button) => button.ariaLabel)),
      actions,
    );
    await toolbar(0)
      .getByRole('button', { name: 'Fork chat' })
      .evaluate((button) => {
        (button as HTMLElement).click();
      });
    assert.deepEqual(await chat.commandsOf('fork'), [{ type: 'fork', messageId: 'a1' }]);
    const edit = chat.questions.first().getByRole('button', { name: 'Edit', exact: true });
    assert.equal(await opacity(edit), '0');
    await edit.click();
    assert.equal(await chat.page.getByRole('textbox', { name: 'Edit question' }).count(), 1);
  });

  it('is one tab stop, and arrow keys move in it', async () => {
    const focused = () => chat.page.evaluate(() => document.activeElement?.ariaLabel);
    await toolbar(0).getByRole('button', { name: 'Copy answer' }).focus();
    const visited: unknown[] = [];
    for (const key of ['ArrowRight', 'ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home']) {
      await chat.page.keyboard.press(key);
      visited.push(await focused());
    }
    assert.deepEqual(visited, [
      'Retry',
      'Retry with…',
      'Fork chat',
      'Copy answer',
      'Fork chat',
      'Copy answer',
    ]);
    await chat.page.keyboard.press('ArrowRight');
    await chat.page.keyboard.press('Tab');
    assert.equal(await focused(), 'Edit');
    await chat.page.keyboard.press('Shift+Tab');
    assert.equal(await focused(), 'Retry', 'it remembers its button');
  });

  it('takes the place of the status line: nothing moves when the answer ends', async () => {
    await chat.conversation({
      type: 'asked',
      question: question('q3', 'Three?'),
      answer: answer('a3', { questionId: 'q3', state: 'streaming', text: 'Third' }),
    });
    const height = () => chat.answers.last().evaluate((article) => article.clientHeight);
    const before = await height();
    assert.equal(await toolbar(2).count(), 0);
    const outcome = { endedAt: 2_000 };
    await chat.conversation({ type: 'ended', answerId: 'a3', state: 'complete', outcome });
    assert.equal(await toolbar(2).count(), 1);
    assert.equal(await height(), before);
  });
});
