// Versions of questions and answers: edited, retried, switched between, and forked into a new chat.
import assert from 'node:assert/strict';
import { versionsOf } from '../../src/conversation/common/versions';
import { answerAfter, getAnswer, lastAnswer, newChat, questionsTo, until } from './support/portico';
import { gateway, portico, withGateway } from './support/withGateway';

describe('versions of questions and answers', () => {
  withGateway({ model: 'echo', isNewPerTest: true });

  function texts(): readonly string[] {
    return portico.conversation().messages.map(({ text }) => text);
  }

  /** The contents of the last request's messages. */
  function sent(): readonly string[] {
    const request = questionsTo(gateway).at(-1);
    assert.ok(request);
    const { messages } = request.json as { messages: readonly { content: string }[] };
    return messages.map(({ content }) => content);
  }

  it('keeps the original of an edited question, and sends the new one with the messages before it', async () => {
    await getAnswer(portico, 'One?');
    await getAnswer(portico, 'Two?');
    const [one, first, two, second] = portico.conversation().messages;
    await answerAfter(portico, () =>
      portico.run({ type: 'edit', messageId: two?.id ?? '', text: 'Two, please?' }),
    );
    assert.deepEqual(sent(), ['One?', first?.text, 'Two, please?']);
    const edited = portico.conversation().messages.at(-2)?.id ?? '';
    await portico.run({ type: 'chooseVersion', messageId: two?.id ?? '' });
    assert.deepEqual(texts(), [one?.text, first?.text, 'Two?', second?.text]);
    assert.equal(versionsOf(portico.viewState().conversation).get(two?.id ?? '')?.next, edited);
    assert.ok(portico.viewState().usage.answers[second?.id ?? '']);
    portico.reopen();
    assert.deepEqual(texts(), [one?.text, first?.text, 'Two?', second?.text]);
  });

  it('saves an edit that is not sent yet', async () => {
    await getAnswer(portico, 'One?');
    const messageId = portico.conversation().messages[0]?.id ?? '';
    await portico.run({ type: 'saveEdit', messageId, text: 'One, ple' });
    await portico.run({ type: 'saveEdit', messageId: 'unknown', text: 'nothing' });
    assert.deepEqual(portico.viewState().edits, { [messageId]: 'One, ple' });
    const { id } = portico.conversation();
    await newChat();
    assert.ok(!portico.chats().includes(id), 'it was released');
    assert.equal(await portico.open(id), true);
    assert.deepEqual(portico.viewState().edits, { [messageId]: 'One, ple' });
    await portico.run({ type: 'saveEdit', messageId, text: 'One, please?' });
    await answerAfter(portico, () =>
      portico.run({ type: 'edit', messageId, text: 'One, please?' }),
    );
    assert.equal(portico.viewState().edits, undefined);
  });

  it('shows the notice of a failed answer only with that version', async () => {
    gateway.takeOffline('echo');
    await getAnswer(portico, 'Are you there?');
    const failed = lastAnswer(portico);
    await until('offers of other models', () => {
      return (portico.viewState().notices[failed.id]?.alternatives?.length ?? 0) > 0;
    });
    gateway.bringOnline('echo');
    await answerAfter(portico, () =>
      portico.run({ type: 'runNoticeAction', messageId: failed.id, action: 'retry' }),
    );
    assert.deepEqual(portico.viewState().notices, {});
    await portico.run({ type: 'chooseVersion', messageId: failed.id });
    const notice = portico.viewState().notices[failed.id];
    assert.equal(notice?.severity, 'error');
    assert.ok((notice?.alternatives?.length ?? 0) > 0);
  });

  it('forks a chat at an answer', async () => {
    await getAnswer(portico, 'One?');
    await getAnswer(portico, 'Two?');
    const before = portico.conversation();
    await portico.run({ type: 'fork', messageId: before.messages[1]?.id ?? '' });
    const forked = portico.conversation();
    assert.notEqual(forked.id, before.id);
    assert.deepEqual(forked.messages, before.messages.slice(0, 2));
    assert.deepEqual(forked.gateway, before.gateway);
    assert.equal(forked.title, 'One? (fork)');
    await getAnswer(portico, 'Three?');
    assert.deepEqual(sent(), ['One?', before.messages[1]?.text, 'Three?']);
    await portico.run({ type: 'fork', messageId: forked.messages[1]?.id ?? '' });
    assert.equal(portico.conversation().title, 'One? (fork 2)');
  });
});
