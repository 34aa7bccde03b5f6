import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  parameterNames,
  readModelOptions,
  readParameterSettings,
  type RequestParameters,
} from '../../../../src/gateway/common/requestParameters';

const samples: Required<RequestParameters> = {
  temperature: 0.27,
  topP: 0.91,
  maxTokens: 4_321,
  reasoningEffort: 'medium',
};

describe('readParameterSettings', () => {
  it('asks for each setting by its name, and takes none that callers alone can set', () => {
    const { topP: _ofCallers, ...settings } = samples;
    assert.deepEqual(
      readParameterSettings((name) => samples[name]),
      settings,
    );
  });

  it('takes no value of another type', () => {
    for (const value of [null, undefined, '', true, [0.5], {}]) {
      assert.deepEqual(
        readParameterSettings(() => value),
        {},
      );
    }
  });
});

describe('readModelOptions', () => {
  it('reads what it knows', () => {
    const options = { temperature: 0.2, top_p: 0.9, max_tokens: 100, reasoning_effort: 'low' };
    assert.deepEqual(readModelOptions(options), {
      parameters: { temperature: 0.2, topP: 0.9, maxTokens: 100, reasoningEffort: 'low' },
      ignored: [],
    });
    const both = readModelOptions({ max_completion_tokens: 5, max_tokens: 9 });
    assert.deepEqual(both, { parameters: { maxTokens: 5 }, ignored: [] });
    const unset = readModelOptions({ temperature: null, top_p: undefined });
    assert.deepEqual(unset, { parameters: {}, ignored: [] });
  });

  it('names what it does not send: unknown names and values that cannot be right', () => {
    const { parameters, ignored } = readModelOptions({
      temperature: 'hot',
      max_tokens: 0,
      top_p: 3,
      reasoning_effort: 'a b',
      seed: 1,
      n: 4,
    });
    assert.deepEqual(parameters, {});
    assert.deepEqual(ignored, [
      'temperature',
      'max_tokens',
      'top_p',
      'reasoning_effort',
      'seed',
      'n',
    ]);
  });

  it('never lets a name of the request itself pass', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (options) => {
        const names: readonly string[] = parameterNames;
        const { parameters } = readModelOptions(options);
        assert.ok(Object.keys(parameters).every((name) => names.includes(name)));
      }),
    );
  });
});
