import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  readModelSettings,
  withGatewayExtras,
  withModelSettings,
} from '../../../../../src/features/models/node/modelSettings';

const price = { input: 2.5, output: 10, cachedInput: 1.25, cacheWrite: 3, currency: 'USD' };

/** The problems as `key / field / rule`. */
function problemsOf(setting: unknown): readonly string[] {
  return readModelSettings(setting).problems.map(({ key, field, rule }) =>
    [key, field, rule].join(' / '),
  );
}

describe('withGatewayExtras', () => {
  it("puts the operator's words below all of the user's, field by field", () => {
    const user = readModelSettings({
      '*': { contextLength: 1, price },
      'claude-haiku': { apiFormat: 'auto' },
    });
    const { of, apiFormats } = withGatewayExtras(user, {
      apiFormat: 'responses',
      models: { 'claude-*': { apiFormat: 'messages', contextLength: 2, imageInput: true } },
    });
    const ofUser = { contextLength: 1, price: { ...price, source: 'settings' } };
    assert.deepEqual(of('gpt'), { apiFormat: 'responses', ...ofUser });
    assert.deepEqual(of('claude-opus'), { apiFormat: 'messages', imageInput: true, ...ofUser });
    assert.equal(of('claude-haiku').apiFormat, 'auto');
    assert.deepEqual(apiFormats, ['responses', 'messages']);
  });
});

