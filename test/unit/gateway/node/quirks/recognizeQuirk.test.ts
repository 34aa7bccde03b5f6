// Which quirk is recognized in an error body: real rejections, look-alikes, and any case and order of words.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { quirks, type Quirk } from '../../../../../src/gateway/common/quirk';
import { readErrorBody } from '../../../../../src/gateway/node/failures/errorBody';
import { lookAlikes as lookAlikeRows } from '../../../../../src/gateway/node/quirks/signatures/lookAlikes';
import { CpuYardstick } from '../../../../support/cpuTime';
import { parseSample } from '../sampleResponse';
import type { FirstRecognition } from './firstRecognition';
import { lookAlikes, openAi, quirkOf, rejections, tableRows } from './samples';

describe('recognizing a quirk', () => {
  it('has a sample for each quirk', () => {
    assert.deepEqual(
      quirks.filter((quirk) => !rejections.some((row) => row.quirk === quirk)),
      [],
    );
  });

  for (const { title, quirk, ...sample } of rejections) {
    it(`${quirk}: ${title}`, () => {
      assert.equal(quirkOf(sample), quirk);
    });
  }

  for (const { phrase, sample } of [...tableRows, ...lookAlikeRows]) {
    if (phrase !== undefined) {
      it(`${phrase.source.slice(0, 100)} is in its sample`, () => {
        const { message = '', param = '' } = readErrorBody(parseSample(sample).body);
        assert.match(`${param}: ${message}`.toLowerCase(), phrase);
      });
    }
  }

  for (const { why, ...sample } of lookAlikes) {
    it(`none: ${why}`, () => {
      assert.equal(quirkOf(sample), undefined);
    });
  }

  it('does not depend on upper and lower case', () => {
    const samples = fc.constantFrom(...rejections, ...lookAlikes);
    const property = fc.property(samples, fc.boolean(), (sample, isUpper) => {
      const body = JSON.stringify(sample.body).replace(
        /("(?:message|msg|detail|error|error_msg)":")((?:[^"\\]|\\.)*)/g,
        (_all, name: string, text: string) =>
          name +
          (isUpper ? text.replace(/(?<!\\)\p{Ll}/gu, (l) => l.toUpperCase()) : text.toLowerCase()),
      );
      assert.equal(quirkOf({ ...sample, body }), quirkOf(sample));
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('does not depend on the order of words', () => {
    const parameters: readonly (readonly [Quirk, string])[] = [
      ['noStreamOptions', 'stream_options'],
      ['maxCompletionTokens', 'max_tokens'],
      ['noReasoningEffort', 'reasoning_effort'],
    ];
    const wordings = [
      (name: string) => `${name} is not supported`,
      (name: string) => `Not supported: ${name}`,
      (name: string) => `Unsupported parameter ${name}.`,
      (name: string) => `The parameter ${name} is unsupported.`,
      (name: string) => `${name}: unknown parameter`,
      (name: string) => `This model does not support ${name}.`,
      (name: string) => `This model does not support the use of ${name}.`,
      (name: string) => `${name} cannot be used with this model`,
      (name: string) => `With this model, ${name} is not allowed.`,
      (name: string) => `Requests with ${name} are not accepted by this model.`,
      (name: string) => `Sorry, we do not yet accept requests that have ${name}`,
      (name: string) => `该模型不支持 ${name}`,
      (name: string) => `不支持的字段 ${name}`,
      (name: string) => `${name} 参数不可用`,
      (name: string) => `无法识别的参数：${name}`,
    ];
    const quotes = fc.constantFrom('', '`', "'", '"');
    const property = fc.property(
      fc.constantFrom(...parameters),
      fc.constantFrom(...wordings),
      quotes,
      fc.boolean(),
      ([quirk, name], wording, quote, asParam) => {
        const body = openAi(wording(`${quote}${name}${quote}`), asParam ? name : null);
        assert.equal(quirkOf({ body, request: {}, status: 400 }), quirk);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it('compiles few patterns for a message that rejects no parameter', async () => {
    // An engine compiles a pattern once, so each try needs a new one.
    const tries: (FirstRecognition | undefined)[] = [];
    const isCheap = (cost = tries.at(-1)): boolean =>
      cost !== undefined && cost.first < 2 * cost.yardstick;
    while (!isCheap() && tries.length < 5) {
      const worker = new Worker(new URL('firstRecognition.ts', import.meta.url), {
        workerData: 'The temperature of the stream is fine.',
        execArgv: ['--import', 'tsx'],
      });
      const [cost]: FirstRecognition[] = await once(worker, 'message');
      tries.push(cost);
    }
    assert.ok(isCheap(), JSON.stringify(tries));
  });

  it('costs about the same for hostile messages of any length', () => {
    const recognize = (message: string) => (): unknown =>
      quirkOf({ body: openAi(message), request: {}, status: 400 });
    const ordinary = new CpuYardstick(recognize('Words of any kind. '.repeat(210)));
    for (const part of [
      'not supported ',
      "'images' ",
      'a_b_c ',
      'role ',
      '参数 ',
      'the the ',
      '((((',
      'm',
    ]) {
      for (const length of [4_000, 40_000]) {
        const message = part.repeat(length / part.length);
        assert.ok(ordinary.isWithin(recognize(message), 30), `${part}, ${length} characters`);
      }
    }
  });
});
