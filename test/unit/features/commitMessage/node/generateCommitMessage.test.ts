import assert from 'node:assert/strict';
import { CommitBoxWriter } from '../../../../../src/features/commitMessage/node/commitBoxWriter';
import { generateCommitMessage } from '../../../../../src/features/commitMessage/node/generateCommitMessage';
import type { ChatMessage } from '../../../../../src/gateway/common/ports';
import type { OutgoingTextCheck } from '../../../../../src/conversation/node/request/outgoingTextCheck';
import { ManualClock } from '../../../../support/manualClock';
import { ScriptedModel, settle } from '../../../conversation/node/fakes';

const messages: readonly ChatMessage[] = [
  { role: 'system', content: 'rules' },
  { role: 'user', content: 'changes with a secret' },
];
const long = 'fix: a message that is long enough to be shown';
const text = (piece: string) => ({ type: 'text', text: piece }) as const;

function start(before = '', checks: readonly OutgoingTextCheck[] = []) {
  const model = new ScriptedModel();
  const clock = new ManualClock();
  const box = { value: before };
  const writer = new CommitBoxWriter(box, clock);
  const abort = new AbortController();
  const end = generateCommitMessage(
    {
      chatModel: model,
      clock,
      checks,
      requestSettings: () => ({ systemPrompt: 'of the chat', stream: true, temperature: 0.2 }),
      lookUpModel: () => Promise.resolve({ apiFormat: 'chat' }),
      onSent: () => undefined,
    },
    'model-a',
    messages,
    writer,
    abort.signal,
  );
  return { model, clock, box, writer, abort, end };
}

describe('generateCommitMessage', () => {
  it('sends the messages with the settings of a request, but without the chat’s system prompt', async () => {
    const { model, end } = start();
    await settle();
    await model.end(text('fix: a'), { type: 'finish', reason: 'stop' });
    const result = await end;
    assert.deepEqual(model.requests, [
      { apiFormat: 'chat', model: 'model-a', messages, stream: true, temperature: 0.2 },
    ]);
    assert.equal(result.type === 'ended' && result.end.state, 'complete');
  });

  it('writes the message while it arrives, and no reasoning', async () => {
    const { model, clock, box, end } = start();
    await settle();
    await model.emit({ type: 'reasoning', text: 'I think' }, text(long));
    clock.advance(1_000);
    assert.equal(box.value, long);
    clock.advance(1_000);
    await model.end(text(' at once'), { type: 'finish', reason: 'stop' });
    await end;
    assert.equal(box.value, `${long} at once`);
  });

  it('takes back text that turns out to be reasoning', async () => {
    const { model, clock, box, end } = start();
    await settle();
    await model.emit(text('The user wants a commit message. I think about it.'));
    assert.notEqual(box.value, '');
    clock.advance(1_000);
    await model.emit({ type: 'textReclassified' });
    assert.equal(box.value, '');
    await model.end({ type: 'finish', reason: 'stop' });
    const result = await end;
    assert.equal(result.type === 'ended' && result.end.outcome.failure?.kind, 'emptyReply');
    assert.equal(box.value, '');
  });

  it('keeps what came when it is stopped', async () => {
    const { model, box, abort, end } = start('words');
    await settle();
    await model.emit(text(long));
    abort.abort();
    const result = await end;
    assert.equal(result.type === 'ended' && result.end.state, 'stopped');
    assert.equal(box.value, long);
    assert.ok(model.signals[0]?.aborted);
  });

  it('restores the user’s words after a failure in the middle', async () => {
    const { model, box, end } = start('words');
    await settle();
    await model.emit(text(long));
    assert.equal(box.value, long);
    await model.end({ type: 'failure', failure: { kind: 'connectionLost' } });
    const result = await end;
    assert.equal(result.type === 'ended' && result.end.state, 'interrupted');
    assert.equal(box.value, 'words');
  });

  it('closes the connection once the user edits the box, without waiting for more text', async () => {
    const { model, clock, box, end } = start();
    await settle();
    await model.emit(text(long));
    box.value = 'mine';
    clock.advance(20);
    assert.equal((await end).type, 'edited');
    assert.ok(model.signals[0]?.aborted);
    assert.equal(box.value, 'mine');
    assert.equal(clock.pendingTimers, 0);
  });

  it('looks at the box no more once the message is complete', async () => {
    const { model, clock, end } = start();
    await settle();
    await model.end(text(long), { type: 'finish', reason: 'stop' });
    await end;
    assert.equal(clock.pendingTimers, 0);
  });

  it('stops a reply that is too long for a commit message', async () => {
    const { model, clock, box, end } = start();
    await settle();
    await model.emit(text(long));
    clock.advance(1_000);
    await model.emit(text(' x'.repeat(20_000)));
    clock.advance(1_000);
    const result = await end;
    assert.equal(result.type === 'ended' && result.end.state, 'stopped');
    assert.ok(model.signals[0]?.aborted);
    assert.ok(box.value.length <= 10_000);
  });

  it('sends what the checks return, and nothing if one cancels', async () => {
    const mask: OutgoingTextCheck = async (outgoing) => ({
      type: 'replaced',
      text: outgoing.replace('secret', '****'),
    });
    const seen: string[] = [];
    const record: OutgoingTextCheck = async (outgoing) => {
      seen.push(outgoing);
      return { type: 'proceed' };
    };
    const { model, end } = start('', [mask, record]);
    await settle();
    await model.end(text('fix: a'), { type: 'finish', reason: 'stop' });
    await end;
    assert.equal(model.requests[0]?.messages[1]?.content, 'changes with a ****');
    assert.deepEqual(seen, ['rules', 'changes with a ****']);
    const canceled = start('words', [async () => ({ type: 'cancel' })]);
    assert.equal((await canceled.end).type, 'canceled');
    assert.deepEqual(canceled.model.requests, []);
    assert.equal(canceled.box.value, 'words');
  });
});
