// Prompt progress in a stream: read only where it is well formed and new, and it extends the wait for the first token.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { StreamPart } from '../../../../../src/gateway/common/chatModel';
import { chat, readPromptProgress } from '../../../../../src/gateway/node/formats/chatCompletions';
import { readerOf } from '../../../../support/streams/readerOf';

const event = (data: unknown) => ({ data, isError: false });
/** llama.cpp sends it so. */
const progress = (processed: unknown, total: unknown = 100) => ({
  choices: [{ index: 0, delta: { role: 'assistant', content: null }, finish_reason: null }],
  prompt_progress: { total, cache: 0, processed, time_ms: 1 },
});
const content = { choices: [{ index: 0, delta: { content: 'Hi' } }] };

function partsOf(...bodies: readonly unknown[]): readonly StreamPart[] {
  const reader = readerOf(chat);
  return bodies.flatMap((body) => reader.push([event(body)]).parts);
}

describe('prompt progress', () => {
  it('is the share of the prompt that is processed', () => {
    assert.deepEqual(partsOf(progress(25), progress(100)), [
      { type: 'promptProgress', share: 0.25 },
      { type: 'promptProgress', share: 1 },
    ]);
  });

  it('is read beside an empty list of choices', () => {
    const body = { choices: [], prompt_progress: { total: 4, processed: 1 } };
    assert.deepEqual(partsOf(body), [{ type: 'promptProgress', share: 0.25 }]);
  });

  it('is emitted only when it has grown', () => {
    const shares = partsOf(progress(50), progress(50), progress(10), progress(60));
    assert.deepEqual(
      shares.map((part) => part.type === 'promptProgress' && part.share),
      [0.5, 0.6],
    );
  });

  it('does not matter once there is content', () => {
    const types = partsOf(content, progress(50)).map(({ type }) => type);
    assert.deepEqual(types, ['text']);
  });

  it('is not read from malformed values', () => {
    for (const body of [
      progress(-1),
      progress(101),
      progress(0, 0),
      progress(1, null),
      progress('x'),
      progress(Number.NaN),
      ...[null, 7, 'x', [], {}].map((value) => ({ choices: [], prompt_progress: value })),
    ]) {
      assert.deepEqual(partsOf(body), [], JSON.stringify(body));
    }
  });

  it('is a share from 0 to 1, whatever the server sends', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (processed, total) => {
        const read = readPromptProgress({ processed, total });
        const share = read === undefined ? 0 : read.processed / read.total;
        assert.ok(share >= 0 && share <= 1);
      }),
    );
  });
});
