// The same answers of the reference gateway in all four forms, cut anywhere on their way.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { ApiFormatAdapter } from '../../../src/gateway/formats/apiFormatAdapter';
import { chat } from '../../../src/gateway/formats/chat';
import { generateContent } from '../../../src/gateway/formats/generateContent';
import { messages } from '../../../src/gateway/formats/messages';
import { responses } from '../../../src/gateway/formats/responses';
import { apiFormats, type ApiFormat } from '../../../src/shared/conversation/apiFormat';
import { faultModels, faults } from '../../referenceGateway/faults';
import { expectedOf, occurs, type Fault } from '../../referenceGateway/faults/fault';
import { startGateway, type Gateway } from '../../referenceGateway/server';
import { askIn } from '../referenceGateway/client';
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
  readonly whole: ReturnType<typeof answerOf>;
}

/** Longer ones would only take longer. */
const mostBytes = 24 * 1024;

/** What cuts at the bytes, or at the connection, does so by itself. */
function isUncut({ id, stalls }: Fault): boolean {
  return stalls !== true && !/cut|byte-by-byte|gzip|burst/u.test(id);
}

describe('random cuts of the reference gateway’s answers', () => {
  const transcripts: Transcript[] = [];

  let gateway: Gateway;

  before(async () => {
    gateway = await startGateway({ models: faultModels });
    for (const form of apiFormats) {
      for (const stream of [true, false]) {
        for (const fault of faults.filter((one) => occurs(one, form, stream) && isUncut(one))) {
          const { state } = expectedOf(fault, stream, form);
          if (state === 'complete' || state === 'truncated' || state === 'filtered') {
            const transcript = await transcriptOf(gateway, fault, form, stream);
            transcripts.push(...(transcript.bytes.length > mostBytes ? [] : [transcript]));
          }
        }
      }
    }
  });
  after(() => gateway.close());

  it('starts from answers that are read whole, at least 15 in each form, streamed and not', () => {
    for (const form of apiFormats) {
      for (const how of ['streamed', 'not streamed']) {
        const ofForm = transcripts.filter(({ name }) => name.startsWith(`${form}, ${how}`));
        assert.ok(ofForm.length >= 15, `${form}, ${how}: ${ofForm.length}`);
      }
    }
    for (const { name, whole } of transcripts) {
      assert.equal(whole.broken, '', name);
      assert.ok(whole.finishReason !== undefined || whole.state === 'truncated', name);
    }
  });

  const which = fc.nat({ max: 1_000_000 });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const places = fc.array(share, { maxLength: 20 });

  it('3,000 times other pieces: the same answer', () => {
    fc.assert(
      fc.property(which, places, (at, cuts) => {
        const { name, adapter, bytes, whole } = pick(transcripts, at);
        assert.deepEqual(answerOf(adapter, splitAt(bytes, cuts)), whole, name);
      }),
      { numRuns: 3000 },
    );
  }).timeout(60_000);

  it('4,000 times a broken connection: the beginning of the answer', () => {
    fc.assert(
      fc.property(which, share, fc.boolean(), (at, end, cut) => {
        const { name, adapter, bytes, whole } = pick(transcripts, at);
        const kept = bytes.subarray(0, Math.floor(end * bytes.length));
        const answer = answerOf(adapter, [kept], cut);
        for (const said of ['text', 'reasoning', 'refusal'] as const) {
          assert.ok(whole[said].startsWith(answer[said]), `${name}: ${answer[said]}`);
        }
        assert.ok(['', 'notApi', 'malformedStream'].includes(answer.broken), answer.broken);
      }),
      { numRuns: 4000 },
    );
  }).timeout(60_000);
});

function pick(transcripts: readonly Transcript[], at: number): Transcript {
  const picked = transcripts[at % transcripts.length];
  assert.ok(picked);
  return picked;
}

async function transcriptOf(
  gateway: Gateway,
  fault: Fault,
  form: ApiFormat,
  stream: boolean,
): Promise<Transcript> {
  const response = await askIn(form, gateway, fault.id, stream);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const adapter = adapters[form];
  const name = `${form}, ${stream ? 'streamed' : 'not streamed'}, ${fault.id}`;
  return { name, adapter, bytes, whole: answerOf(adapter, [bytes]) };
}
