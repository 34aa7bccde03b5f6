import assert from 'node:assert/strict';
import {
  type ModelProfile,
  modelDifferences,
  type RequestTraits,
} from '../../../../src/chat/models/modelDifferences';
import type { ModelRecord } from '../../../../src/chat/ports';
import { type Quirk, quirks } from '../../../../src/shared/conversation/quirk';

const full: ModelProfile = {
  settings: {
    systemPrompt: 'Be brief.',
    stream: true,
    temperature: 0,
    maxTokens: 9,
    reasoningEffort: 'low',
  },
  neededTokens: 10_000,
  hasPictures: true,
  goesOn: true,
};
const bare: ModelProfile = {
  settings: { systemPrompt: '', stream: false },
  neededTokens: 10,
  hasPictures: false,
  goesOn: false,
};

function way(form: RequestTraits['form'], ...known: readonly Quirk[]): RequestTraits {
  return { form, quirks: known };
}

function record(more: Partial<ModelRecord> = {}): ModelRecord {
  return { id: 'm', chat: true, ...more };
}

describe('modelDifferences', () => {
  it('are none where nothing says that there are any', () => {
    assert.deepEqual(modelDifferences(record(), way('chat'), way('chat'), full), []);
    const alike = record({ imageInput: true, contextLength: 10_000 });
    const same = way('chat', 'noTemperature');
    assert.deepEqual(modelDifferences(alike, same, same, full), []);
  });

  it('tell what the record, the form and what was learned say', () => {
    const other = record({ imageInput: false, contextLength: 9_999 });
    const before = way('chat', 'noTemperature', 'systemInUser');
    const now = way('messages', 'noStream', 'noTemperature');
    assert.deepEqual(modelDifferences(other, before, now, full), [
      { about: 'contextLength' },
      { about: 'images' },
      { about: 'form', form: 'messages' },
      { about: 'quirk', quirk: 'noStream' },
      { about: 'noQuirk', quirk: 'systemInUser' },
    ]);
  });

  it('tell of each refusal where the request holds what is refused, and only there', () => {
    for (const quirk of quirks.filter((one) => one !== 'noPrefill')) {
      const told = [{ about: 'quirk', quirk }];
      assert.deepEqual(modelDifferences(record(), way('chat'), way('chat', quirk), full), told);
      assert.deepEqual(modelDifferences(record(), way('chat'), way('chat', quirk), bare), []);
      const back = [{ about: 'noQuirk', quirk }];
      assert.deepEqual(modelDifferences(record(), way('chat', quirk), way('chat'), full), back);
    }
  });

  it('tell of a refused prefill where an answer is to go on in the form that has one', () => {
    const [before, now] = [way('messages'), way('messages', 'noPrefill')];
    const told = [{ about: 'quirk', quirk: 'noPrefill' }];
    assert.deepEqual(modelDifferences(record(), before, now, full), told);
    assert.deepEqual(modelDifferences(record(), before, now, bare), []);
    assert.deepEqual(modelDifferences(record(), way('chat'), way('chat', 'noPrefill'), full), []);
  });

  it('mind pictures only where there are some', () => {
    const blind = record({ imageInput: false });
    assert.deepEqual(modelDifferences(blind, way('chat'), way('chat'), bare), []);
  });
});
