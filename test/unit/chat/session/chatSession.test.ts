import assert from 'node:assert/strict';
import { conversationTotals } from '../../../../src/chat/cost/answerUsage';
import type { ChatSession } from '../../../../src/chat/session/chatSession';
import {
  type Conversation,
  newConversation,
} from '../../../../src/shared/conversation/conversation';
import { reduce } from '../../../../src/shared/conversation/conversationEvent';
import { settle, chatFixture, orphanedChat, reopenedChat } from '../fakes';

const stop = { type: 'finish', reason: 'stop' } as const;

function text(said: string): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text: said };
}

describe('ChatSession', () => {
  it('shows the question before anything is asked, then waiting, streaming and complete', async () => {
    const { session, model, clock, answer } = chatFixture();
    const states: string[] = [];
    session.onDidChange(({ type }) => states.push(`${type}:${answer().state}`));
    assert.equal(session.ask('Hello?'), true);
    assert.deepEqual(states, ['asked:waiting']);
    await model.emit(text('Hi'), text(' there'));
    assert.equal(answer().text, 'Hi');
    clock.advance(33);
    assert.equal(answer().text, 'Hi there');
    await model.end(stop);
    assert.deepEqual(states, [
      'asked:waiting',
      'textAppended:streaming',
      'textAppended:streaming',
      'ended:complete',
    ]);
    assert.equal(session.isRunning, false);
    assert.equal(answer().outcome?.finishReason, 'stop');
  });

  it('sends the settings that are set and the whole history', async () => {
    const { session, model } = chatFixture({
      systemPrompt: 'Be brief.',
      stream: false,
      maxTokens: 9,
    });
    session.ask('One?');
    await model.end(text('1'), stop);
    session.chooseModel('model-b');
    session.ask('Two?');
    await settle();
    assert.deepEqual(model.requests[1], {
      apiFormat: 'chat',
      model: 'model-b',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'One?' },
        { role: 'assistant', content: '1' },
        { role: 'user', content: 'Two?' },
      ],
      stream: false,
      maxTokens: 9,
    });
    assert.equal(model.requests[0]?.model, 'model-a');
  });

  it('takes no second question while an answer runs, and no blank one', async () => {
    const { session, model } = chatFixture();
    assert.equal(session.ask(' \n'), false);
    session.ask('One?');
    assert.equal(session.ask('Two?'), false);
    await settle();
    assert.equal(model.requests.length, 1);
    assert.equal(session.conversation.messages.length, 2);
  });

  it('asks no question twice that brought its ID along', async () => {
    const { session, model } = chatFixture();
    assert.equal(session.ask('One?', 'queued'), true);
    assert.equal(session.conversation.messages[0]?.id, 'queued');
    await model.end(text('1'), stop);
    assert.equal(session.ask('One?', 'queued'), false);
    assert.equal(session.conversation.messages.length, 2);
  });

  it('stops at once, keeps every word that came and takes none after it', async () => {
    const { session, model, answer, clock } = chatFixture();
    session.ask('Hello?');
    await model.emit(text('a'), text('b'));
    session.stop();
    assert.equal(model.signals[0]?.aborted, true);
    assert.equal(answer().state, 'stopped');
    assert.equal(answer().text, 'ab');
    await model.emit(text('late'));
    clock.advance(1000);
    assert.equal(answer().text, 'ab');
    assert.equal(session.isRunning, false);
  });

  it('puts the new answer of a Retry in the old one’s place and keeps the old one with what followed it', async () => {
    const { session, model, answer } = chatFixture();
    session.ask('One?');
    await model.end({ type: 'failure', failure: { kind: 'keyRejected', status: 401 } });
    const failed = answer(0);
    assert.equal(failed.state, 'failed');
    session.ask('Two?');
    await model.end(text('2'), stop);
    const [, , ...followed] = session.conversation.messages;
    assert.equal(session.retry(failed.id), true);
    await model.end(text('1'), stop);
    assert.deepEqual(
      session.conversation.messages.map((message) => message.text),
      ['One?', '1'],
    );
    assert.notEqual(answer(0).id, failed.id);
    assert.deepEqual(session.conversation.offPath, [failed, ...followed]);
    assert.deepEqual(model.requests[2]?.messages, [{ role: 'user', content: 'One?' }]);
  });

  it('asks a question in other words behind what came before it, and keeps the old ones', async () => {
    const { session, model, store } = chatFixture();
    session.ask('One?');
    await model.end(text('1'), stop);
    session.ask('Two?');
    await model.end(text('2'), stop);
    session.ask('Three?');
    const old = session.conversation.messages;
    assert.equal(session.edit(old[2]!.id, 'Two, please?'), false, 'an answer is running');
    await model.end(text('3'), stop);
    assert.equal(session.edit(old[2]!.id, ' '), false);
    assert.equal(session.edit(old[1]!.id, 'Me?'), false, 'it is an answer');
    assert.equal(session.edit(old[2]!.id, 'Two, please?'), true);
    await model.end(text('II'), stop);
    assert.deepEqual(model.requests[3]?.messages, [
      { role: 'user', content: 'One?' },
      { role: 'assistant', content: '1' },
      { role: 'user', content: 'Two, please?' },
    ]);
    assert.deepEqual(
      session.conversation.offPath.map((message) => message.text),
      ['Two?', '2', 'Three?', '3'],
    );
    assert.deepEqual(store.appended.reduce(reduce, store.created[0]!), session.conversation);
  });

  it('edits the first question too, and shows its picture with the new words', async () => {
    const images = [{ mediaType: 'image/png', data: 'AAAA' }];
    const place = { parentId: '', askedAt: 1 } as const;
    const question = { kind: 'question', id: 'q', text: 'What?', images, ...place } as const;
    const { session, model } = orphanedChat({
      ...newConversation('c', 'model-a', 1),
      messages: [question, leftRunning('A cat.').messages[1]!],
    });
    session.edit('q', 'What is this?');
    await settle();
    assert.deepEqual(model.requests[0]?.messages, [
      { role: 'user', content: 'What is this?', images },
    ]);
  });

  it('goes from version to version, and asks behind the one that is shown', async () => {
    const { session, model, answer } = chatFixture();
    session.ask('One?');
    await model.end(text('1'), stop);
    const first = answer();
    session.ask('Two?');
    await model.end(text('2'), stop);
    session.retry(first.id);
    assert.equal(session.chooseVersion(first.id), false, 'an answer is running');
    await model.end(text('I'), stop);
    const second = answer();
    assert.equal(session.chooseVersion(second.id), false, 'it is shown already');
    assert.equal(session.chooseVersion('unknown'), false);
    assert.equal(session.chooseVersion(first.id), true);
    assert.deepEqual(
      session.conversation.messages.map((message) => message.text),
      ['One?', '1', 'Two?', '2'],
    );
    session.chooseVersion(second.id);
    session.ask('And?');
    await settle();
    assert.deepEqual(
      model.requests.at(-1)?.messages.map(({ content }) => content),
      ['One?', 'I', 'And?'],
    );
    assert.equal(
      conversationTotals(session.conversation, () => undefined).requests,
      3,
      'all that ended',
    );
  });

  it('has a version that was cut off go on once it is shown again', async () => {
    const { session, model, answer } = chatFixture();
    session.ask('A story?');
    await model.end(text('There was'), { type: 'finish', reason: 'length' });
    const cut = answer();
    session.retry(cut.id);
    await model.end(text('No.'), stop);
    assert.equal(session.continueAnswer(cut.id), false, 'it is not in view');
    session.chooseVersion(cut.id);
    assert.equal(session.continueAnswer(cut.id), true);
    await model.end(text(' a king.'), stop);
    assert.equal(answer().id, cut.id);
    assert.equal(answer().text, 'There was a king.');
  });

  it('has an answer that was cut off go on as one answer, without doubling words', async () => {
    const { session, model, answer, clock } = chatFixture({ systemPrompt: 'Be brief.' });
    session.ask('A story?');
    await model.end(text('There was a king, and'), { type: 'finish', reason: 'length' });
    assert.equal(answer().state, 'truncated');
    const { id } = answer();
    clock.advance(5);
    assert.equal(session.continueAnswer(id), true);
    assert.equal(session.continueAnswer(id), false, 'it runs already');
    assert.equal(answer().state, 'waiting');
    assert.equal(answer().continuedAt, clock.now());
    await settle();
    assert.deepEqual(
      model.requests[1]?.messages.map(({ role }) => role),
      ['system', 'user', 'assistant', 'user'],
    );
    assert.equal(model.requests[1]?.messages[2]?.content, 'There was a king, and');
    await model.end(text('a king, and he '), text('slept.'), stop);
    assert.equal(answer().id, id);
    assert.equal(answer().text, 'There was a king, and he slept.');
    assert.equal(answer().state, 'complete');
    assert.equal(answer().earlierOutcomes?.[0]?.finishReason, 'length');
    assert.equal(session.continueAnswer(id), false, 'it is whole');
    session.ask('More?');
    await settle();
    assert.deepEqual(
      model.requests[2]?.messages.map(({ content }) => content),
      ['Be brief.', 'A story?', 'There was a king, and he slept.', 'More?'],
    );
  });

  it('takes what goes on from a prefill as it is, and what follows an instruction for a repetition', async () => {
    const { session, model, answer } = chatFixture();
    const request = { method: 'POST', url: 'https://gateway.example/v1', headers: {}, body: '' };
    const cut = { type: 'finish', reason: 'length' } as const;
    session.ask('A story?');
    await model.end(text('He had'), cut);
    session.continueAnswer(answer().id);
    await model.end({ type: 'sent', request, prefilled: true }, text(' had enough, and'), cut);
    assert.equal(answer().text, 'He had had enough, and');
    session.continueAnswer(answer().id);
    await model.emit({ type: 'sent', request, prefilled: true });
    // It was refused, and asked again otherwise.
    await model.end({ type: 'sent', request, prefilled: false }, text('and left.'), stop);
    assert.equal(answer().text, 'He had had enough, and left.');
  });

  it('keeps the text of an answer that could not go on, and lets it try again', async () => {
    const { session, model, answer } = chatFixture();
    session.ask('A story?');
    await model.end(text('There was'), { type: 'failure', failure: { kind: 'connectionLost' } });
    session.continueAnswer(answer().id);
    await model.end({ type: 'failure', failure: { kind: 'unreachable' } });
    assert.equal(answer().text, 'There was');
    assert.equal(answer().state, 'failed');
    assert.equal(session.continueAnswer(answer().id), true);
    session.stop();
    assert.equal(answer().state, 'stopped');
    assert.equal(answer().text, 'There was');
  });

  it('keeps what was held back at a seam when the window closes', async () => {
    const { session, model, answer, store } = chatFixture();
    session.ask('A story?');
    await model.end(text('There was a king'), { type: 'finish', reason: 'length' });
    session.continueAnswer(answer().id);
    await model.emit(text(' a'));
    assert.equal(answer().text, 'There was a king', 'it may still be a repetition');
    session.dispose();
    const [created] = store.created;
    const kept = store.appended.reduce(reduce, created!).messages.at(-1);
    assert.equal(kept?.text, 'There was a king a');
  });

  it('sends the same request to another model, whatever the settings have become', async () => {
    const settings = { systemPrompt: 'Be brief.', temperature: 0.5 };
    const { session, model, answer } = chatFixture(settings);
    session.ask('One?');
    await model.end(text('1'), stop);
    session.ask('Two?');
    await model.end({ type: 'failure', failure: { kind: 'modelNotFound' } });
    settings.temperature = 1;
    assert.equal(session.retryWith(answer().id, 'model-b'), true);
    await settle();
    assert.deepEqual(model.requests[2], { ...model.requests[1], model: 'model-b' });
    assert.equal(session.conversation.model, 'model-b');
    assert.equal(answer().model, 'model-b');
    await model.end(text('2'), stop);
    assert.equal(session.conversation.messages.length, 4);
  });

  it('has an answer go on with another model by the request that met a model which is gone', async () => {
    const settings = { systemPrompt: 'Be brief.', temperature: 0.5 };
    const { session, model, answer, clock, store } = chatFixture(settings);
    session.ask('A story?');
    await model.end(text('There was a king, and'), { type: 'finish', reason: 'length' });
    clock.advance(5);
    session.continueAnswer(answer().id);
    await model.end({ type: 'failure', failure: { kind: 'modelNotFound' } });
    const { id } = answer();
    settings.temperature = 1;
    assert.equal(session.retryWith(id, 'model-b'), true);
    await settle();
    assert.deepEqual(model.requests[2], { ...model.requests[1], model: 'model-b' });
    await model.end(text('and a queen.'), stop);
    assert.equal(answer().id, id);
    assert.equal(answer().text, 'There was a king, and a queen.');
    assert.equal(answer().model, 'model-b');
    assert.deepEqual(
      answer().earlierOutcomes?.map((outcome) => outcome.model),
      ['model-a', 'model-a'],
    );
    assert.deepEqual(session.conversation.offPath, []);
    assert.deepEqual(store.appended.reduce(reduce, store.created[0]!), session.conversation);
  });

  it('has an answer go on with the model that was chosen meanwhile', async () => {
    const { session, model, answer } = chatFixture();
    session.ask('A story?');
    await model.end(text('There was'), { type: 'finish', reason: 'length' });
    session.chooseModel('model-b');
    session.continueAnswer(answer().id);
    await settle();
    assert.equal(model.requests[1]?.model, 'model-b');
    await model.end(text(' a king.'), stop);
    assert.equal(answer().text, 'There was a king.');
  });

  it('builds the request anew for another model where the window was reloaded', async () => {
    const first = chatFixture();
    first.session.ask('One?');
    await first.model.end({ type: 'failure', failure: { kind: 'modelNotFound' } });
    const { session, model, answer } = reopenedChat(first.session.conversation);
    assert.equal(session.retryWith(answer().id, 'model-b'), true);
    await settle();
    assert.deepEqual(model.requests[0], { ...first.model.requests[0], model: 'model-b' });
  });

  it('stays waiting while it waits to ask again, and tells it for good', async () => {
    const { session, model, answer, store } = chatFixture();
    const failure = { kind: 'rateLimited', status: 429 } as const;
    const wait = { failure, delayMs: 7_000, retryAt: 1_700_000_007_000 };
    const again = { kind: 'delayed', failure } as const;
    let cutShort = 0;
    session.ask('Hello?');
    await model.emit({ type: 'retryScheduled', wait, retryNow: () => (cutShort += 1) });
    assert.deepEqual([answer().state, answer().retryWait], ['waiting', wait]);
    session.retryNow('another');
    assert.equal(cutShort, 0);
    session.retryNow(answer().id);
    assert.equal(cutShort, 1);
    await model.emit({ type: 'autoRetried', autoRetry: again });
    assert.deepEqual([answer().state, answer().retryWait], ['waiting', undefined]);
    await model.end(text('Hi'), stop);
    assert.equal(answer().state, 'complete');
    assert.deepEqual(answer().autoRetries, [again]);
    const [created] = store.created;
    assert.deepEqual(store.appended.reduce(reduce, created!), session.conversation);
  });

  it('ends as stopped where it is stopped while it waits', async () => {
    const { session, model, answer } = chatFixture();
    const failure = { kind: 'rateLimited', status: 429 } as const;
    session.ask('Hello?');
    const request = { method: 'POST', url: 'https://one.example', headers: {}, body: '{}' };
    await model.emit({ type: 'sent', request, prefilled: false });
    await model.emit({
      type: 'retryScheduled',
      wait: { failure, delayMs: 7_000, retryAt: 1_700_000_007_000 },
      retryNow: () => {},
    });
    session.stop();
    assert.equal(model.signals[0]?.aborted, true);
    assert.deepEqual([answer().state, answer().retryWait], ['stopped', undefined]);
    assert.equal(answer().outcome?.failure, undefined);
    assert.equal(conversationTotals(session.conversation, () => undefined).requests, 0);
  });

  it('ends in failed where the model throws against its word', async () => {
    const { session, answer } = chatFixture();
    const broken = chatFixture();
    broken.model.complete = async function* () {
      yield await Promise.reject(new Error('secret sk-1234567890abcdef'));
    };
    broken.session.ask('Hello?');
    await settle();
    assert.equal(broken.answer().state, 'failed');
    assert.equal(broken.answer().outcome?.failure?.kind, 'unexpected');
    assert.doesNotMatch(JSON.stringify(broken.session.conversation), /sk-1234/);
    assert.equal(session.isRunning, false);
    assert.throws(() => answer());
  });

  it('tells an empty reply from a whole one', async () => {
    const { session, model, answer } = chatFixture();
    session.ask('Hello?');
    await model.end(text('\n'), stop);
    assert.equal(answer().state, 'failed');
    assert.equal(answer().outcome?.failure?.kind, 'emptyReply');
  });

  it('keeps what an answer says of itself', async () => {
    const { session, model, answer } = chatFixture();
    session.ask('Hello?');
    await model.end(
      { type: 'servedModel', model: 'model-a-2026' },
      { type: 'reasoning', text: 'Hm.' },
      text('Hi'),
      { type: 'usage', usage: { inputTokens: 3, outputTokens: 5 } },
      { type: 'toolCalls', calls: [{ name: 'f', arguments: '{}' }] },
      { type: 'finish', reason: 'tool_calls' },
    );
    const { outcome, reasoning, state } = answer();
    assert.equal(state, 'complete');
    assert.equal(reasoning, 'Hm.');
    assert.equal(outcome?.servedModel, 'model-a-2026');
    assert.deepEqual(outcome?.usage, { inputTokens: 3, outputTokens: 5 });
    assert.deepEqual(outcome?.toolCalls, [{ name: 'f', arguments: '{}' }]);
  });

  it('notes when the first and the last content came, of a stopped answer too', async () => {
    const { session, model, answer, clock } = chatFixture();
    const began = clock.now();
    session.ask('Hello?');
    await model.emit({ type: 'servedModel', model: 'm' }, text(''));
    clock.advance(500);
    await model.emit({ type: 'reasoning', text: 'Hm.' });
    clock.advance(200);
    await model.emit(text('Hi'));
    clock.advance(3_000);
    session.stop();
    assert.equal(answer().outcome?.firstContentAt, began + 500);
    assert.equal(answer().outcome?.lastContentAt, began + 700);
    assert.equal(answer().outcome?.servedModel, 'm');
    assert.equal(answer().outcome?.apiFormat, 'chat');
    assert.equal(answer().outcome?.endedAt, began + 3_700);
  });

  it('keeps each request that was sent for an answer, in memory alone', async () => {
    const { session, model, answer, clock, store, sentRequests } = chatFixture();
    const request = { method: 'POST', url: 'https://gateway.example/v1', headers: {} };
    session.ask('Hello?');
    await model.emit({
      type: 'sent',
      prefilled: false,
      request: { ...request, body: 'the first body' },
    });
    const first = clock.now();
    clock.advance(100);
    await model.emit(text('Hi'));
    session.stop();
    clock.advance(5_000);
    session.continueAnswer(answer().id);
    await model.emit({
      type: 'sent',
      prefilled: false,
      request: { ...request, body: 'the second body' },
    });
    await model.end(text(' there'), stop);
    assert.deepEqual(
      sentRequests.get(answer().id).map(({ sentAt: at, body }) => [at, body]),
      [
        [first, 'the first body'],
        [first + 5_100, 'the second body'],
      ],
    );
    assert.equal(answer().outcome?.sentAt, first + 5_100);
    assert.doesNotMatch(JSON.stringify([session.conversation, store.appended]), / body/u);
  });

  it('keeps what the list asked for the model when it was asked', async () => {
    const listedPrice = { input: 1, output: 2, currency: 'USD' };
    const { session, model, answer } = chatFixture({}, listedPrice);
    session.ask('Hello?');
    await model.end(text('Hi'), stop);
    assert.deepEqual(answer().outcome?.listedPrice, listedPrice);
  });

  it('marks a refusal as filtered and keeps its words', async () => {
    const { session, model, answer } = chatFixture();
    session.ask('Hello?');
    await model.end({ type: 'refusal', text: 'No.' }, stop);
    assert.equal(answer().state, 'filtered');
    assert.equal(answer().text, 'No.');
  });

  it('ends an answer that was left running, with its text as interrupted, without as failed', () => {
    for (const [left, expected] of [
      ['some text', 'interrupted'],
      ['', 'failed'],
    ] as const) {
      const { answer, store } = orphanedChat(leftRunning(left));
      assert.equal(answer().state, expected);
      assert.equal(answer().text, left);
      assert.equal(answer().outcome?.failure?.kind, 'windowClosed');
      assert.deepEqual(store.appended, [], 'another window may be giving the answer still');
    }
  });

  it('ends an answer that was left in its pause with what it waited for: nothing was under way', () => {
    const failure = { kind: 'rateLimited', status: 429, retryAfterMs: 9_000 } as const;
    const retryWait = { failure, delayMs: 9_000, retryAt: 9_000 };
    const { answer } = orphanedChat(
      reduce(leftRunning(''), { type: 'retryScheduled', answerId: 'a', retryWait }),
    );
    assert.equal(answer().state, 'failed');
    assert.equal(answer().retryWait, undefined);
    assert.deepEqual(answer().outcome?.failure, failure);
  });

  it('keeps how a left answer ended once it goes on or is replaced here', async () => {
    for (const act of ['continueAnswer', 'retry'] as const) {
      const left = leftRunning('There was');
      const { session, answer, model, store } = orphanedChat(left);
      assert.equal(session[act](answer().id), true);
      await model.end(text(' a king.'), stop);
      session.chooseModel('model-b');
      assert.deepEqual(store.appended.reduce(reduce, left), session.conversation, act);
      const before = act === 'retry' ? session.conversation.offPath : answer().earlierOutcomes;
      assert.equal(before?.length, 1);
    }
  });

  it('asks for nothing before it is on disk that it asks', async () => {
    const acts: Readonly<Record<string, (session: ChatSession) => boolean>> = {
      ask: (session) => session.ask('And you?'),
      retry: (session) => session.retry('a'),
      retryWith: (session) => session.retryWith('a', 'model-b'),
      continueAnswer: (session) => session.continueAnswer('a'),
    };
    for (const [name, act] of Object.entries(acts)) {
      const { session, model, store } = orphanedChat(leftRunning('There was'));
      let synced = (): void => {};
      store.synced = new Promise((resolve) => (synced = resolve));
      assert.equal(act(session), true, name);
      await settle();
      assert.deepEqual(model.requests, [], name);
      assert.notEqual(store.appended.length, 0, name);
      synced();
      await settle();
      assert.equal(model.requests.length, 1, name);
      session.dispose();
    }
  });

  it('adds nothing to a conversation that a newer version wrote to', async () => {
    const conversation: Conversation = { ...leftRunning('There was'), readOnly: true };
    const { session, model, store } = reopenedChat(conversation);
    assert.equal(session.ask('And you?'), false);
    assert.equal(session.retry('a'), false);
    assert.equal(session.retryWith('a', 'model-b'), false);
    assert.equal(session.continueAnswer('a'), false);
    session.chooseModel('model-b');
    await settle();
    assert.deepEqual([model.requests, store.created, store.appended], [[], [], []]);
  });

  it('hands the store a conversation from which its events tell the same one', async () => {
    const { session, model, store } = chatFixture();
    session.chooseModel('model-b');
    session.ask('One?');
    await model.emit(text('a'), text('b'), { type: 'reasoning', text: 'r' });
    await model.end(stop);
    session.retry(session.conversation.messages[1]!.id);
    await model.end(text('again'), stop);
    session.chooseModel('model-c');
    const [created] = store.created;
    assert.equal(store.created.length, 1);
    assert.deepEqual(store.appended.reduce(reduce, created!), session.conversation);
  });
});

function leftRunning(said: string): Conversation {
  const started = newConversation('left', 'model-a', 1);
  const asked = reduce(started, {
    type: 'asked',
    question: { kind: 'question', id: 'q', text: 'Hello?', askedAt: 1 },
    answer: {
      kind: 'answer',
      id: 'a',
      questionId: 'q',
      model: 'model-a',
      state: 'waiting',
      text: '',
      reasoning: '',
      startedAt: 1,
    },
  });
  return said === ''
    ? asked
    : reduce(asked, { type: 'textAppended', answerId: 'a', text: said, reasoning: '' });
}
