// The queue of questions: filled from the message box, edited by keyboard, announced, without losing a word.
import assert from 'node:assert/strict';
import type { ViewState } from '../../../src/chat/common/protocol';
import type { QueuedQuestion, QueueState } from '../../../src/conversation/common/draft';
import { answer, exchange, question, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

const [one, two, three] = ['one', 'two', 'three'].map((id) => ({ id, text: `Question ${id}?` }));
assert.ok(one && two && three);

function queueOf(questions: readonly QueuedQuestion[], waits = false): QueueState {
  return { questions, isPaused: waits };
}

function running(changes: Partial<ViewState> = {}): ViewState {
  return viewState({ conversation: exchange({ state: 'streaming', text: 'x' }), ...changes });
}

describe('question queue', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  const list = () => chat.page.getByRole('list', { name: 'Queue', exact: true });
  const row = (index: number) => list().getByRole('listitem').nth(index);
  const texts = () => list().locator('.queue-text').allTextContents();
  const status = () => chat.page.getByRole('status').last().textContent();

  async function queue(state: QueueState): Promise<void> {
    await chat.events({ type: 'queue', queue: state });
  }

  async function focusedButton(): Promise<string> {
    return chat.page.evaluate(() => {
      const { activeElement: focused } = document;
      return focused?.getAttribute('aria-label') ?? focused?.textContent ?? '';
    });
  }

  const enqueued = async () => (await chat.commandsOf('enqueue')).map(({ text }) => text);
  const lastSendId = async () => (await chat.commandsOf('enqueue')).at(-1)?.sendId ?? '';

  describe('filled from the message box', () => {
    it('has a button while an answer is running and the box has text', async () => {
      await chat.snapshot(running());
      assert.equal(await chat.button('Queue').count(), 0);
      await chat.box.fill('  ');
      assert.equal(await chat.button('Queue').count(), 0);
      await chat.box.fill('Next?');
      assert.equal(await chat.button('Stop').count(), 1);
      await chat.button('Queue').click();
      assert.deepEqual(await enqueued(), ['Next?']);
      assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
      await chat.conversation({
        type: 'ended',
        answerId: 'a1',
        state: 'complete',
        outcome: { endedAt: 1 },
      });
      assert.equal(await chat.button('Queue').count(), 0);
    });

    for (const [sendWith, key] of [
      ['enter', 'Enter'],
      ['ctrlEnter', 'Control+Enter'],
    ] as const) {
      it(`takes the question on ${key}, with sendWith "${sendWith}"`, async () => {
        await chat.snapshot(running({ preferences: { sendWith, announce: 'sentences' } }));
        await chat.box.fill('Next?');
        await chat.box.press(key);
        assert.deepEqual(await enqueued(), ['Next?']);
        assert.deepEqual(await chat.commandsOf('ask'), []);
      });
    }

    it('leaves the text in the box until the question is queued, and keeps what was typed behind it', async () => {
      await chat.snapshot(running());
      await chat.box.pressSequentially('First?');
      await chat.box.press('Enter');
      await chat.box.pressSequentially(' more');
      await queue(queueOf([{ id: 'x', text: 'First?' }]));
      assert.equal(await chat.box.inputValue(), 'First? more');
      await chat.events({ type: 'questionSent', text: 'First?', sendId: await lastSendId() });
      assert.equal(await chat.box.inputValue(), ' more');
      assert.equal((await chat.commandsOf('saveDraft')).at(-1)?.text, ' more');
    });

    it('removes the text from the box if a snapshot brings the queued question', async () => {
      await chat.snapshot(running());
      await chat.box.fill('First?');
      await chat.box.press('Enter');
      const lastSent = { text: 'First?', sendId: await lastSendId() };
      await chat.snapshot(running({ queue: queueOf([{ id: 'x', text: 'First?' }]), lastSent }), 9);
      assert.equal(await chat.box.inputValue(), '');
    });
  });

  it('is shown above the message box word for word until it is empty', async () => {
    await chat.snapshot(running());
    assert.equal(await list().count(), 0);
    const hostile = { id: 'h', text: '<b>bold</b>\n<img src=x onerror=alert(1)>' };
    await queue(queueOf([one, hostile]));
    assert.deepEqual(await texts(), [one.text, hostile.text]);
    const top = (await list().boundingBox())?.y ?? 0;
    assert.ok(top < ((await chat.box.boundingBox())?.y ?? 0));
    for (const name of ['Edit', 'Move up', 'Move down', 'Remove']) {
      const label: string = `${name}: ${one.text}`;
      assert.equal(await row(0).getByRole('button', { name: label, exact: true }).count(), 1);
    }
    await queue(queueOf([]));
    assert.equal(await list().count(), 0);
    assert.deepEqual(chat.errors, []);
  });

  it('tells why it is paused, with a button that sends the next question', async () => {
    await chat.snapshot(running({ queue: queueOf([one]) }));
    assert.equal(await chat.button('Send next').count(), 0);
    await chat.page.getByRole('heading', { name: 'Up next (1)' }).waitFor();
    await chat.snapshot(
      viewState({
        conversation: exchange({ state: 'stopped', text: 'x' }),
        queue: queueOf([one], true),
      }),
      5,
    );
    await chat.page.getByRole('heading', { name: 'Queue paused (1)' }).waitFor();
    await chat.page.getByText('You stopped the last answer.').waitFor();
    await chat.button('Send next').press('Enter');
    assert.deepEqual(await chat.commandsOf('sendNext'), [{ type: 'sendNext' }]);
    await chat.snapshot(
      viewState({ conversation: exchange({ text: 'x' }), queue: queueOf([one], true) }),
      9,
    );
    await chat.page.getByText('Select “Send next” to continue.', { exact: true }).waitFor();
  });

  it('sends from the message box first while it is paused', async () => {
    await chat.snapshot(
      viewState({ conversation: exchange({ text: 'x' }), queue: queueOf([one], true) }),
    );
    await chat.box.fill('Before those?');
    await chat.box.press('Enter');
    const asks = await chat.commandsOf('ask');
    assert.deepEqual(
      asks.map(({ text }) => text),
      ['Before those?'],
    );
    assert.deepEqual(await chat.commandsOf('enqueue'), []);
  });

  describe('edited by keyboard', () => {
    beforeEach(async () => {
      await chat.snapshot(running({ queue: queueOf([one, two, three]) }));
    });

    async function press(index: number, name: string): Promise<void> {
      await row(index)
        .getByRole('button', { name: `${name}: ` })
        .press('Enter');
    }

    it('has its buttons in the tab order of the screen', async () => {
      await chat.button('Clear queue').focus();
      const order: string[] = [];
      for (let step = 0; step < 5; step += 1) {
        await chat.page.keyboard.press('Tab');
        order.push((await focusedButton()).trim());
      }
      assert.deepEqual(order, [
        'Edit: Question one?',
        'Move up: Question one?',
        'Move down: Question one?',
        'Remove: Question one?',
        'Edit: Question two?',
      ]);
    });

    it('keeps the focus with a question that moves, at both ends too', async () => {
      await press(2, 'Move up');
      assert.deepEqual(await chat.commandsOf('editQueueItem'), [
        { type: 'editQueueItem', id: 'three', action: 'moveUp' },
      ]);
      await queue(queueOf([one, three, two]));
      assert.equal(await focusedButton(), 'Move up: Question three?');
      assert.equal(await status(), 'Moved to position 2 of 3.');
      await queue(queueOf([three, one, two]));
      assert.equal(await focusedButton(), 'Move up: Question three?');
      await chat.forgetCommands();
      await press(0, 'Move up');
      await press(2, 'Move down');
      assert.deepEqual(await chat.commands(), [], 'questions cannot move beyond the ends');
    });

    it('moves the focus from a removed question to the next, then to the last, then to the message box', async () => {
      await press(1, 'Remove');
      assert.deepEqual(await chat.commandsOf('editQueueItem'), [
        { type: 'editQueueItem', id: 'two', action: 'remove' },
      ]);
      await queue(queueOf([one, three]));
      assert.equal(await focusedButton(), 'Remove: Question three?');
      assert.equal(await status(), 'Removed from the queue; 2 remaining.');
      await queue(queueOf([one]));
      assert.equal(await focusedButton(), 'Remove: Question one?');
      await queue(queueOf([]));
      assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
    });

    it('clears all questions', async () => {
      await chat.button('Clear queue').press('Enter');
      assert.deepEqual(await chat.commandsOf('clearQueue'), [{ type: 'clearQueue' }]);
      await queue(queueOf([]));
      assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
      assert.equal(await status(), 'Removed from the queue; 0 remaining.');
    });

    it('moves with Alt and an arrow', async () => {
      await row(1).getByRole('button', { name: 'Edit: ' }).press('Alt+ArrowUp');
      await row(1).getByRole('button', { name: 'Edit: ' }).press('Alt+ArrowDown');
      assert.deepEqual(
        (await chat.commandsOf('editQueueItem')).map(({ id, action }) => [id, action]),
        [
          ['two', 'moveUp'],
          ['two', 'moveDown'],
        ],
      );
    });

    const edit = () => list().getByRole('textbox', { name: 'Edit queued question' });

    it('is edited in its place: Enter saves, Escape does not', async () => {
      await chat.box.fill('Half a thought');
      await chat.forgetCommands();
      await press(1, 'Edit');
      await edit().pressSequentially(' And why?');
      await edit().press('Escape');
      assert.equal(await focusedButton(), 'Edit: Question two?');
      assert.deepEqual(await chat.commandsOf('stop'), []);
      await press(1, 'Edit');
      assert.equal(await edit().inputValue(), two.text);
      await edit().pressSequentially(' And why?');
      await edit().press('Enter');
      const text = 'Question two? And why?';
      assert.deepEqual(await chat.commandsOf('setQueuedText'), [
        { type: 'setQueuedText', id: 'two', text },
      ]);
      await queue(queueOf([one, { id: 'two', text }, three]));
      assert.equal(await focusedButton(), `Edit: ${text}`);
      assert.equal(await chat.box.inputValue(), 'Half a thought');
    });

    it('saves the edit when its box loses the focus', async () => {
      await press(0, 'Edit');
      await edit().pressSequentially(' Now?');
      await chat.box.focus();
      assert.deepEqual(await chat.commandsOf('setQueuedText'), [
        { type: 'setQueuedText', id: 'one', text: 'Question one? Now?' },
      ]);
    });

    it('moves the edit to the message box if the question is asked meanwhile', async () => {
      await chat.box.fill('Half a thought');
      await press(0, 'Edit');
      await edit().pressSequentially(' Now?');
      await chat.events(
        {
          type: 'conversation',
          event: {
            type: 'asked',
            question: question('one', one.text),
            answer: answer('a2', { questionId: 'one', state: 'waiting' }),
          },
        },
        { type: 'queue', queue: queueOf([two, three]) },
      );
      assert.equal(await chat.box.inputValue(), 'Question one? Now?\n\nHalf a thought');
      assert.deepEqual(await chat.commandsOf('setQueuedText'), []);
    });

    it('moves the focus to the next question when the focused one is asked', async () => {
      await row(0).getByRole('button', { name: 'Edit: ' }).focus();
      await queue(queueOf([two, three]));
      assert.equal(await focusedButton(), 'Edit: Question two?');
    });
  });

  it('announces its changes', async () => {
    await chat.snapshot(running());
    await queue(queueOf([one]));
    assert.equal(await status(), 'Added to the queue at position 1.');
    await queue(queueOf([one, two]));
    assert.equal(await status(), 'Added to the queue at position 2.');
    await chat.events(
      {
        type: 'conversation',
        event: { type: 'ended', answerId: 'a1', state: 'complete', outcome: { endedAt: 1 } },
      },
      {
        type: 'conversation',
        event: {
          type: 'asked',
          question: question('one', one.text),
          answer: answer('a2', { questionId: 'one', state: 'waiting' }),
        },
      },
      { type: 'queue', queue: queueOf([two]) },
    );
    assert.equal(await status(), 'Queued question sent; 1 remaining.');
    await chat.events(
      {
        type: 'conversation',
        event: { type: 'ended', answerId: 'a2', state: 'stopped', outcome: { endedAt: 2 } },
        notice: { severity: 'info', sentence: 'Stopped.', actions: [], details: [] },
      },
      { type: 'queue', queue: queueOf([two], true) },
    );
    assert.equal(await status(), 'Stopped. Queue paused. Select “Send next” to continue.');
  });

  it('leaves the cursor in the box when a queued question may exceed the context window', async () => {
    await chat.snapshot(
      viewState({ conversation: exchange({ text: 'x' }), queue: queueOf([one]) }),
    );
    await chat.box.pressSequentially('Typing');
    await chat.events(
      {
        type: 'contextLimitPrompt',
        contextLimitPrompt: {
          budget: { requestTokens: 7_600, contextLength: 8_192, answerTokens: 819 },
          model: 'm',
          omittable: undefined,
          canSummarize: false,
          isSummarizing: false,
          isQueued: true,
        },
      },
      { type: 'queue', queue: queueOf([one], true) },
    );
    await chat.box.pressSequentially(' on');
    assert.equal(await chat.box.inputValue(), 'Typing on');
    assert.match(
      (await status()) ?? '',
      /^This question may exceed the context window\. Queue paused\./,
    );
  });
});
