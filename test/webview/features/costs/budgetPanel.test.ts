// The panel for a question that would reach the budget, and the line before that: texts, buttons, focus.
import assert from 'node:assert/strict';
import { exchange, viewState, type ChatPage } from '../../support/chatPage';
import { freshPages } from '../../support/freshPages';

const sentences = ["You've spent $4.98 of $5.00 today.", 'The input costs <b>much</b>.'];

describe('budget panel', () => {
  let chat: ChatPage;
  freshPages(async (page) => {
    chat = page;
    await chat.snapshot(viewState({ conversation: exchange({ text: 'Because.' }) }));
  });

  const panel = () =>
    chat.page.getByRole('alertdialog', { name: 'With this request, your budget is reached' });

  it('says what is spent as text, takes the focus, and posts the answer of each button and of Escape', async () => {
    await chat.events({
      type: 'costs',
      budgetPrompt: { isQueued: false, sentences },
      budgetLine: undefined,
    });
    assert.deepEqual(await panel().getByRole('paragraph').allInnerTexts(), sentences);
    assert.ok(await panel().evaluate((element) => element === document.activeElement));
    for (const name of ['Ask anyway', 'Cheaper model', 'Cancel']) {
      await chat.button(name).click();
    }
    await chat.page.keyboard.press('Escape');
    const answers = (await chat.commandsOf('answerBudget')).map(({ answer }) => answer);
    assert.deepEqual(answers, ['ask', 'cheaperModel', 'cancel', 'cancel']);
  });

  it('leaves the focus in the message box for a queued question, and is announced', async () => {
    await chat.box.focus();
    const budgetPrompt = { sentences, isQueued: true } as const;
    await chat.events({ type: 'costs', budgetPrompt, budgetLine: undefined });
    assert.ok(await panel().isVisible());
    assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
    await chat.page
      .getByRole('status')
      .filter({ hasText: 'With this request, your budget is reached' })
      .waitFor({ state: 'attached' });
  });

  it('shows one line once the budget is nearly reached', async () => {
    await chat.events({ type: 'costs', budgetPrompt: undefined, budgetLine: sentences[0] });
    await chat.page
      .getByRole('status')
      .filter({ hasText: sentences[0] ?? '' })
      .waitFor();
    assert.equal(await panel().count(), 0);
  });
});
