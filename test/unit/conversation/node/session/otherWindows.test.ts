import assert from 'node:assert/strict';
import { newConversation, type Message } from '../../../../../src/conversation/common/conversation';
import { reduce } from '../../../../../src/conversation/common/conversationEvent';
import { asked, ended, textAppended } from '../../../../support/journal/sampleConversations';
import { chatFixture, reopenedChat, settle, type ChatFixture } from '../fakes';

/** A window that shows a conversation in which another window runs an answer. */
function observerFixture(): ChatFixture {
  return reopenedChat(reduce(newConversation('c', 'model-a', 1), asked('q', 'a')));
}

describe('OtherWindows', () => {
  it('shows what another window adds, and continues from it', async () => {
    const { session, store, model } = chatFixture();
    store.emitFromOtherWindow(asked('q', 'a', 'Hello?'));
    store.emitFromOtherWindow(textAppended('a', 'Hi '));
    store.emitFromOtherWindow(textAppended('a', 'there.'));
    assert.equal(session.isRunning, true);
    assert.equal(session.ask('And?'), false, 'the other window is still answering');
    store.emitFromOtherWindow(ended('a'));
    assert.deepEqual(store.appended, [], 'the other window stores it');
    assert.equal(session.ask('And?'), true);
    await settle();
    assert.deepEqual(
      model.requests[0]?.messages.map(({ content }) => content),
      ['Hello?', 'Hi there.', 'And?'],
    );
  });

  it('makes questions that two windows ask at once branches of the conversation', async () => {
    const { session, store, model } = chatFixture();
    session.ask('One?');
    await model.end({ type: 'text', text: '1' }, { type: 'finish', reason: 'stop' });
    const parent = session.conversation.messages.at(-1)?.id ?? '';
    session.ask('Ours?');
    const theirs = asked('q', 'a', 'Theirs?');
    assert.ok(theirs.type === 'asked');
    store.emitFromOtherWindow({ ...theirs, question: { ...theirs.question, parentId: parent } });
    store.emitFromOtherWindow(textAppended('a', 'Their answer.'));
    assert.equal(session.conversation.messages.at(-2)?.text, 'Ours?');
    assert.deepEqual(
      session.conversation.offPath.map(({ text }) => text),
      ['Theirs?', 'Their answer.'],
    );
    session.stop();
    store.emitFromOtherWindow({ type: 'versionChosen', messageId: 'q' });
    assert.equal(
      session.conversation.messages.at(-2)?.text,
      'Ours?',
      'each window shows its own version',
    );
    assert.equal(session.chooseVersion('q'), true);
    assert.equal(session.isRunning, true, 'the other window is still answering');
  });

  it('keeps both answers when two windows ask the same queued question at once', async () => {
    const { session, store, model } = chatFixture();
    session.ask('Queued?', 'q');
    store.emitFromOtherWindow(asked('q', 'b', 'Queued?'));
    store.emitFromOtherWindow(textAppended('b', 'Their answer.'));
    await model.end({ type: 'text', text: 'Our answer.' }, { type: 'finish', reason: 'stop' });
    store.emitFromOtherWindow(ended('b'));
    const texts = (messages: readonly Message[]) => messages.map(({ text }) => text);
    assert.deepEqual(texts(session.conversation.messages), ['Queued?', 'Our answer.']);
    assert.deepEqual(texts(session.conversation.offPath), ['Their answer.']);
    const events = [
      ...store.appended,
      asked('q', 'b', 'Queued?'),
      textAppended('b', 'Their answer.'),
    ];
    const stored = events.reduce(reduce, newConversation('c', 'model-a', 1));
    assert.deepEqual(texts([...stored.messages, ...stored.offPath]).toSorted(), [
      'Our answer.',
      'Queued?',
      'Their answer.',
    ]);
  });

  it('requests a stop from the window that runs the answer, which stops it', async () => {
    const { session, store } = observerFixture();
    session.stop();
    assert.deepEqual(store.signals, [
      { type: 'ping', answerId: 'a' },
      { type: 'stopRequested', answerId: 'a' },
      { type: 'ping', answerId: 'a' },
    ]);
    const runner = chatFixture();
    runner.session.ask('Hello?');
    const answerId = runner.answer().id;
    runner.store.emitFromOtherWindow({ type: 'stopRequested', answerId: 'another' });
    assert.equal(runner.answer().state, 'waiting');
    runner.store.emitFromOtherWindow({ type: 'stopRequested', answerId });
    assert.equal(runner.answer().state, 'stopped');
  });

  it('replies to a ping before its slow window has answered', () => {
    const { session, store, answer } = chatFixture();
    session.ask('Hello?');
    const answerId = answer().id;
    store.emitFromOtherWindow({ type: 'ping', answerId });
    assert.deepEqual(store.signals, [{ type: 'running', answerId }]);
    assert.equal(answer().state, 'waiting');
  });

  it('replies to a ping while its window is alive, and interrupts its answer when not', async () => {
    const { session, store, model, window, answer } = chatFixture();
    session.ask('Hello?');
    await model.emit({ type: 'text', text: 'Hi' });
    const answerId = answer().id;
    store.emitFromOtherWindow({ type: 'ping', answerId });
    store.emitFromOtherWindow({ type: 'ping', answerId: 'another' });
    await settle();
    assert.deepEqual(store.signals, [{ type: 'running', answerId }]);
    window.isAlive = false;
    store.emitFromOtherWindow({ type: 'ping', answerId });
    await settle();
    assert.equal(answer().state, 'interrupted');
    assert.equal(store.appended.at(-1)?.type, 'ended', 'the window after the reload reads the end');
    assert.equal(model.signals[0]?.aborted, true);
  });

  it('shows an answer as interrupted when no window replies, and as running when one reports it after all', () => {
    const { store, clock, answer } = observerFixture();
    store.emitFromOtherWindow({ type: 'running', answerId: 'a' });
    clock.advance(10_000);
    assert.equal(answer().state, 'waiting');
    store.emitFromOtherWindow(textAppended('a', 'Hi'));
    clock.advance(14_999);
    assert.equal(store.signals.length, 1);
    clock.advance(1);
    assert.equal(store.signals.length, 2, 'the other window was silent for 15 s');
    clock.advance(2500);
    assert.equal(answer().state, 'interrupted');
    assert.deepEqual(store.appended, []);
    store.emitFromOtherWindow(textAppended('a', ' there'));
    assert.equal(answer().state, 'streaming');
    assert.equal(answer().text, 'Hi there');
    store.emitFromOtherWindow(ended('a'));
    assert.equal(answer().state, 'complete');
    clock.advance(60_000);
    assert.equal(store.signals.length, 2);
    assert.equal(clock.pendingTimers, 0);
  });

  it('sends no signal in a read-only chat, and shows its answer as running while events arrive', () => {
    const stored = [asked('q', 'a'), textAppended('a', 'Hi')].reduce(
      reduce,
      newConversation('c', 'm', 1),
    );
    const { session, store, clock, answer } = reopenedChat({ ...stored, readOnly: true });
    assert.equal(answer().state, 'interrupted');
    store.emitFromOtherWindow(textAppended('a', ' and'));
    assert.equal(answer().state, 'streaming');
    clock.advance(15_000);
    assert.equal(answer().state, 'interrupted');
    store.emitFromOtherWindow(textAppended('a', ' there'));
    assert.equal(answer().text, 'Hi and there');
    session.stop();
    assert.equal(answer().state, 'interrupted');
    store.emitFromOtherWindow(ended('a'));
    assert.equal(answer().state, 'complete');
    assert.deepEqual([store.signals, store.appended], [[], []]);
    assert.equal(clock.pendingTimers, 0);
  });

  it('abandons its own answer when another window has ended it as orphaned, without a second end', async () => {
    const { session, store, model, answer } = chatFixture();
    session.ask('Hello?');
    await model.emit({ type: 'text', text: 'Hi' });
    const answerId = answer().id;
    const outcome = { endedAt: 1, failure: { kind: 'windowClosed' } } as const;
    store.emitFromOtherWindow({ type: 'ended', answerId, state: 'interrupted', outcome });
    assert.equal(model.signals[0]?.aborted, true, 'the request is closed');
    assert.deepEqual([answer().state, answer().text], ['interrupted', 'Hi']);
    await model.end({ type: 'text', text: ' there' }, { type: 'finish', reason: 'stop' });
    assert.deepEqual([answer().state, answer().text], ['interrupted', 'Hi']);
    assert.equal(
      store.appended.some(({ type }) => type === 'ended'),
      false,
      'the other window stored the end',
    );
    store.emitFromOtherWindow({ type: 'ping', answerId });
    await settle();
    assert.deepEqual(store.signals, [], 'it no longer runs here');
    assert.equal(session.isRunning, false);
    assert.equal(session.ask('And?'), true);
  });

  it('ends the answer of a window that closes, so that other windows do not wait for a reply', async () => {
    const { session, store, model } = chatFixture();
    session.ask('Hello?');
    await model.emit({ type: 'text', text: 'Hi' }, { type: 'text', text: ' there' });
    session.dispose();
    const stored = store.appended.reduce(reduce, store.created[0]!).messages.at(-1);
    assert.ok(stored?.kind === 'answer');
    assert.deepEqual([stored.state, stored.text], ['interrupted', 'Hi there']);
  });
});
