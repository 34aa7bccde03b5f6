// What the user's settings add to the body of each API format.
import assert from 'node:assert/strict';
import { apiFormats, type ApiFormat } from '../../../../../../src/gateway/common/apiFormat';
import {
  parameterNames,
  type ParameterName,
  type RequestParameters,
} from '../../../../../../src/gateway/common/requestParameters';
import type { ApiFormatAdapter } from '../../../../../../src/gateway/node/formats/apiFormatAdapter';
import { chat } from '../../../../../../src/gateway/node/formats/chatCompletions';
import { generateContent } from '../../../../../../src/gateway/node/formats/generateContent';
import { messages } from '../../../../../../src/gateway/node/formats/messages';
import { buildRequestBody } from '../../../../../../src/gateway/node/formats/requests/requestBody';
import { responses } from '../../../../../../src/gateway/node/formats/responses';
import type { JsonObject } from '../../../../../../src/gateway/node/json';
import { emptyRequest } from '../../../../../support/scriptedModel';
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

/** One value of each that no other field of a body has. */
const samples: Required<RequestParameters> = {
  temperature: 0.27,
  topP: 0.91,
  maxTokens: 4_321,
  reasoningEffort: 'medium',
};

/** All scalars of a body, by their paths. */
function valuesOf(body: object, path = ''): readonly (readonly [string, unknown])[] {
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? valuesOf(value, `${path}${name}.`)
      : [[`${path}${name}`, value] as const],
  );
}

describe('the parameters of a request', () => {
  for (const apiFormat of apiFormats) {
    const bodyOf = (parameters: RequestParameters): JsonObject =>
      buildRequestBody(adapters[apiFormat], {
        ...emptyRequest,
        apiFormat,
        messages: [{ role: 'user', content: 'Hi' }],
        ...parameters,
      });
    /** The paths of a body that hold the value of a parameter. */
    const pathsOf = (body: JsonObject, name: ParameterName): readonly string[] =>
      valuesOf(body).flatMap(([path, value]) => (value === samples[name] ? [path] : []));

    for (const name of parameterNames) {
      it(`reach the body: ${name} in ${apiFormat}`, () => {
        assert.equal(pathsOf(bodyOf({ [name]: samples[name] }), name).length, 1);
        assert.deepEqual(pathsOf(bodyOf({}), name), []);
      });
    }

    it(`do not replace each other: ${apiFormat}`, () => {
      const body = bodyOf(samples);
      assert.ok(parameterNames.every((name) => pathsOf(body, name).length === 1));
    });
  }
});