describe('readModelSettings', () => {
  const ownPrice = { ...price, source: 'settings' };
  const all = {
    apiFormat: 'messages',
    contextLength: 200_000,
    maxOutputTokens: 64_000,
    imageInput: true,
    toolCalling: false,
    price,
    parameters: { top_p: 0.5 },
  } as const;

  it('reads every field', () => {
    const { of, problems } = readModelSettings({ m: all });
    assert.deepEqual(of('m'), { ...all, price: ownPrice });
    assert.deepEqual(of('other'), {});
    assert.deepEqual(problems, []);
  });

  it('prefers an exact ID to a glob, and a longer glob to a shorter one, field by field', () => {
    const { of } = readModelSettings({
      'vendor/*': { contextLength: 2, maxOutputTokens: 2, imageInput: true },
      'vendor/model': { contextLength: 4 },
      '*': { contextLength: 1, maxOutputTokens: 1, imageInput: false, toolCalling: true, price },
      'vendor/m*': { maxOutputTokens: 3 },
    });
    assert.deepEqual(of('vendor/model'), {
      contextLength: 4,
      maxOutputTokens: 3,
      imageInput: true,
      toolCalling: true,
      price: ownPrice,
    });
    assert.deepEqual(of('vendor/other'), {
      contextLength: 2,
      maxOutputTokens: 2,
      imageInput: true,
      toolCalling: true,
      price: ownPrice,
    });
  });

  it('merges the parameters of all matching entries deeply', () => {
    const { of } = readModelSettings({
      '*': { parameters: { top_p: 1, seed: 1, stop: ['a', 'b'], kwargs: { a: 1, b: 1 } } },
      'qwen*': { parameters: { seed: null, stop: ['c'], kwargs: { b: 2 } } },
    });
    assert.deepEqual(of('qwen3').parameters, {
      top_p: 1,
      seed: null,
      stop: ['c'],
      kwargs: { a: 1, b: 2 },
    });
  });

  it('names the key and the field of each invalid value, and uses the rest', () => {
    const setting = {
      fine: { contextLength: 1 },
      misspelled: { apiFormat: 'mesages', contextLenght: 5, maxOutputTokens: 7 },
      zero: { contextLength: 0, maxOutputTokens: 1.5, imageInput: 'yes', toolCalling: null },
      text: { contextLength: '1000', parameters: ['top_p'] },
      costs: { price: { ...price, cachedinput: 1 }, toolCalling: true },
      negative: { price: { ...price, input: -1 } },
      'no-output': { price: { input: 1, currency: 'USD' } },
      'blank-currency': { price: { input: 1, output: 1, currency: ' ' } },
      'no-price': { price: 3 },
      number: 3,
      '': { contextLength: 1 },
      ['x'.repeat(513)]: { contextLength: 1 },
    };
    assert.deepEqual(problemsOf(setting), [
      'misspelled / contextLenght / unknownField',
      'misspelled / apiFormat / apiFormat',
      'zero / contextLength / tokens',
      'zero / maxOutputTokens / tokens',
      'zero / imageInput / boolean',
      'zero / toolCalling / boolean',
      'text / contextLength / tokens',
      'text / parameters / parameters',
      'costs / price.cachedinput / price',
      'negative / price.input / price',
      'no-output / price.output / price',
      'blank-currency / price.currency / price',
      'no-price / price / price',
      'number /  / entry',
      ' /  / key',
      `${'x'.repeat(513)} /  / key`,
    ]);
    const { of } = readModelSettings(setting);
    assert.deepEqual(of('fine'), { contextLength: 1 });
    assert.deepEqual(of('misspelled'), { maxOutputTokens: 7 });
    assert.deepEqual(of('costs'), { toolCalling: true });
    assert.deepEqual(of('text'), {});
  });

  it('refuses the parameters that Portico sets itself, in any spelling, and uses the others', () => {
    const refused = [
      'model',
      'messages',
      'input',
      'contents',
      'system',
      'systemInstruction',
      'system_instruction',
      'instructions',
      'stream',
      'Stream',
      'tools',
      'tool_choice',
      'functions',
      'n',
      'candidateCount',
      'previous_response_id',
      'background',
      '__proto__',
    ];
    const json = refused.map((name) => `${JSON.stringify(name)}: 1`).join(', ');
    const setting: unknown = JSON.parse(
      `{ "m": { "parameters": { ${json}, "top_p": 0.5, "a": { "__proto__": 1, "model": 1 },
        "generationConfig": { "candidateCount": 2, "topK": 3 }, "constructor": 1 } } }`,
    );
    const { of, problems } = readModelSettings(setting);
    assert.deepEqual(
      problems.map(({ field }) => field),
      [...refused, 'a.__proto__', 'generationConfig.candidateCount'].map(
        (name) => `parameters.${name}`,
      ),
    );
    assert.deepEqual(of('m').parameters, {
      top_p: 0.5,
      a: { model: 1 },
      generationConfig: { topK: 3 },
      constructor: 1,
    });
  });

  it('reports a setting that is no object, and nothing where it is not set', () => {
    for (const setting of [null, 'messages', 7, []]) {
      assert.deepEqual(problemsOf(setting), [' /  / setting']);
    }
    assert.deepEqual(problemsOf(undefined), []);
  });

  it('names the API formats of all entries', () => {
    const { apiFormats } = readModelSettings({
      a: { apiFormat: 'messages' },
      b: { apiFormat: 'auto' },
      c: { apiFormat: 'chat' },
      d: { apiFormat: 'messages' },
    });
    assert.deepEqual(apiFormats, ['chat', 'messages']);
  });

  it('either uses or reports each entry, and never throws', () => {
    const entry = fc.oneof(fc.anything(), fc.record({ contextLength: fc.nat(3) }));
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-c*?/-]*$/u), entry), (setting) => {
        const { of, problems } = readModelSettings(setting);
        const reported = new Set(problems.map(({ key }) => key));
        for (const [key, value] of Object.entries(setting)) {
          const used = Object.keys(of(key)).length > 0;
          const isEmpty =
            typeof value === 'object' && value !== null && Object.keys(value).length === 0;
          assert.ok(used || reported.has(key) || isEmpty, key);
        }
      }),
    );
  });
});

describe('withModelSettings', () => {
  it('replaces what the model list says', () => {
    const record = { id: 'm', chat: true, contextLength: 8_000, owner: 'vendor' };
    const known = { contextLength: 4_000, maxOutputTokens: 500, imageInput: false, price };
    const settings = { ...known, toolCalling: true };
    assert.deepEqual(withModelSettings(record, settings), {
      ...record,
      ...known,
    });
    assert.deepEqual(withModelSettings(record, {}), record);
  });
});
