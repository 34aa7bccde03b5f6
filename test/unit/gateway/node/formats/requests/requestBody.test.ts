// The user's own parameters in the body of each API format.
import assert from 'node:assert/strict';
import type { ApiFormatAdapter } from '../../../../../../src/gateway/node/formats/apiFormatAdapter';
import { chat } from '../../../../../../src/gateway/node/formats/chatCompletions';
import { generateContent } from '../../../../../../src/gateway/node/formats/generateContent';
import { messages } from '../../../../../../src/gateway/node/formats/messages';
import { buildRequestBody } from '../../../../../../src/gateway/node/formats/requests/requestBody';
import { responses } from '../../../../../../src/gateway/node/formats/responses';
import { type ApiFormat, apiFormats } from '../../../../../../src/gateway/common/apiFormat';
import { goldenBodies, goldenParameters, goldenRequest } from '../goldens/requestBodies';

const adapters: Readonly<Record<ApiFormat, ApiFormatAdapter>> = {
  chat,
  responses,
  messages,
  generateContent,
};

describe('buildRequestBody', () => {
  for (const apiFormat of apiFormats) {
    const adapter = adapters[apiFormat];
    const golden = goldenRequest(apiFormat);

    it(`merges the user’s parameters into the body: ${apiFormat}`, () => {
      const { parameters, body } = goldenParameters[apiFormat];
      const merged = buildRequestBody(adapter, { ...golden, parameters });
      assert.equal(JSON.stringify(merged), JSON.stringify(body));
    });

    it(`changes nothing without parameters: ${apiFormat}`, () => {
      const expected = JSON.stringify(goldenBodies[apiFormat]);
      assert.equal(JSON.stringify(buildRequestBody(adapter, golden)), expected);
      const empty = buildRequestBody(adapter, { ...golden, parameters: {} });
      assert.equal(JSON.stringify(empty), expected);
    });
  }
});
