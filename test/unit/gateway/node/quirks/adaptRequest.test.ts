import assert from 'node:assert/strict';
import { quirks } from '../../../../../src/gateway/common/quirk';
import { chat } from '../../../../../src/gateway/node/formats/chatCompletions';
import { adaptRequest } from '../../../../../src/gateway/node/quirks/adaptRequest';
import { fullRequest } from './samples';

describe('adaptRequest', () => {
  it('reports only the quirks that change the request', () => {
    const { appliedQuirks } = adaptRequest(
      { ...fullRequest, quirks: ['noTemperature', 'noImages', 'noStore'] },
      chat,
    );
    assert.deepEqual(appliedQuirks, ['noTemperature']);
  });

  it('finds no quirk helpful whose field another source sets again', () => {
    const fixed = {
      ...chat,
      requestBody: () => ({ temperature: 0.5, stream_options: {}, max_tokens: 1 }),
    };
    const { isChangedBy } = adaptRequest(fullRequest, fixed);
    assert.deepEqual(
      quirks.filter((quirk) => isChangedBy(quirk)),
      ['noStream'],
    );
  });
});
