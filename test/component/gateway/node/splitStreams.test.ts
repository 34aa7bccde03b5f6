// Answers of the reference gateway in all API formats, split and truncated at random positions.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { apiFormats, type ApiFormat } from '../../../../src/gateway/common/apiFormat';
import type { ApiFormatAdapter } from '../../../../src/gateway/node/formats/apiFormatAdapter';
import { chat } from '../../../../src/gateway/node/formats/chatCompletions';
import { generateContent } from '../../../../src/gateway/node/formats/generateContent';
import { messages } from '../../../../src/gateway/node/formats/messages';
import { responses } from '../../../../src/gateway/node/formats/responses';
import {
  appliesTo,
  expectedFor,
  type Expected,
  type Fault,
} from '../../../referenceGateway/faults/fault';
import { faultModels, faults } from '../../../referenceGateway/faults/faultCatalog';
import { startGateway, type Gateway } from '../../../referenceGateway/server';
import { propertyRuns } from '../../../support/propertyRuns';
import { answerOf, fraction, splitAt } from '../../../unit/gateway/node/formats/goldens/readStream';
import { askInFormat } from '../../referenceGateway/client';

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

/**
 * Excludes faults that split or truncate the stream themselves, and snapshots: where the stream breaks among the first
 * ones, it is not certain that they are. An answer that begins again is the first attempt until the next one is complete.
 */
function isUnsplit({ id, stalls }: Fault): boolean {
  return stalls !== true && !/cut|byte-by-byte|gzip|burst|snapshots|begun-again/u.test(id);
}

/** A filter in front of the model answers with an error. */
function hasAnswer({ state, failureKind }: Expected): boolean {
  return failureKind === undefined && ['complete', 'truncated', 'filtered'].includes(state);
}

describe('the reference gateway’s answers, split at random positions', () => {
  const transcripts: Transcript[] = [];

  let gateway: Gateway;

  before(async () => {
    gateway = await startGateway({ models: faultModels });
    const answers = apiFormats.flatMap((format) =>
      [true, false].flatMap((stream) =>
        faults
          .filter((fault) => appliesTo(fault, format, stream) && isUnsplit(fault))
          .filter((fault) => hasAnswer(expectedFor(fault, stream, format)))
          .map((fault) => transcriptOf(gateway, fault, format, stream)),
      ),
    );
    // All run at the same time: some faults pause for seconds.
    transcripts.push(
      ...(await Promise.all(answers)).filter(({ bytes }) => bytes.length <= maxBytes),
    );
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
  const positions = fc.array(fraction, { maxLength: 20 });

  it('give the same result', () => {
    fc.assert(
      fc.property(seed, positions, (index, splits) => {
        const { name, adapter, bytes, expected } = pick(transcripts, index);
        assert.deepEqual(answerOf(adapter, splitAt(bytes, splits)), expected, name);
      }),
      { numRuns: propertyRuns(750) },
    );
  }).timeout(60_000);

  it('give the start of the answer when the connection breaks', () => {
    fc.assert(
      fc.property(seed, fraction, fc.boolean(), (index, end, isTruncated) => {
        const { name, adapter, bytes, expected } = pick(transcripts, index);
        const received = bytes.subarray(0, Math.floor(end * bytes.length));
        const answer = answerOf(adapter, [received], isTruncated);
        // Reasoning without an opening tag is text until its end arrives.
        const untilTag = `${expected.reasoning}</think>`;
        if (answer.reasoning === '' && untilTag.startsWith(answer.text)) {
          return;
        }
        // An answer in reasoning that nothing closes is text only at its end.
        if (answer.text === '' && expected.text.startsWith(answer.reasoning)) {
          return;
        }
        for (const field of ['text', 'reasoning', 'refusal'] as const) {
          // The start of a marker may be text.
          const shown = answer[field].replace(/<[|/]?\w*\|?$/u, '');
          assert.ok(expected[field].startsWith(shown), `${name}: ${answer[field]}`);
        }
        // A message that nothing follows explains the end.
        const errorNames = ['', 'notApi', 'connectionLost', 'ReportedError'];
        assert.ok(errorNames.includes(answer.errorName), answer.errorName);
        const isExplained = Buffer.from(received).includes('"message":"warming"');
        assert.ok(answer.errorName !== 'ReportedError' || isExplained, name);
      }),
      // A message and nothing after it.
      { numRuns: propertyRuns(1_000), examples: [[96, 0.0504, false]] },
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
