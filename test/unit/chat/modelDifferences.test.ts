import assert from 'node:assert/strict';
import { type AskedSoFar, modelDifferences } from '../../../src/chat/modelDifferences';
import type { ModelRecord } from '../../../src/chat/ports';

const asked: AskedSoFar = {
  form: 'chat',
  quirks: ['noTemperature'],
  neededTokens: 10_000,
  hasPictures: true,
};

function record(more: Partial<ModelRecord> = {}): ModelRecord {
  return { id: 'm', chat: true, ...more };
}

describe('modelDifferences', () => {
  it('are none where nothing says that there are any', () => {
    assert.deepEqual(modelDifferences(record(), 'chat', [], asked), []);
    const alike = record({ pictures: true, contextLength: 10_000 });
    assert.deepEqual(modelDifferences(alike, 'chat', ['noTemperature'], asked), []);
  });

  it('tell what the record, the form and what was learned say', () => {
    const other = record({ pictures: false, contextLength: 9_999 });
    assert.deepEqual(modelDifferences(other, 'messages', ['noStream', 'noTemperature'], asked), [
      { about: 'contextLength' },
      { about: 'pictures' },
      { about: 'form', form: 'messages' },
      { about: 'quirk', quirk: 'noStream' },
    ]);
  });

  it('mind pictures only where there are some', () => {
    const blind = record({ pictures: false });
    assert.deepEqual(modelDifferences(blind, 'chat', [], { ...asked, hasPictures: false }), []);
  });
});
