import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  parseVscodeModelId,
  vscodeModelId,
} from '../../../../../src/features/vscodeChat/node/modelId';
import { gatewayId, gatewayRef } from '../../../../../src/gateway/node/namedGateways';

describe('vscodeModelId', () => {
  it('names gateway and model, and is read back whatever both contain', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.string(), fc.string({ minLength: 1 }), (url, label, model) => {
        const gateway = gatewayId(gatewayRef(url, label.toWellFormed()));
        assert.deepEqual(parseVscodeModelId(vscodeModelId({ gateway, model })), { gateway, model });
      }),
    );
  });

  it('reads no other ID', () => {
    for (const id of [
      '',
      ' ',
      'gpt-4o',
      ' gpt-4o',
      'https://a.example/v1',
      'https://a.example/v1 ',
    ]) {
      assert.equal(parseVscodeModelId(id), undefined, id);
    }
  });
});
