// The notice of an answer that did not end normally: two buttons and a menu, one line for the user's own Stop, and a
// sentence that is in view.
import assert from 'node:assert/strict';
import { answerActions, type Notice } from '../../../src/platform/common/notice';
import {
  answer,
  conversation,
  exchange,
  question,
  viewState,
  type ChatPage,
} from '../support/chatPage';
import { freshPages } from '../support/freshPages';

const lost: Notice = {
  severity: 'warning',
  sentence: 'The connection was lost.',
  actions: [
    { action: 'continue', label: 'Continue' },
    { action: 'retry', label: 'Retry' },
    { action: 'checkConnection', label: 'Diagnose connection' },
    { action: 'chooseModel', label: 'Choose model' },
  ],
  details: [],
};

describe('notices', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  async function show(notice: Notice): Promise<void> {
    await chat.snapshot(
      viewState({
        conversation: exchange({ state: 'interrupted', text: 'Half' }),
        notices: { a1: notice },
      }),
    );
  }

  const note = () => chat.answers.getByRole('note');
  const focused = () => chat.page.evaluate(() => document.activeElement?.textContent);

  it('have two buttons, and a menu with the others for the keyboard', async () => {
    await show(lost);
    assert.deepEqual(await note().getByRole('button').allTextContents(), [
      'Continue',
      'Retry',
      'More',
    ]);
    const menu = note().getByRole('menu');
    assert.equal(await menu.isVisible(), false);
    await chat.button('More').press('Enter');
    await menu.waitFor();
    assert.equal(await focused(), 'Diagnose connection');
    await chat.page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'Choose model');
    await chat.page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    assert.equal(await focused(), 'More', 'the focus returns');
    await chat.page.keyboard.press('Enter');
    await menu.waitFor();
    await chat.page.keyboard.press('ArrowUp');
    await chat.page.keyboard.press('Enter');
    await menu.waitFor({ state: 'hidden' });
    assert.deepEqual(await chat.commandsOf('runNoticeAction'), [
      { type: 'runNoticeAction', messageId: 'a1', action: 'chooseModel' },
    ]);
  });

  it('move the focus to the conversation where they start an answer, before they disappear', async () => {
    for (const action of answerActions) {
      await show({ ...lost, actions: [{ action, label: 'Go on' }] });
      await chat.button('Go on').press('Enter');
      assert.equal(
        await chat.page.evaluate(() => document.activeElement?.getAttribute('role')),
        'log',
        action,
      );
    }
  });

  it("show the operator's help beside the two buttons, with its host as the tooltip", async () => {
    const help = {
      action: 'operatorHelp',
      label: 'Help from Work',
      title: 'help.example',
    } as const;
    await show({ ...lost, actions: [...lost.actions, help] });
    assert.deepEqual(await note().getByRole('button').allTextContents(), [
      'Continue',
      'Retry',
      'Help from Work',
      'More',
    ]);
    assert.equal(await chat.button('Help from Work').getAttribute('title'), 'help.example');
    await chat.button('Help from Work').click();
    assert.deepEqual(await chat.commandsOf('runNoticeAction'), [
      { type: 'runNoticeAction', messageId: 'a1', action: 'operatorHelp' },
    ]);
  });

  it('have a menu that is in the view and that Escape closes without stopping an answer', async () => {
    await chat.snapshot(
      viewState({
        conversation: conversation(
          question('q1', 'One?'),
          answer('a1', { state: 'interrupted', text: 'Half' }),
          question('q2', 'Two?'),
          answer('a2', { state: 'streaming', text: 'On' }),
        ),
        notices: { a1: lost },
      }),
    );
    for (const width of [200, 420]) {
      await chat.page.setViewportSize({ width, height: 420 });
      await chat.button('More').click();
      const menu = note().getByRole('menu');
      const box = await menu.boundingBox();
      const button = await chat.button('More').boundingBox();
      assert.ok(box && button);
      assert.ok(box.x >= 0 && box.x + box.width <= width && box.y + box.height <= 420);
      assert.ok(Math.abs(box.y - button.y) < 100, 'it is at its button');
      assert.ok(box.height < 70, 'its labels are not broken');
      await chat.page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
    }
    assert.deepEqual(await chat.commandsOf('stop'), []);
  });

  it('are one muted line without a menu where the user has stopped the answer', async () => {
    await show({
      severity: 'info',
      sentence: 'You stopped this answer.',
      actions: lost.actions.slice(0, 2),
      details: [],
    });
    assert.match((await note().getAttribute('class')) ?? '', /notice-line/u);
    assert.deepEqual(await note().getByRole('button').allTextContents(), ['Continue', 'Retry']);
    const box = await note().boundingBox();
    assert.ok(box !== null && box.height < 30, 'one line');
  });

  it('show their sentence, not their end, where they are higher than the view', async () => {
    await chat.page.setViewportSize({ width: 260, height: 330 });
    const text = 'A long story. '.repeat(200);
    await chat.snapshot(viewState({ conversation: exchange({ state: 'streaming', text }) }));
    const details = Array.from({ length: 9 }, (_, line) => `Line ${line} of the server`);
    await chat.conversation(
      { type: 'ended', answerId: 'a1', state: 'interrupted', outcome: { endedAt: 2 } },
      { ...lost, details },
    );
    const isInView = () =>
      note()
        .getByText(lost.sentence)
        .evaluate((sentence) => {
          const { top, bottom } = sentence.getBoundingClientRect();
          const view = document.querySelector('.log')?.getBoundingClientRect();
          return view !== undefined && top >= view.top - 1 && bottom <= view.bottom;
        });
    assert.ok(await isInView());
    await note().getByText('Details', { exact: true }).click();
    await chat.painted();
    assert.ok(await isInView());
    assert.ok(
      await note().evaluate((element) => {
        return element.clientHeight > (document.querySelector('.log')?.clientHeight ?? 0);
      }),
    );
  });

  it('of messages that are shown as plain text stand below the text', async () => {
    await chat.snapshot(
      viewState({
        conversation: exchange({ text: 'A long story. '.repeat(400) }),
        plainMessages: ['a1'],
      }),
    );
    const line = chat.answers.getByText(/^Shown as plain text, because the view stopped/u);
    assert.ok(await line.evaluate((element) => element.getBoundingClientRect().top > 0));
  });
});
