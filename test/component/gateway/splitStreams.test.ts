// Answers of the reference gateway in all API formats, split and truncated at random positions.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { ApiFormatAdapter } from '../../../src/gateway/formats/apiFormatAdapter';
import { chat } from '../../../src/gateway/formats/chatCompletions';
import { generateContent } from '../../../src/gateway/formats/generateContent';
import { messages } from '../../../src/gateway/formats/messages';
import { responses } from '../../../src/gateway/formats/responses';
import { apiFormats, type ApiFormat } from '../../../src/shared/conversation/apiFormat';
import { faultModels, faults } from '../../referenceGateway/faults/faultCatalog';
import { expectedFor, appliesTo, type Fault } from '../../referenceGateway/faults/fault';
import { startGateway, type Gateway } from '../../referenceGateway/server';
import { askInFormat } from '../referenceGateway/client';
import { answerOf, splitAt } from '../../unit/gateway/formats/goldens/readStream';

const adapters: Readonly<Record<ApiFormat, ApiFormatAdapter>> = {
  chat,
  responses,
  messages,
  generateContent,
};

interface Transcript {
  readonly name: string;
  readonly adapter: ApiFormatAdapter;
  readonly bytes: Uint8Array;
  readonly expected: ReturnType<typeof answerOf>;
}

/** Longer transcripts would only take more time. */
const maxBytes = 24 * 1024;

/** Excludes faults that split or truncate the stream themselves. */
function isUnsplit({ id, stalls }: Fault): boolean {
  return stalls !== true && !/cut|byte-by-byte|gzip|burst/u.test(id);
}

describe('the reference gateway’s answers, split at random positions', () => {
  const transcripts: Transcript[] = [];

  let gateway: Gateway;

  before(async () => {
    gateway = await startGateway({ models: faultModels });
    for (const format of apiFormats) {
      for (const stream of [true, false]) {
        for (const fault of faults.filter(
          (candidate) => appliesTo(candidate, format, stream) && isUnsplit(candidate),
        )) {
          const { state } = expectedFor(fault, stream, format);
          if (state === 'complete' || state === 'truncated' || state === 'filtered') {
            const transcript = await transcriptOf(gateway, fault, format, stream);
            transcripts.push(...(transcript.bytes.length > maxBytes ? [] : [transcript]));
          }
        }
      }
    }
  });
  after(() => gateway.close());

  it('are complete when they are not split, at least 15 per format, streamed and not', () => {
    for (const format of apiFormats) {
      for (const mode of ['streamed', 'not streamed']) {
        const ofFormat = transcripts.filter(({ name }) => name.startsWith(`${format}, ${mode}`));
        assert.ok(ofFormat.length >= 15, `${format}, ${mode}: ${ofFormat.length}`);
      }
    }
    for (const { name, expected } of transcripts) {
      assert.equal(expected.errorName, '', name);
      assert.ok(expected.finishReason !== undefined || expected.state === 'truncated', name);
    }
  });

  const seed = fc.nat({ max: 1_000_000 });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const positions = fc.array(share, { maxLength: 20 });

  it('give the same result (3,000 runs)', () => {
    fc.assert(
      fc.property(seed, positions, (index, splits) => {
        const { name, adapter, bytes, expected } = pick(transcripts, index);
        assert.deepEqual(answerOf(adapter, splitAt(bytes, splits)), expected, name);
      }),
      { numRuns: 3000 },
    );
  }).timeout(60_000);

  it('give the start of the answer when the connection breaks (4,000 runs)', () => {
    fc.assert(
      fc.property(seed, share, fc.boolean(), (index, end, isTruncated) => {
        const { name, adapter, bytes, expected } = pick(transcripts, index);
        const received = bytes.subarray(0, Math.floor(end * bytes.length));
        const answer = answerOf(adapter, [received], isTruncated);
        // Reasoning without an opening tag is text until its end arrives.
        if (answer.reasoning === '' && expected.reasoning.startsWith(answer.text)) {
          return;
        }
        for (const field of ['text', 'reasoning', 'refusal'] as const) {
          assert.ok(expected[field].startsWith(answer[field]), `${name}: ${answer[field]}`);
        }
        assert.ok(['', 'notApi', 'malformedStream'].includes(answer.errorName), answer.errorName);
      }),
      { numRuns: 4000 },
    );
  }).timeout(60_000);
});

function pick(transcripts: readonly Transcript[], seed: number): Transcript {
  const picked = transcripts[seed % transcripts.length];
  assert.ok(picked);
  return picked;
}

async function transcriptOf(
  gateway: Gateway,
  fault: Fault,
  format: ApiFormat,
  stream: boolean,
): Promise<Transcript> {
  const response = await askInFormat(format, gateway, fault.id, stream);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const adapter = adapters[format];
  const name = `${format}, ${stream ? 'streamed' : 'not streamed'}, ${fault.id}`;
  return { name, adapter, bytes, expected: answerOf(adapter, [bytes]) };
}
