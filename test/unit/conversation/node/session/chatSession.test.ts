import assert from 'node:assert/strict';
import type { Attachment } from '../../../../../src/conversation/common/attachment';
import {
  newConversation,
  reasoningMs,
  type Conversation,
} from '../../../../../src/conversation/common/conversation';
import { reduce } from '../../../../../src/conversation/common/conversationEvent';
import type { ChatSession } from '../../../../../src/conversation/node/session/chatSession';
import { conversationTotals } from '../../../../../src/features/usage/node/answerUsage';
import { chatFixture, orphanedChat, reopenedChat, settle } from '../fakes';

const stop = { type: 'finish', reason: 'stop' } as const;

function text(value: string): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text: value };
}

describe('ChatSession', () => {
  it('shows the question before the request leaves, then waiting, streaming and complete', async () => {
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

  it('sends the settings that have a value, and the complete history', async () => {
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
      purpose: 'chat',
      apiFormat: 'chat',
      model: 'model-b',
      chatId: session.conversation.id,
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

  it('rejects a second question while an answer is running, and blank text', async () => {
    const { session, model } = chatFixture();
    assert.equal(session.ask(' \n'), false);
    session.ask('One?');
    assert.equal(session.ask('Two?'), false);
    await settle();
    assert.equal(model.requests.length, 1);
    assert.equal(session.conversation.messages.length, 2);
  });

  it('asks a question of the queue only once', async () => {
    const { session, model } = chatFixture();
    assert.equal(session.ask('One?', 'queued'), true);
    assert.equal(session.conversation.messages[0]?.id, 'queued');
    await model.end(text('1'), stop);
    assert.equal(session.ask('One?', 'queued'), false);
    assert.equal(session.conversation.messages.length, 2);
  });

  it('stops at once, keeps all received text, and ignores text that arrives later', async () => {
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

  it('replaces an answer on retry, and keeps the old one with everything after it as a version', async () => {
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

  it('sends an edited question with the messages before it, and keeps the old version', async () => {
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

  it('sends the attachments of an edited question, unless others take their place', async () => {
    const attachment = (name: string): Attachment => {
      return { id: name, kind: 'file', name, text: `Content of ${name}`, tokens: 3 };
    };
    const { session, model } = chatFixture();
    session.ask('What?', undefined, [attachment('a.ts')]);
    await model.end({ type: 'text', text: 'That.' }, stop);
    const idOfLast = (): string =>
      session.conversation.messages.findLast(({ kind }) => kind === 'question')?.id ?? '';
    session.edit(idOfLast(), 'What is it?');
    await model.end({ type: 'text', text: 'That.' }, stop);
    session.edit(idOfLast(), 'What is it?', [attachment('b.ts')]);
    await settle();
    assert.deepEqual(
      model.requests.map(({ messages }) => messages[0]?.content),
      [
        'Content of a.ts\n\nWhat?',
        'Content of a.ts\n\nWhat is it?',
        'Content of b.ts\n\nWhat is it?',
      ],
    );
  });

  it('keeps the image of an edited first question', async () => {
    const images = [{ mediaType: 'image/png', data: 'AAAA' }];
    const question = {
      kind: 'question',
      id: 'q',
      text: 'What?',
      images,
      parentId: '',
      askedAt: 1,
    } as const;
    const { session, model } = orphanedChat({
      ...newConversation('c', 'model-a', 1),
      messages: [question, runningConversation('A cat.').messages[1]!],
    });
    session.edit('q', 'What is this?');
    await settle();
    assert.deepEqual(model.requests[0]?.messages, [
      { role: 'user', content: 'What is this?', images },
    ]);
  });

  it('switches between versions, and asks the next question after the one that is shown', async () => {
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
    assert.equal(session.chooseVersion(second.id), false, 'it is already shown');
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
      'all versions count',
    );
  });

  it('continues a version that was cut off once it is shown again', async () => {
    const { session, model, answer } = chatFixture();
    session.ask('A story?');
    await model.end(text('There was'), { type: 'finish', reason: 'length' });
    const truncated = answer();
    session.retry(truncated.id);
    await model.end(text('No.'), stop);
    assert.equal(session.continueAnswer(truncated.id), false, 'it is not on the shown path');
    session.chooseVersion(truncated.id);
    assert.equal(session.continueAnswer(truncated.id), true);
    await model.end(text(' a king.'), stop);
    assert.equal(answer().id, truncated.id);
    assert.equal(answer().text, 'There was a king.');
  });

  it('continues an answer that was cut off as one answer, without the repeated line', async () => {
    const { session, model, answer, clock } = chatFixture({ systemPrompt: 'Be brief.' });
    session.ask('A story?');
    await model.end(text('There was a king, and'), { type: 'finish', reason: 'length' });
    assert.equal(answer().state, 'truncated');
    const { id } = answer();
    clock.advance(5);
    assert.equal(session.continueAnswer(id), true);
    assert.equal(session.continueAnswer(id), false, 'it is already running');
    assert.equal(answer().state, 'waiting');
    assert.equal(answer().continuedAt, clock.now());
    await settle();
    assert.deepEqual(
      model.requests[1]?.messages.map(({ role }) => role),
      ['system', 'user', 'assistant', 'user'],
    );
    assert.equal(model.requests[1]?.messages[2]?.content, 'There was a king, and');
    await model.end(text('There was a king, and he '), text('slept.'), stop);
    assert.equal(answer().id, id);
    assert.equal(answer().text, 'There was a king, and he slept.');
    assert.equal(answer().state, 'complete');
    assert.equal(answer().earlierOutcomes?.[0]?.finishReason, 'length');
    assert.equal(session.continueAnswer(id), false, 'it is complete');
    session.ask('More?');
    await settle();
    assert.deepEqual(
      model.requests[2]?.messages.map(({ content }) => content),
      ['Be brief.', 'A story?', 'There was a king, and he slept.', 'More?'],
    );
  });

  it('trims repeated text after an instruction to continue, and not after a prefill', async () => {
    const { session, model, answer } = chatFixture();
    const request = { method: 'POST', url: 'https://gateway.example/v1', headers: {}, body: '' };
    const lengthLimit = { type: 'finish', reason: 'length' } as const;
    session.ask('A story?');
    await model.end(text('He had'), lengthLimit);
    session.continueAnswer(answer().id);
    await model.end(
      { type: 'sent', request, prefilled: true },
      text(' had enough, and'),
      lengthLimit,
    );
    assert.equal(answer().text, 'He had had enough, and');
    session.continueAnswer(answer().id);
    await model.emit({ type: 'sent', request, prefilled: true });
    // The prefill was rejected; the retry continues by an instruction.
    await model.end(
      { type: 'sent', request, prefilled: false },
      text('He had had enough, and left.'),
      stop,
    );
    assert.equal(answer().text, 'He had had enough, and left.');
  });

  it('turns the text so far into reasoning, which is not sent back', async () => {
    const { session, model, answer } = chatFixture();
    session.ask('Who?');
    await model.emit(text('Perhaps a queen? '), text('No.'), { type: 'textReclassified' });
    assert.deepEqual([answer().text, answer().reasoning], ['', 'Perhaps a queen? No.']);
    await model.end(text('A king.'), stop);
    assert.deepEqual([answer().text, answer().reasoning], ['A king.', 'Perhaps a queen? No.']);
    session.ask('Sure?');
    await settle();
    assert.deepEqual(
      model.requests[1]?.messages.map(({ content }) => content),
      ['Who?', 'A king.', 'Sure?'],
    );
  });

  it('replaces what came by what the gateway begins again, also in an answer that is continued', async () => {
    const { session, model, answer } = chatFixture();
    session.ask('Who?');
    const reasoning = { type: 'reasoning', text: 'Hm. ' } as const;
    const refusal = { type: 'refusal', text: 'I may not say.' } as const;
    await model.emit(reasoning, text('Perhaps'), refusal);
    await model.end({ type: 'answerRestarted' }, reasoning, text('A king'), stop);
    assert.deepEqual(
      [answer().text, answer().reasoning, answer().state],
      ['A king', 'Hm. ', 'complete'],
    );

    session.ask('Why?');
    await model.end(text('He was'), { type: 'finish', reason: 'length' });
    session.continueAnswer(answer().id);
    await model.emit(text(' perhaps'), reasoning);
    await model.end({ type: 'answerRestarted' }, text(' the heir.'), stop);
    assert.deepEqual([answer().text, answer().reasoning], ['He was the heir.', '']);
  });

  it('turns the last reasoning into the answer, also in an answer that is continued', async () => {
    const { session, model, answer } = chatFixture();
    session.ask('Who?');
    const reasoning = { type: 'reasoning', text: 'Hm. ' } as const;
    await model.emit(reasoning, { type: 'reasoning', text: 'A king.' });
    await model.end(
      { type: 'reasoningRetracted', length: 'A king.'.length },
      text('A king.'),
      stop,
    );
    assert.deepEqual([answer().text, answer().reasoning], ['A king.', 'Hm. ']);

    session.ask('Why?');
    await model.end(reasoning, stop);
    session.continueAnswer(answer().id);
    await model.emit({ type: 'reasoning', text: 'So.' });
    await model.end({ type: 'reasoningRetracted', length: 'So.'.length }, text('So.'), stop);
    assert.deepEqual([answer().text, answer().reasoning], ['So.', 'Hm. ']);
  });

  it('asks for the answer where an answer has only reasoning, and sends none back', async () => {
    for (const reason of ['stop', 'length']) {
      const { session, model, answer } = chatFixture();
      session.ask('Who?');
      await model.end({ type: 'reasoning', text: 'Hm.' }, { type: 'finish', reason });
      const { id } = answer();
      assert.equal(session.continueAnswer(id), true);
      await settle();
      const { messages = [] } = model.requests[1] ?? {};
      assert.deepEqual(
        messages.filter(({ role }) => role !== 'system').map(({ role }) => role),
        ['user', 'user'],
      );
      assert.match(messages.at(-1)?.content ?? '', /without an answer/u);
      await model.end(text('A king.'), stop);
      assert.deepEqual([answer().id, answer().text, answer().state], [id, 'A king.', 'complete']);
      assert.equal(session.continueAnswer(id), false, 'it has an answer');
    }
  });

  it('is complete, without text, if all of the answer was reasoning', async () => {
    const { session, model, answer } = chatFixture();
    session.ask('Who?');
    await model.end(text('A king.'), { type: 'textReclassified' }, stop);
    assert.deepEqual([answer().text, answer().reasoning], ['', 'A king.']);
    assert.equal(answer().state, 'complete');
  });

  it('keeps the text that a continued answer had before, and joins what follows the reasoning', async () => {
    const { session, model, answer } = chatFixture();
    session.ask('A story?');
    await model.end(text('There was a king, and'), { type: 'finish', reason: 'length' });
    session.continueAnswer(answer().id);
    await settle();
    assert.equal(model.requests[1]?.continuedText, 'There was a king, and');
    await model.emit(text('There was? '), text('Then he slept.'), { type: 'textReclassified' });
    await model.end(text('There was a king, and he '), text('slept.'), stop);
    assert.equal(answer().text, 'There was a king, and he slept.');
    assert.equal(answer().reasoning, 'There was? Then he slept.');
  });

  it('keeps the text of an answer whose continuation failed, and can continue it again', async () => {
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

  it('keeps the text that the overlap trimmer holds when the window closes', async () => {
    const { session, model, answer, store } = chatFixture();
    session.ask('A story?');
    await model.end(text('There was a king, and'), { type: 'finish', reason: 'length' });
    session.continueAnswer(answer().id);
    await model.emit(text('There was'));
    assert.equal(answer().text, 'There was a king, and', 'it may be a repetition');
    session.dispose();
    const [created] = store.created;
    const stored = store.appended.reduce(reduce, created!).messages.at(-1);
    assert.equal(stored?.text, 'There was a king, andThere was');
  });

  it('sends the same request to another model, even after the settings have changed', async () => {
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

  it('continues an answer with another model by the same request when the first model is no longer available', async () => {
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
    await model.end(text('There was a king, and a queen.'), stop);
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

  it('continues an answer with the model that was chosen since', async () => {
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

  it('builds the request for another model again after a reload', async () => {
    const first = chatFixture();
    first.session.ask('One?');
    await first.model.end({ type: 'failure', failure: { kind: 'modelNotFound' } });
    const { session, model, answer } = reopenedChat(first.session.conversation);
    assert.equal(session.retryWith(answer().id, 'model-b'), true);
    await settle();
    assert.deepEqual(model.requests[0], { ...first.model.requests[0], model: 'model-b' });
  });

  it('is waiting during the pause before an automatic retry, and records the retry', async () => {
    const { session, model, answer, store } = chatFixture();
    const failure = { kind: 'rateLimited', status: 429 } as const;
    const wait = { failure, delayMs: 7_000, retryAt: 1_700_000_007_000 };
    const adjustment = { kind: 'delayed', failure } as const;
    let retryNowCount = 0;
    session.ask('Hello?');
    await model.emit({ type: 'retryScheduled', wait, retryNow: () => (retryNowCount += 1) });
    assert.deepEqual([answer().state, answer().retryWait], ['waiting', wait]);
    session.retryNow('another');
    assert.equal(retryNowCount, 0);
    session.retryNow(answer().id);
    assert.equal(retryNowCount, 1);
    await model.emit({ type: 'requestAdjusted', adjustment });
    assert.deepEqual([answer().state, answer().retryWait], ['waiting', undefined]);
    await model.end(text('Hi'), stop);
    assert.equal(answer().state, 'complete');
    assert.deepEqual(answer().adjustments, [adjustment]);
    const [created] = store.created;
    assert.deepEqual(store.appended.reduce(reduce, created!), session.conversation);
  });

  it('ends as stopped when the user stops it during the pause before a retry', async () => {
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

  it('ends as failed, without the error’s message, when the chat model throws', async () => {
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

  it('ends as failed when the reply is blank', async () => {
    const { session, model, answer } = chatFixture();
    session.ask('Hello?');
    await model.end(text('\n'), stop);
    assert.equal(answer().state, 'failed');
    assert.equal(answer().outcome?.failure?.kind, 'emptyReply');
  });

  it('records the served model, the usage and the tool calls', async () => {
    const { session, model, answer } = chatFixture();
    session.ask('Hello?');
    await model.end(
      { type: 'servedModel', model: 'model-a-2026' },
      { type: 'reasoning', text: 'Hm.' },
      text('Hi'),
      { type: 'usage', usage: { inputTokens: 3, outputTokens: 5 } },
      { type: 'toolCalls', calls: [{ id: 'x', name: 'f', arguments: '{}' }] },
      { type: 'finish', reason: 'tool_calls' },
    );
    const { outcome, reasoning, state } = answer();
    assert.equal(state, 'complete');
    assert.equal(reasoning, 'Hm.');
    assert.equal(outcome?.servedModel, 'model-a-2026');
    assert.deepEqual(outcome?.usage, { inputTokens: 3, outputTokens: 5 });
    assert.deepEqual(outcome?.toolCalls, [{ name: 'f', arguments: '{}' }]);
  });

  it('keeps files and sources of an answer, and sends neither with the next question', async () => {
    const { session, model, answer } = chatFixture();
    const file = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };
    const sources = [{ url: 'https://one.example/a', numbers: [1] }];
    session.ask('Hello?');
    await model.emit({ type: 'file', file }, { type: 'sources', sources });
    assert.equal(answer().state, 'streaming');
    await model.end(text('[image 1: PNG, 8 B] Hi[1]'), stop);
    assert.deepEqual(answer().files, [file]);
    assert.deepEqual(answer().outcome?.sources, sources);
    session.ask('Two?');
    await settle();
    assert.deepEqual(model.requests[1]?.messages, [
      { role: 'user', content: 'Hello?' },
      { role: 'assistant', content: '[image 1: PNG, 8 B] Hi[1]' },
      { role: 'user', content: 'Two?' },
    ]);
  });

  it('records when the first and the last content arrived, also for a stopped answer', async () => {
    const { session, model, answer, clock } = chatFixture();
    const startedAt = clock.now();
    session.ask('Hello?');
    await model.emit({ type: 'servedModel', model: 'm' }, text(''));
    clock.advance(500);
    await model.emit({ type: 'reasoning', text: 'Hm.' });
    clock.advance(200);
    await model.emit(text('Hi'));
    clock.advance(3_000);
    session.stop();
    assert.equal(answer().outcome?.firstContentAt, startedAt + 500);
    assert.equal(answer().outcome?.firstTextAt, startedAt + 700);
    assert.equal(reasoningMs(answer()), 200);
    assert.equal(answer().outcome?.lastContentAt, startedAt + 700);
    assert.equal(answer().outcome?.servedModel, 'm');
    assert.equal(answer().outcome?.apiFormat, 'chat');
    assert.equal(answer().outcome?.endedAt, startedAt + 3_700);
  });

  it('counts text that turns out to be reasoning as reasoning', async () => {
    const { session, model, answer, clock } = chatFixture();
    session.ask('Hello?');
    await model.emit(text('Hm.'));
    clock.advance(900);
    await model.emit({ type: 'textReclassified' }, text('Hi'));
    session.stop();
    assert.equal(reasoningMs(answer()), 900);
  });

  it('does not know how long a model reasoned that was saved without the time of its text', () => {
    const outcome = { endedAt: 9, firstContentAt: 1, lastContentAt: 8 };
    const { session, answer } = chatFixture();
    session.ask('Hello?');
    assert.equal(reasoningMs({ ...answer(), text: 'Hi', outcome }), undefined);
    assert.equal(reasoningMs({ ...answer(), text: '', outcome }), 7);
  });

  it('keeps every request of an answer, in memory only', async () => {
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

  it('records the price that the model list named for the answer', async () => {
    const listedPrice = { input: 1, output: 2, currency: 'USD' };
    const { session, model, answer } = chatFixture({}, listedPrice);
    session.ask('Hello?');
    await model.end(text('Hi'), stop);
    assert.deepEqual(answer().outcome?.listedPrice, listedPrice);
  });

  it('ends a refusal as filtered, and keeps its text', async () => {
    const { session, model, answer } = chatFixture();
    session.ask('Hello?');
    await model.end({ type: 'refusal', text: 'No.' }, stop);
    assert.equal(answer().state, 'filtered');
    assert.equal(answer().text, 'No.');
  });

  it('ends an orphaned answer as interrupted with text, as failed without', () => {
    for (const [received, expected] of [
      ['some text', 'interrupted'],
      ['', 'failed'],
    ] as const) {
      const { answer, store } = orphanedChat(runningConversation(received));
      assert.equal(answer().state, expected);
      assert.equal(answer().text, received);
      assert.equal(answer().outcome?.failure?.kind, 'windowClosed');
      assert.deepEqual(store.appended, [], 'another window may still be running the answer');
    }
  });

  it('ends an answer that was orphaned during the pause before a retry with the failure before the pause', () => {
    const failure = { kind: 'rateLimited', status: 429, retryAfterMs: 9_000 } as const;
    const retryWait = { failure, delayMs: 9_000, retryAt: 9_000 };
    const { answer } = orphanedChat(
      reduce(runningConversation(''), { type: 'retryScheduled', answerId: 'a', retryWait }),
    );
    assert.equal(answer().state, 'failed');
    assert.equal(answer().retryWait, undefined);
    assert.deepEqual(answer().outcome?.failure, failure);
  });

  it('stores the end of an orphaned answer once it is continued or replaced here', async () => {
    for (const method of ['continueAnswer', 'retry'] as const) {
      const conversation = runningConversation('There was');
      const { session, answer, model, store } = orphanedChat(conversation);
      assert.equal(session[method](answer().id), true);
      await model.end(text(' a king.'), stop);
      session.chooseModel('model-b');
      assert.deepEqual(store.appended.reduce(reduce, conversation), session.conversation, method);
      const before = method === 'retry' ? session.conversation.offPath : answer().earlierOutcomes;
      assert.equal(before?.length, 1);
    }
  });

  it('sends no request before the question is on disk', async () => {
    const actions: Readonly<Record<string, (session: ChatSession) => boolean>> = {
      ask: (session) => session.ask('And you?'),
      retry: (session) => session.retry('a'),
      retryWith: (session) => session.retryWith('a', 'model-b'),
      continueAnswer: (session) => session.continueAnswer('a'),
    };
    for (const [name, action] of Object.entries(actions)) {
      const { session, model, store } = orphanedChat(runningConversation('There was'));
      let synced = (): void => {};
      store.synced = new Promise((resolve) => (synced = resolve));
      assert.equal(action(session), true, name);
      await settle();
      assert.deepEqual(model.requests, [], name);
      assert.notEqual(store.appended.length, 0, name);
      synced();
      await settle();
      assert.equal(model.requests.length, 1, name);
      session.dispose();
    }
  });

  it('stores nothing in a conversation that a newer version of Portico changed', async () => {
    const conversation: Conversation = { ...runningConversation('There was'), readOnly: true };
    const { session, model, store } = reopenedChat(conversation);
    assert.equal(session.ask('And you?'), false);
    assert.equal(session.retry('a'), false);
    assert.equal(session.retryWith('a', 'model-b'), false);
    assert.equal(session.continueAnswer('a'), false);
    session.chooseModel('model-b');
    await settle();
    assert.deepEqual([model.requests, store.created, store.appended], [[], [], []]);
  });

  it('stores a conversation and events that reduce to the same conversation', async () => {
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

/** A stored conversation with an answer that is running and has this text so far. */
function runningConversation(received: string): Conversation {
  const started = newConversation('running', 'model-a', 1);
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
  return received === ''
    ? asked
    : reduce(asked, { type: 'textAppended', answerId: 'a', text: received, reasoning: '' });
}
