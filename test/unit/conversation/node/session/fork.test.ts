import assert from 'node:assert/strict';
import { newConversation } from '../../../../../src/conversation/common/conversation';
import { forkedAt } from '../../../../../src/conversation/node/session/fork';
import { chatFixture, reopenedChat, settle } from '../fakes';

const stop = { type: 'finish', reason: 'stop' } as const;

describe('forkedAt', () => {
  it('copies the conversation up to an answer, and does not change the original', async () => {
    const { session, model, answer } = chatFixture();
    session.chooseGateway({ baseUrl: 'https://one.example/v1' });
    session.add({ type: 'settingsChosen', settings: { temperature: 0 } });
    for (const text of ['1', '2']) {
      session.ask(`${text}?`);
      await model.end({ type: 'text', text }, stop);
      session.omitTurns(session.conversation.messages.at(-2)!.id, undefined);
    }
    session.retry(answer().id);
    await model.end({ type: 'text', text: 'II' }, stop);
    const before = session.conversation;
    const forked = forkedAt(before, answer(0), newConversation('fresh', 'other-model', 9));
    assert.equal(session.conversation, before);
    const { id, createdAt, messages, offPath, omitted, gateway } = forked;
    assert.deepEqual([id, createdAt, forked.model], ['fresh', 9, 'model-a']);
    assert.deepEqual(messages, before.messages.slice(0, 2));
    assert.deepEqual(offPath, []);
    assert.deepEqual(omitted, before.omitted?.slice(0, 1));
    assert.deepEqual(forked.settings, { temperature: 0 });
    assert.deepEqual(gateway, before.gateway, 'another gateway needs consent');
  });

  it('can be continued like any other conversation', async () => {
    const { session, model, answer } = chatFixture();
    session.ask('1?');
    await model.end({ type: 'text', text: '1' }, stop);
    const forked = forkedAt(session.conversation, answer(), newConversation('f', 'm', 9));
    // The reopened chat's new IDs must not collide with these.
    const fork = reopenedChat(JSON.parse(JSON.stringify(forked).replaceAll('id-', 'old-')));
    assert.equal(fork.session.ask('2?'), true);
    await settle();
    assert.deepEqual(
      fork.model.requests[0]?.messages.map(({ content }) => content),
      ['1?', '1', '2?'],
    );
  });
});
