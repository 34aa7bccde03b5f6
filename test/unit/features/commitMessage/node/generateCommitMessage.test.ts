import assert from 'node:assert/strict';
import { CommitBoxWriter } from '../../../../../src/features/commitMessage/node/commitBoxWriter';
import { generateCommitMessage } from '../../../../../src/features/commitMessage/node/generateCommitMessage';
import { ManualClock } from '../../../../support/manualClock';
import { ScriptedModel } from '../../../../support/scriptedModel';
import { settle } from '../../../conversation/node/fakes';

const long = 'fix: a message that is long enough to be shown';
const text = (piece: string) => ({ type: 'text', text: piece }) as const;
const finish = { type: 'finish', reason: 'stop' } as const;

async function start(
  before = '',
  checkSecrets = (outgoing: string): Promise<string | undefined> => Promise.resolve(outgoing),
) {
  const model = new ScriptedModel();
  const clock = new ManualClock();
  const box = { value: before };
  const abort = new AbortController();
  const end = generateCommitMessage(
    {
      chatModel: model,
      clock,
      checkSecrets,
      requestSettings: () => ({ systemPrompt: 'of the chat', stream: true, temperature: 0.2 }),
      lookUpModel: () => Promise.resolve({ apiFormat: 'chat' }),
    },
    'model-a',
    [
      { role: 'system', content: 'rules' },
      { role: 'user', content: 'changes with a \u200Bsecret\r\n' },
    ],
    new CommitBoxWriter(box, clock),
    abort.signal,
  );
  await settle();
  return { model, clock, box, abort, end };
}

describe('generateCommitMessage', () => {
  it('sends visible and checked text with the user’s settings, without the chat’s system prompt', async () => {
    const { model, end } = await start('', async (outgoing) => outgoing.replace('secret', '****'));
    await model.end(text('fix: a'), finish);
    assert.equal((await end)?.state, 'complete');
    assert.deepEqual(model.requests, [
      {
        purpose: 'commitMessage',
        apiFormat: 'chat',
        model: 'model-a',
        messages: [
          { role: 'system', content: 'rules' },
          { role: 'user', content: 'changes with a ****\r\n' },
        ],
        stream: true,
        temperature: 0.2,
      },
    ]);
  });

  it('sends nothing if the user does not want to send a secret', async () => {
    const { model, box, end } = await start('words', async () => undefined);
    assert.equal(await end, undefined);
    assert.deepEqual(model.requests, []);
    assert.equal(box.value, 'words');
  });

  it('writes the message while it arrives, and no reasoning', async () => {
    const { model, clock, box, end } = await start();
    await model.emit({ type: 'reasoning', text: 'I think' }, text(long));
    clock.advance(1_000);
    assert.equal(box.value, long);
    clock.advance(1_000);
    await model.end(text(' at once'), finish);
    await end;
    assert.equal(box.value, `${long} at once`);
    assert.equal(clock.pendingTimers, 0, 'the box is not looked at any more');
  });

  it('takes back text that turns out to be reasoning', async () => {
    const { model, clock, box, end } = await start('words');
    await model.emit(text('The user wants a commit message. I think about it.'));
    assert.notEqual(box.value, 'words');
    clock.advance(1_000);
    await model.emit({ type: 'textReclassified' });
    assert.equal(box.value, 'words');
    await model.end(finish);
    assert.equal((await end)?.outcome.failure?.kind, 'emptyReply');
    assert.equal(box.value, 'words');
  });

  it('writes a message that came as reasoning', async () => {
    const { model, box, end } = await start('words');
    await model.emit({ type: 'reasoning', text: long });
    assert.equal(box.value, 'words');
    await model.end({ type: 'reasoningRetracted', length: long.length }, text(long), finish);
    assert.equal((await end)?.state, 'complete');
    assert.equal(box.value, long);
  });

  it('counts a reply without a message as empty', async () => {
    const { model, box, end } = await start('words');
    await model.end(text('```\n```'), finish);
    const result = await end;
    assert.equal(result?.state, 'failed');
    assert.equal(result?.outcome.failure?.kind, 'emptyReply');
    assert.equal(box.value, 'words');
  });

  it('keeps what came when it is stopped', async () => {
    const { model, box, abort, end } = await start('words');
    await model.emit(text(long));
    abort.abort();
    assert.equal((await end)?.state, 'stopped');
    assert.equal(box.value, long);
    assert.ok(model.signals[0]?.aborted);
  });

  for (const before of ['words', '']) {
    it(`restores ${before === '' ? 'the empty box' : 'the user’s words'} after a failure in the middle`, async () => {
      const { model, box, end } = await start(before);
      await model.emit(text(long));
      assert.equal(box.value, long);
      await model.end({ type: 'failure', failure: { kind: 'connectionLost' } });
      assert.equal((await end)?.state, 'interrupted');
      assert.equal(box.value, before);
    });
  }

  it('closes the connection once the user edits the box, without waiting for more text', async () => {
    const { model, clock, box, end } = await start();
    await model.emit(text(long));
    box.value = 'mine';
    clock.advance(20);
    assert.equal((await end)?.state, 'stopped');
    assert.ok(model.signals[0]?.aborted);
    assert.equal(box.value, 'mine');
    assert.equal(clock.pendingTimers, 0);
  });
});
