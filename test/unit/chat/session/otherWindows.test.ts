import assert from 'node:assert/strict';
import { type Message, newConversation } from '../../../../src/shared/conversation/conversation';
import { reduce } from '../../../../src/shared/conversation/conversationEvent';
import { asked, ended, textAppended } from '../../../support/journal/sampleConversations';
import { settle, chatFixture, reopenedChat, type ChatFixture } from '../fakes';

/** A window in which another one's answer runs. */
function watching(): ChatFixture {
  return reopenedChat(reduce(newConversation('c', 'model-a', 1), asked('q', 'a')));
}

describe('A conversation in two windows', () => {
  it('shows what the other one adds, and goes on from it', async () => {
    const { session, store, model } = chatFixture();
    store.emitFromOtherWindow(asked('q', 'a', 'Hello?'));
    store.emitFromOtherWindow(textAppended('a', 'Hi '));
    store.emitFromOtherWindow(textAppended('a', 'there.'));
    assert.equal(session.isRunning, true);
    assert.equal(session.ask('And?'), false, 'one answer after the other');
    store.emitFromOtherWindow(ended('a'));
    assert.deepEqual(store.appended, [], 'the other window keeps it');
    assert.equal(session.ask('And?'), true);
    await settle();
    assert.deepEqual(
      model.requests[0]?.messages.map(({ content }) => content),
      ['Hello?', 'Hi there.', 'And?'],
    );
  });

  it('makes branches of what both add at once', async () => {
    const { session, store, model } = chatFixture();
    session.ask('One?');
    await model.end({ type: 'text', text: '1' }, { type: 'finish', reason: 'stop' });
    const parent = session.conversation.messages.at(-1)?.id ?? '';
    session.ask('Here?');
    const there = asked('q', 'a', 'There?');
    assert.ok(there.type === 'asked');
    store.emitFromOtherWindow({ ...there, question: { ...there.question, parentId: parent } });
    store.emitFromOtherWindow(textAppended('a', 'Over there.'));
    assert.equal(session.conversation.messages.at(-2)?.text, 'Here?');
    assert.deepEqual(
      session.conversation.offPath.map(({ text }) => text),
      ['There?', 'Over there.'],
    );
    session.stop();
    store.emitFromOtherWindow({ type: 'versionChosen', messageId: 'q' });
    assert.equal(session.conversation.messages.at(-2)?.text, 'Here?', 'each shows its own');
    assert.equal(session.chooseVersion('q'), true);
    assert.equal(session.isRunning, true, 'the other one still answers');
  });

  it('keeps both answers to a question of the queue that both ask at once', async () => {
    const { session, store, model } = chatFixture();
    session.ask('Queued?', 'q');
    store.emitFromOtherWindow(asked('q', 'b', 'Queued?'));
    store.emitFromOtherWindow(textAppended('b', 'From there.'));
    await model.end({ type: 'text', text: 'From here.' }, { type: 'finish', reason: 'stop' });
    store.emitFromOtherWindow(ended('b'));
    const texts = (messages: readonly Message[]) => messages.map(({ text }) => text);
    assert.deepEqual(texts(session.conversation.messages), ['Queued?', 'From here.']);
    assert.deepEqual(texts(session.conversation.offPath), ['From there.']);
    const told = [...store.appended, asked('q', 'b', 'Queued?'), textAppended('b', 'From there.')];
    const read = told.reduce(reduce, newConversation('c', 'model-a', 1));
    assert.deepEqual(texts([...read.messages, ...read.offPath]).toSorted(), [
      'From here.',
      'From there.',
      'Queued?',
    ]);
  });

  it('has the window that gives an answer end it', async () => {
    const { session, store } = watching();
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

  it('says that it gives the answer when it is asked, while its window is there', async () => {
    const { session, store, model, answer } = chatFixture();
    session.ask('Hello?');
    await model.emit({ type: 'text', text: 'Hi' });
    const answerId = answer().id;
    store.emitFromOtherWindow({ type: 'ping', answerId });
    store.emitFromOtherWindow({ type: 'ping', answerId: 'another' });
    await settle();
    assert.deepEqual(store.signals, [{ type: 'running', answerId }]);
    model.isWindowAlive = false;
    store.emitFromOtherWindow({ type: 'ping', answerId });
    await settle();
    assert.equal(store.signals.length, 1);
    assert.equal(answer().state, 'interrupted');
    assert.equal(store.appended.at(-1)?.type, 'ended', 'the window that took its place is told');
    assert.equal(model.signals[0]?.aborted, true);
  });

  it('shows an answer as left when nobody says that he gives it, and as given when he says so after all', () => {
    const { store, clock, answer } = watching();
    store.emitFromOtherWindow({ type: 'running', answerId: 'a' });
    clock.advance(10_000);
    assert.equal(answer().state, 'waiting');
    store.emitFromOtherWindow(textAppended('a', 'Hi'));
    clock.advance(14_999);
    assert.equal(store.signals.length, 1);
    clock.advance(1);
    assert.equal(store.signals.length, 2, 'it was quiet for long');
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
    assert.equal(clock.waiting, 0);
  });

  it('asks nothing in a chat that may only be read, and shows an answer in it as given while it is heard of', () => {
    const kept = [asked('q', 'a'), textAppended('a', 'Hi')].reduce(
      reduce,
      newConversation('c', 'm', 1),
    );
    const { session, store, clock, answer } = reopenedChat({ ...kept, readOnly: true });
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
    assert.equal(clock.waiting, 0);
  });

  it('breaks its own answer off when another window has taken it for left, without a second end', async () => {
    const { session, store, model, answer } = chatFixture();
    session.ask('Hello?');
    await model.emit({ type: 'text', text: 'Hi' });
    const answerId = answer().id;
    const outcome = { endedAt: 1, failure: { kind: 'windowClosed' } } as const;
    store.emitFromOtherWindow({ type: 'ended', answerId, state: 'interrupted', outcome });
    assert.equal(model.signals[0]?.aborted, true, 'it costs no more');
    assert.deepEqual([answer().state, answer().text], ['interrupted', 'Hi']);
    await model.end({ type: 'text', text: ' there' }, { type: 'finish', reason: 'stop' });
    assert.deepEqual([answer().state, answer().text], ['interrupted', 'Hi']);
    assert.equal(
      store.appended.some(({ type }) => type === 'ended'),
      false,
      'the other window keeps its end',
    );
    store.emitFromOtherWindow({ type: 'ping', answerId });
    await settle();
    assert.deepEqual(store.signals, [], 'it is not given here any more');
    assert.equal(session.isRunning, false);
    assert.equal(session.ask('And?'), true);
  });

  it('ends the answer of a window that closes, so that nobody waits for a sign of it', async () => {
    const { session, store, model } = chatFixture();
    session.ask('Hello?');
    await model.emit({ type: 'text', text: 'Hi' }, { type: 'text', text: ' there' });
    session.dispose();
    const kept = store.appended.reduce(reduce, store.created[0]!).messages.at(-1);
    assert.ok(kept?.kind === 'answer');
    assert.deepEqual([kept.state, kept.text], ['interrupted', 'Hi there']);
  });
});
