import assert from 'node:assert/strict';
import {
  modelDifferences,
  type RequestContent,
  type RequestTraits,
} from '../../../../../src/features/models/node/modelDifferences';
import { apiFormats, type ApiFormat } from '../../../../../src/gateway/common/apiFormat';
import type { ModelRecord } from '../../../../../src/gateway/common/modelRecord';
import { quirks, type Quirk } from '../../../../../src/gateway/common/quirk';

const maximal: RequestContent = {
  settings: {
    systemPrompt: 'Be brief.',
    stream: true,
    temperature: 0,
    maxTokens: 9,
    reasoningEffort: 'low',
  },
  requiredTokens: 10_000,
  hasImages: true,
  isContinuation: true,
};
const minimal: RequestContent = {
  settings: { systemPrompt: '', stream: false },
  requiredTokens: 10,
  hasImages: false,
  isContinuation: false,
};

/** Quirks that change requests in one API format only. */
const onlyFormats: Partial<Record<Quirk, ApiFormat>> = {
  noStreamOptions: 'chat',
  maxCompletionTokens: 'chat',
  maxTokens: 'chat',
  thinkingBudget: 'generateContent',
  systemAsDeveloper: 'chat',
  noPrefill: 'messages',
  noStore: 'responses',
};

const ofTools: ReadonlySet<Quirk> = new Set([
  'noTools',
  'noToolChoice',
  'noStreamedTools',
  'noEncryptedReasoning',
  'shortCallIds',
  'noUserAfterResults',
  'signedCalls',
  'noReturnedReasoning',
  'reasonedAnswers',
]);

function traits(apiFormat: RequestTraits['apiFormat'], ...known: readonly Quirk[]): RequestTraits {
  return { apiFormat, quirks: known };
}

function record(more: Partial<ModelRecord> = {}): ModelRecord {
  return { id: 'm', chat: true, ...more };
}

describe('modelDifferences', () => {
  it('is empty without known differences', () => {
    assert.deepEqual(modelDifferences(record(), traits('chat'), traits('chat'), maximal), []);
    const alike = record({ imageInput: true, contextLength: 10_000 });
    const same = traits('chat', 'noTemperature');
    assert.deepEqual(modelDifferences(alike, same, same, maximal), []);
  });

  it('lists context length, images, API format and quirks', () => {
    const other = record({ imageInput: false, contextLength: 9_999 });
    const before = traits('chat', 'noTemperature', 'systemInUser');
    const after = traits('messages', 'noStream', 'noTemperature');
    assert.deepEqual(modelDifferences(other, before, after, maximal), [
      { type: 'contextLength' },
      { type: 'images' },
      { type: 'apiFormat', apiFormat: 'messages' },
      { type: 'quirk', quirk: 'noStream' },
    ]);
  });

  it('lists no quirk of tools, which the chat view does not offer', () => {
    for (const quirk of ofTools) {
      const [before, after] = [traits('responses'), traits('responses', quirk)];
      assert.deepEqual(modelDifferences(record(), before, after, maximal), [], quirk);
    }
  });

  it('lists a quirk only if it changes the request', () => {
    const streamed = maximal.settings;
    const unstreamed = { ...maximal, settings: { ...streamed, stream: false } };
    for (const quirk of quirks.filter((one) => !ofTools.has(one))) {
      const format = onlyFormats[quirk] ?? 'chat';
      const [before, after] = [traits(format), traits(format, quirk)];
      const affected = quirk === 'onlyStream' ? unstreamed : maximal;
      const differences = modelDifferences(record(), before, after, affected);
      assert.deepEqual(differences, [{ type: 'quirk', quirk }], quirk);
      assert.deepEqual(modelDifferences(record(), after, before, affected), [], quirk);
      assert.deepEqual(modelDifferences(record(), after, after, affected), [], quirk);
      // OpenAI's Responses API always gets `store`.
      if (quirk !== 'noStore') {
        const unaffected = quirk === 'onlyStream' ? maximal : minimal;
        assert.deepEqual(modelDifferences(record(), before, after, unaffected), [], quirk);
      }
    }
  });

  it('lists a quirk of one API format in no other', () => {
    for (const quirk of quirks) {
      const only = onlyFormats[quirk];
      for (const format of apiFormats.filter((other) => only !== undefined && other !== only)) {
        const [before, after] = [traits(format), traits(format, quirk)];
        const differences = modelDifferences(record(), before, after, maximal);
        assert.deepEqual(differences, [], `${quirk}, ${format}`);
      }
    }
  });

  it('lists a thinking budget only for an effort that has one', () => {
    const [before, after] = [
      traits('generateContent'),
      traits('generateContent', 'thinkingBudget'),
    ];
    const differencesFor = (reasoningEffort: string): readonly unknown[] =>
      modelDifferences(record(), before, after, {
        ...maximal,
        settings: { ...maximal.settings, reasoningEffort },
      });
    for (const effort of ['none', 'minimal', 'low', 'medium', 'High']) {
      assert.deepEqual(differencesFor(effort), [{ type: 'quirk', quirk: 'thinkingBudget' }]);
    }
    for (const effort of ['max', 'xhigh', 'auto', '']) {
      assert.deepEqual(differencesFor(effort), [], effort);
    }
  });

  it('lists a refused prefill only for a continuation in the format that has prefill', () => {
    const [before, after] = [traits('messages'), traits('messages', 'noPrefill')];
    const expected = [{ type: 'quirk', quirk: 'noPrefill' }];
    assert.deepEqual(modelDifferences(record(), before, after, maximal), expected);
    assert.deepEqual(modelDifferences(record(), before, after, minimal), []);
    assert.deepEqual(
      modelDifferences(record(), traits('chat'), traits('chat', 'noPrefill'), maximal),
      [],
    );
  });

  it('ignores missing image input if there are no images', () => {
    const textOnly = record({ imageInput: false });
    assert.deepEqual(modelDifferences(textOnly, traits('chat'), traits('chat'), minimal), []);
  });

  it('has what the model costs more and holds less than the one before', () => {
    const price = (input: number, output: number) => ({ input, output, currency: 'USD' });
    const before = record({ contextLength: 200_000, price: price(3, 15) });
    const of = (more: Partial<ModelRecord>, missing?: ModelRecord) =>
      modelDifferences(record(more), traits('chat'), traits('chat'), minimal, missing);
    const dear = price(5, 25);
    assert.deepEqual(of({ contextLength: 128_000, price: dear }, before), [
      { type: 'dearer', price: dear, before: price(3, 15) },
      { type: 'smallerContext', contextLength: 128_000, before: 200_000 },
    ]);
    assert.deepEqual(of({ contextLength: 200_000, price: price(3, 15) }, before), []);
    assert.deepEqual(of({ price: { ...dear, currency: 'EUR' } }, before), []);
    assert.deepEqual(of({ contextLength: 5, price: dear }), [{ type: 'contextLength' }]);
    assert.deepEqual(of({ contextLength: 5 }, before), [{ type: 'contextLength' }]);
  });
});
