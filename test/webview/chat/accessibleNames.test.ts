// Accessible names and roles, which screen readers, other tests and scripts rely on.
import assert from 'node:assert/strict';
import type { EndState } from '../../../src/gateway/common/endState';
import type { Notice } from '../../../src/platform/common/notice';
import {
  answer,
  conversation,
  exchange,
  model,
  question,
  viewState,
  type ChatPage,
} from '../support/chatPage';
import { freshPages } from '../support/freshPages';

const retryNotice: Notice = {
  severity: 'error',
  sentence: 'The gateway rejected the key.',
  actions: [
    { action: 'setApiKey', label: 'Set API key' },
    { action: 'retry', label: 'Retry' },
  ],
  details: ['401 invalid key', 'request 17'],
};

describe('accessible names in the chat page', () => {
  let chat: ChatPage;
  const pages = freshPages((page) => {
    chat = page;
  });

  it('has the message box and the conversation before the first snapshot', async () => {
    assert.equal(await chat.box.count(), 1);
    assert.equal(await chat.log.count(), 1);
    assert.ok(await chat.log.isVisible());
    assert.deepEqual(await chat.commands(), [{ type: 'ready' }]);
  });

  it('lists the missing setup steps, each with a button', async () => {
    await chat.snapshot(
      viewState({
        conversation: { ...exchange(), messages: [], model: '' },
        connection: { baseUrl: undefined, baseUrlProblem: undefined, key: 'missing' },
      }),
    );
    for (const [name, step] of [
      ['Set Base URL', 'baseUrl'],
      ['Set API key', 'apiKey'],
      ['Select model', 'model'],
    ] as const) {
      await chat.forgetCommands();
      await chat.button(name).click();
      assert.deepEqual(await chat.commands(), [{ type: 'runSetupStep', step }]);
    }
    await chat.forgetCommands();
    await chat.button('Connect…').click();
    assert.deepEqual(await chat.commands(), [{ type: 'connect' }]);
    assert.ok(await chat.box.isVisible());
    assert.ok(await chat.log.isVisible());
  });

  it('posts a question although a setup step is missing, and keeps its text in the box', async () => {
    await chat.snapshot(
      viewState({ connection: { baseUrl: undefined, baseUrlProblem: 'No.', key: 'missing' } }),
    );
    await chat.box.fill('Hello?');
    await chat.box.press('Enter');
    assert.deepEqual(
      (await chat.commandsOf('ask')).map(({ text }) => text),
      ['Hello?'],
    );
    assert.equal(await chat.box.inputValue(), 'Hello?');
  });

  it('shows why a Base URL cannot be used and why a stored key is lost', async () => {
    await chat.snapshot(
      viewState({
        connection: { baseUrl: undefined, baseUrlProblem: 'It has a query.', key: 'lost' },
      }),
    );
    const panel = chat.page.getByRole('region', { name: 'Set up Portico' });
    assert.match((await panel.textContent()) ?? '', /It has a query\./);
    assert.match((await panel.textContent()) ?? '', /VS Code lost the stored key/);
  });

  it('shows the setup panel beside a conversation until no step is missing', async () => {
    const missing = { baseUrl: undefined, baseUrlProblem: undefined, key: 'stored' } as const;
    await chat.snapshot(viewState({ conversation: exchange({ text: 'Hi' }), connection: missing }));
    assert.equal(await chat.button('Set Base URL').count(), 1);
    assert.equal(await chat.button('Select model').count(), 0);
    await chat.events({ type: 'connection', connection: viewState().connection });
    assert.equal(await chat.button('Set Base URL').count(), 0);
  });

  it('gives messages their IDs, and only answers a model and a state', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text: 'Because.' }) }));
    assert.equal(await chat.questions.getAttribute('data-message-id'), 'q1');
    assert.equal(await chat.questions.getAttribute('data-model'), null);
    assert.equal(await chat.questions.getAttribute('data-state'), null);
    assert.equal(await chat.answers.getAttribute('data-message-id'), 'a1');
    assert.equal(await chat.answers.getAttribute('data-model'), model);
    assert.equal(await chat.page.locator('[data-model], [data-state]').count(), 1);
  });

  it('shows an answer from waiting over streaming to its end', async () => {
    await chat.snapshot(viewState());
    await chat.conversation({
      type: 'asked',
      question: question('q1', 'Why?'),
      answer: answer('a1', { state: 'waiting' }),
    });
    assert.equal(await chat.answers.getAttribute('data-state'), 'waiting');
    assert.match((await chat.answers.textContent()) ?? '', /Waiting for the first token…/);
    assert.equal(await chat.button('Send').count(), 0);
    assert.equal(await chat.button('Retry').count(), 0);
    await chat.conversation({ type: 'textAppended', answerId: 'a1', text: 'Be', reasoning: '' });
    assert.equal(await chat.answers.getAttribute('data-state'), 'streaming');
    assert.equal(await chat.answers.getAttribute('aria-busy'), 'true');
    await chat.button('Stop').click();
    assert.deepEqual(await chat.commandsOf('stop'), [{ type: 'stop' }]);
    await chat.conversation({
      type: 'ended',
      answerId: 'a1',
      state: 'complete',
      outcome: { endedAt: 2_000 },
    });
    assert.equal(await chat.answers.getAttribute('data-state'), 'complete');
    assert.equal(await chat.button('Send').count(), 1);
    assert.equal(await chat.button('Stop').count(), 0);
    assert.equal(await chat.page.getByRole('status').textContent(), 'Answer complete');
  });

  it('announces the same ending again after the answer was continued', async () => {
    const status = chat.page.getByRole('status');
    const outcome = { endedAt: 2_000 };
    const ended = { type: 'ended', answerId: 'a1', state: 'truncated', outcome } as const;
    await chat.snapshot(viewState({ conversation: exchange({ state: 'streaming' }) }));
    await chat.conversation(ended);
    const sentence = await status.textContent();
    assert.notEqual(sentence, '');
    await chat.conversation({ type: 'continued', answerId: 'a1', continuedAt: 3_000 });
    assert.equal(await status.textContent(), 'Waiting for the answer');
    await chat.conversation(ended);
    assert.equal(await status.textContent(), sentence);
  });

  for (const state of ['stopped', 'truncated', 'filtered', 'interrupted', 'failed'] as const) {
    it(`shows an answer that ended ${state} with its notice and one Retry`, async () => {
      await chat.snapshot(
        viewState({
          conversation: exchange({ text: state === 'failed' ? '' : 'Part', state }),
          notices: { a1: retryNotice },
        }),
      );
      const note = chat.answers.getByRole('note');
      assert.equal(await chat.answers.getAttribute('data-state'), state satisfies EndState);
      assert.match((await note.textContent()) ?? '', /The gateway rejected the key\./);
      assert.equal(
        await chat.answers.getByRole('button', { name: 'Retry', exact: true }).count(),
        1,
      );
      assert.equal(await note.getByRole('button', { name: 'Retry', exact: true }).count(), 1);
      await note.getByRole('button', { name: 'Set API key', exact: true }).click();
      await note.getByRole('button', { name: 'Retry', exact: true }).click();
      assert.deepEqual(await chat.commandsOf('runNoticeAction'), [
        { type: 'runNoticeAction', messageId: 'a1', action: 'setApiKey' },
        { type: 'runNoticeAction', messageId: 'a1', action: 'retry' },
      ]);
      const details = note.getByRole('group');
      assert.equal(await note.getByText('401 invalid key').isVisible(), false);
      await details.getByText('Details', { exact: true }).click();
      assert.ok(await note.getByText('401 invalid key').isVisible());
    });
  }

  it('offers the best other model by name when the model is unavailable', async () => {
    const alternatives = [
      { model: 'example/model-2', description: '', differences: ['It is smaller.'] },
      { model: 'other', description: '8K context', differences: ['It has no images.'] },
    ];
    await chat.snapshot(
      viewState({
        conversation: exchange({ text: '', state: 'failed' }),
        notices: { a1: retryNotice },
      }),
    );
    await chat.events({ type: 'notice', answerId: 'a1', notice: { ...retryNotice, alternatives } });
    const note = chat.answers.getByRole('note');
    assert.deepEqual(await note.getByRole('button').allTextContents(), [
      'Ask example/model-2',
      'Retry',
      'More',
    ]);
    assert.ok(await note.getByText('It is smaller.').isVisible());
    assert.equal(await note.getByText('It has no images.').count(), 0);
    assert.equal(await chat.answers.getByRole('button', { name: 'Retry', exact: true }).count(), 1);
    await chat.button('Ask example/model-2').click();
    await chat.button('More').click();
    await chat.page.getByRole('menuitem', { name: 'Choose another model…' }).click();
    assert.deepEqual(await chat.commandsOf('retryWithModel'), [
      { type: 'retryWithModel', messageId: 'a1', model: 'example/model-2' },
    ]);
    assert.deepEqual(await chat.commandsOf('pickModelForRetry'), [
      { type: 'pickModelForRetry', messageId: 'a1' },
    ]);
  });

  it('focuses and announces the model that the user picked from the full list', async () => {
    const [first, picked] = [
      { model: 'other', description: '', differences: [] },
      { model: 'picked', description: '', differences: ['It takes no pictures.'] },
    ];
    await chat.snapshot(
      viewState({
        conversation: exchange({ text: '', state: 'failed' }),
        notices: { a1: { ...retryNotice, alternatives: [first] } },
      }),
    );
    await chat.button('More').click();
    await chat.page.getByRole('menuitem', { name: 'Choose another model…' }).click();
    await chat.events({
      type: 'notice',
      answerId: 'a1',
      notice: { ...retryNotice, alternatives: [picked, first] },
      picked,
    });
    await chat.page.waitForFunction(() => document.activeElement?.textContent === 'Ask picked');
    assert.equal(
      await chat.page.getByRole('status').textContent(),
      '“picked” is now the first suggestion. It takes no pictures.',
    );
    // The notice disappears when the model is asked at once: the focus moves to the conversation.
    await chat.conversation({
      type: 'retried',
      replacedAnswerId: 'a1',
      answer: answer('a2', { state: 'waiting' }),
    });
    await chat.page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'log');
  });

  it('continues an answer behind its text and removes the notice', async () => {
    const notice: Notice = {
      ...retryNotice,
      actions: [{ action: 'continue', label: 'Continue' }, ...retryNotice.actions],
    };
    await chat.snapshot(
      viewState({
        conversation: exchange({ text: '```js\nlet a', state: 'truncated' }),
        notices: { a1: notice },
      }),
    );
    await chat.button('Continue').click();
    assert.deepEqual(await chat.commandsOf('runNoticeAction'), [
      { type: 'runNoticeAction', messageId: 'a1', action: 'continue' },
    ]);
    await chat.conversation({ type: 'continued', answerId: 'a1', continuedAt: 2_000 });
    assert.equal(await chat.answers.getAttribute('data-state'), 'waiting');
    assert.equal(await chat.answers.getByRole('note').count(), 0);
    assert.match((await chat.answers.textContent()) ?? '', /let a.*Waiting/su);
    await chat.conversation({
      type: 'textAppended',
      answerId: 'a1',
      text: ' = 1;\n```\n\n**Done**',
      reasoning: '',
    });
    await chat.conversation({
      type: 'ended',
      answerId: 'a1',
      state: 'complete',
      outcome: { endedAt: 3 },
    });
    await chat.answers.locator('strong').getByText('Done').waitFor();
    assert.match((await chat.answers.locator('pre').textContent()) ?? '', /^let a = 1;/u);
    assert.equal(await chat.answers.locator('pre').count(), 1);
  });

  it('offers Retry and Copy answer under a complete answer', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text: 'Because.' }) }));
    assert.equal(await chat.answers.getByRole('note').count(), 0);
    assert.equal(await chat.button('Retry').count(), 1);
    await chat.button('Retry').click();
    await chat.button('Copy answer').click();
    assert.deepEqual(
      (await chat.commands()).filter(({ type }) => type !== 'ready' && type !== 'saveDraft'),
      [
        { type: 'runNoticeAction', messageId: 'a1', action: 'retry' },
        { type: 'copyAnswer', messageId: 'a1' },
      ],
    );
  });

  it('shows the new answer of a retry in place of the old one', async () => {
    await chat.snapshot(
      viewState({
        conversation: conversation(
          question('q1', 'One'),
          answer('a1', { questionId: 'q1', state: 'failed' }),
          question('q2', 'Two'),
          answer('a2', { questionId: 'q2', text: 'Second' }),
        ),
        notices: { a1: retryNotice },
      }),
    );
    await chat.conversation({
      type: 'retried',
      replacedAnswerId: 'a1',
      answer: answer('a3', { questionId: 'q1', state: 'waiting' }),
    });
    const ids = await chat.page
      .getByRole('article')
      .evaluateAll((articles) =>
        articles.map((article) => article.getAttribute('data-message-id')),
      );
    assert.deepEqual(ids, ['q1', 'a3']);
    assert.equal(await chat.page.getByRole('note').count(), 0);
  });

  it('disables Retry while an answer is running', async () => {
    await chat.snapshot(
      viewState({
        conversation: conversation(
          question('q1', 'One'),
          answer('a1', { questionId: 'q1', state: 'failed' }),
          question('q2', 'Two'),
          answer('a2', { questionId: 'q2', text: 'Second' }),
          question('q3', 'Three'),
          answer('a3', { questionId: 'q3', state: 'streaming', text: 'Thi' }),
        ),
        notices: { a1: retryNotice },
      }),
    );
    assert.equal(await chat.button('Retry').count(), 2);
    for (const button of await chat.button('Retry').all()) {
      assert.equal(await button.getAttribute('aria-disabled'), 'true');
      await button.click({ force: true });
    }
    assert.deepEqual(await chat.commandsOf('runNoticeAction'), []);
    await chat.conversation({
      type: 'ended',
      answerId: 'a3',
      state: 'complete',
      outcome: { endedAt: 2_000 },
    });
    await chat.button('Retry').first().click();
    assert.equal((await chat.commandsOf('runNoticeAction')).length, 1);
    assert.ok(await chat.log.evaluate((log) => log === document.activeElement));
  });

  it('names the model button after the current model', async () => {
    await chat.snapshot(viewState());
    assert.equal(await chat.button(`Model: ${model}`).count(), 1);
    await chat.events({ type: 'conversation', event: { type: 'modelChosen', model: '' } });
    await chat.button('Model: none selected').click();
    assert.deepEqual(await chat.commandsOf('runSetupStep'), [
      { type: 'runSetupStep', step: 'model' },
    ]);
  });

  it('focuses the message box on request of the host', async () => {
    await chat.snapshot(viewState());
    await chat.send({ type: 'focusComposer' });
    assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
  });

  it('folds the reasoning, and opens it if the answer has no text', async () => {
    await chat.snapshot(
      viewState({ conversation: exchange({ state: 'waiting', text: '', reasoning: '' }) }),
    );
    await chat.conversation({ type: 'textAppended', answerId: 'a1', text: '', reasoning: 'Hm, ' });
    const summary = chat.page.locator('details > summary');
    assert.match((await summary.textContent()) ?? '', /^Reasoning.*Hm,$/u);
    assert.equal(await chat.page.locator('details > .plain-text').isVisible(), false);
    await chat.conversation({
      type: 'textAppended',
      answerId: 'a1',
      text: 'So.',
      reasoning: 'well.',
    });
    // On a busy machine, streamed text is painted later, and the summary has the time that it took.
    await summary.filter({ hasText: /^Reasoning(?!…)/ }).waitFor();
    await summary.click();
    assert.ok(await chat.page.getByText('Hm, well.').isVisible());
    await chat.conversation({ type: 'textAppended', answerId: 'a1', text: ' Yes.', reasoning: '' });
    await chat.page.getByText('So. Yes.').waitFor();
    assert.ok(await chat.page.getByText('Hm, well.').isVisible());
  });

  it('opens the reasoning of a stored answer that has no text', async () => {
    await chat.snapshot(
      viewState({ conversation: exchange({ state: 'truncated', text: '', reasoning: 'Hm…' }) }),
    );
    assert.ok(await chat.page.getByText('Hm…').isVisible());
  });

  it('names the tool that the model tried to call', async () => {
    await chat.snapshot(
      viewState({
        conversation: exchange({
          outcome: {
            endedAt: 1,
            toolCalls: ['search', 'read', 'search'].map((name) => ({ name, arguments: '{}' })),
          },
        }),
      }),
    );
    const lines = chat.answers.getByText('The model tried to call a tool that it may not use');
    assert.deepEqual(
      (await lines.allTextContents()).map((text) => text.split(': ').at(-1)),
      ['search', 'read'],
    );
  });

  it('shows the texts in the language of VS Code’s translation bundle', async () => {
    const german = await pages.open({ l10n: { Send: 'Senden', 'Model: {0}': 'Modell: {0}' } });
    await german.snapshot(viewState());
    assert.equal(await german.button('Senden').count(), 1);
    assert.equal(await german.button(`Modell: ${model}`).count(), 1);
    assert.equal(await german.button('Attach').count(), 1);
    await german.close();
  });
});
