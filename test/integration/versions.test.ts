import assert from 'node:assert/strict';
import { type Gateway, startGateway } from '../referenceGateway/server';
import { isRunning } from '../../src/shared/conversation/conversation';
import { versionsOf } from '../../src/shared/conversation/versions';
import {
  activatePortico,
  getAnswer,
  lastAnswer,
  newChat,
  questionsTo,
  setUserSetting,
  until,
} from './support/portico';

type Portico = Awaited<ReturnType<typeof activatePortico>>;

describe('versions of questions and answers', () => {
  let portico: Portico;
  let gateway: Gateway;

  before(async () => {
    portico = await activatePortico();
    gateway = await startGateway();
    await setUserSetting('baseUrl', gateway.baseUrl);
    await setUserSetting('model', 'echo');
  });
  after(() => gateway.close());
  beforeEach(async () => {
    await newChat();
    gateway.clearRequests();
  });

  function texts(): readonly string[] {
    return portico.conversation().messages.map(({ text }) => text);
  }

  async function ended(): Promise<void> {
    await until('the answer ends', () => !isRunning(lastAnswer(portico).state));
  }

  /** The contents that were sent last. */
  function sent(): readonly string[] {
    const request = questionsTo(gateway).at(-1);
    assert.ok(request);
    const { messages } = request.json as { messages: readonly { content: string }[] };
    return messages.map(({ content }) => content);
  }

  it('are kept of a question that is edited, and sent with what stands before it alone', async () => {
    await getAnswer(portico, 'One?');
    await getAnswer(portico, 'Two?');
    const [one, first, two, second] = portico.conversation().messages;
    await portico.run({ type: 'edit', messageId: two?.id ?? '', text: 'Two, please?' });
    await ended();
    assert.deepEqual(sent(), ['One?', first?.text, 'Two, please?']);
    const edited = portico.conversation().messages.at(-2)?.id ?? '';
    await portico.run({ type: 'chooseVersion', messageId: two?.id ?? '' });
    assert.deepEqual(texts(), [one?.text, first?.text, 'Two?', second?.text]);
    assert.equal(versionsOf(portico.viewState().conversation).get(two?.id ?? '')?.next, edited);
    assert.ok(portico.viewState().usage.answers[second?.id ?? '']);
    portico.reopen();
    assert.deepEqual(texts(), [one?.text, first?.text, 'Two?', second?.text]);
  });

  it('keep what is being rewritten until it is asked or left', async () => {
    await getAnswer(portico, 'One?');
    const messageId = portico.conversation().messages[0]?.id ?? '';
    await portico.run({ type: 'saveEdit', messageId, text: 'One, ple' });
    await portico.run({ type: 'saveEdit', messageId: 'unknown', text: 'nothing' });
    assert.deepEqual(portico.viewState().edits, { [messageId]: 'One, ple' });
    const { id } = portico.conversation();
    await newChat();
    assert.ok(!portico.chats().includes(id), 'it was let go of');
    assert.equal(await portico.open(id), true);
    assert.deepEqual(portico.viewState().edits, { [messageId]: 'One, ple' });
    await portico.run({ type: 'saveEdit', messageId, text: 'One, please?' });
    await portico.run({ type: 'edit', messageId, text: 'One, please?' });
    await ended();
    assert.equal(portico.viewState().edits, undefined);
  });

  it('bring back the notice of an answer that failed, and offer nothing of it before', async () => {
    gateway.takeOffline('echo');
    await getAnswer(portico, 'Are you there?');
    const failed = lastAnswer(portico);
    await until('others are offered', () => {
      return (portico.viewState().notices[failed.id]?.alternatives?.length ?? 0) > 0;
    });
    gateway.bringBack('echo');
    await portico.run({ type: 'runNoticeAction', messageId: failed.id, action: 'retry' });
    await ended();
    assert.deepEqual(portico.viewState().notices, {});
    await portico.run({ type: 'chooseVersion', messageId: failed.id });
    const notice = portico.viewState().notices[failed.id];
    assert.equal(notice?.severity, 'error');
    assert.ok((notice?.alternatives?.length ?? 0) > 0);
  });

  it('can be gone on from in a new chat', async () => {
    await getAnswer(portico, 'One?');
    await getAnswer(portico, 'Two?');
    const before = portico.conversation();
    await portico.run({ type: 'fork', messageId: before.messages[1]?.id ?? '' });
    const forked = portico.conversation();
    assert.notEqual(forked.id, before.id);
    assert.deepEqual(forked.messages, before.messages.slice(0, 2));
    assert.deepEqual(forked.gateway, before.gateway);
    await getAnswer(portico, 'Three?');
    assert.deepEqual(sent(), ['One?', before.messages[1]?.text, 'Three?']);
  });
});
