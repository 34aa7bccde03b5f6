import assert from 'node:assert/strict';
import { parsedCall, readAnswer } from '../../../../../src/features/vscodeChat/node/readAnswer';
import type { StreamPart } from '../../../../../src/gateway/common/chatModel';

async function read(parts: readonly StreamPart[], signal = new AbortController().signal) {
  const events: string[] = [];
  const listener = {
    onText: (text: string) => void events.push(`text ${text}`),
    onReasoning: (text: string) => void events.push(`reasoning ${text}`),
    onSent: () => void events.push('sent'),
  };
  async function* stream() {
    yield* parts;
  }
  return { ...(await readAnswer(stream(), listener, signal)), events };
}

const call = { id: '1', name: 'weather', arguments: '{"city":"Bern"}' };
const text = { type: 'text', text: 'Hello' } as const;
const stop = { type: 'finish', reason: 'stop' } as const;

describe('readAnswer', () => {
  it('passes text and reasoning on in their order', async () => {
    const reasoning = { type: 'reasoning', text: 'Hm.' } as const;
    const { events, state } = await read([reasoning, text, reasoning, stop]);
    assert.deepEqual(events, ['reasoning Hm.', 'text Hello', 'reasoning Hm.']);
    assert.equal(state, 'complete');
  });

  it('passes an answer on that came as reasoning', async () => {
    const reasoning = { type: 'reasoning', text: 'Hello' } as const;
    const retracted = { type: 'reasoningRetracted', length: 5 } as const;
    const { events, state } = await read([reasoning, retracted, text, stop]);
    assert.deepEqual(events, ['reasoning Hello', 'text Hello']);
    assert.equal(state, 'complete');
  });

  it('separates an answer that the gateway began again, as nothing can be taken back', async () => {
    const restarted = { type: 'answerRestarted' } as const;
    const { events, state } = await read([{ type: 'refusal', text: 'No.' }, restarted, text, stop]);
    assert.deepEqual(events, ['text No.', 'text \n\n---\n\n', 'text Hello']);
    assert.equal(state, 'complete');
  });

  it('returns the calls of an answer with their reasoning', async () => {
    const reasoning = { apiFormat: 'messages', model: 'm', blocks: [{}] } as const;
    const answer = await read([
      { type: 'toolCalls', calls: [call], reasoning },
      { type: 'finish', reason: 'tool_calls' },
    ]);
    assert.deepEqual(
      [answer.state, answer.calls, answer.reasoning],
      ['complete', [call], reasoning],
    );
  });

  it('says how an answer ended', async () => {
    const failure = { kind: 'connectionLost' } as const;
    const rows: readonly (readonly [readonly StreamPart[], string, string | undefined])[] = [
      [[text], 'truncated', undefined],
      [[text, { type: 'finish', reason: 'length' }], 'truncated', undefined],
      [[text, { type: 'finish', reason: 'content_filter' }], 'filtered', undefined],
      [[{ type: 'refusal', text: 'No.' }, stop], 'filtered', undefined],
      [[text, { type: 'failure', failure }], 'interrupted', 'connectionLost'],
      [[{ type: 'failure', failure: { kind: 'rateLimited' } }], 'failed', 'rateLimited'],
      [[stop], 'failed', 'emptyReply'],
    ];
    for (const [parts, state, kind] of rows) {
      const answer = await read(parts);
      assert.deepEqual([answer.state, answer.failure?.kind], [state, kind], JSON.stringify(parts));
    }
  });

  it('ends as stopped when it is canceled', async () => {
    const { state, events } = await read([text, stop], AbortSignal.abort());
    assert.deepEqual([state, events], ['stopped', []]);
  });
});

describe('parsedCall', () => {
  it('reads the input, which is empty without arguments', () => {
    assert.deepEqual(parsedCall(call)?.input, { city: 'Bern' });
    assert.deepEqual(parsedCall({ ...call, arguments: '' })?.input, {});
    assert.deepEqual(parsedCall({ ...call, arguments: ' \n' })?.input, {});
  });

  it('invents no input for arguments that are no JSON object', () => {
    for (const invalid of ['{"city":"Be', '[]', '"Bern"', 'null', '{} {}', 'city: Bern']) {
      assert.equal(parsedCall({ ...call, arguments: invalid }), undefined, invalid);
    }
  });
});
