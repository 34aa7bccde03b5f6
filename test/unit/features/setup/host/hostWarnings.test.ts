import assert from 'node:assert/strict';
import type * as hostWarningsModule from '../../../../../src/features/setup/host/hostWarnings';
import { parseBaseUrl } from '../../../../../src/gateway/node/baseUrl';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { hostWarnings } = withVsCodeTexts(
  () => require('../../../../../src/features/setup/host/hostWarnings') as typeof hostWarningsModule,
);

describe('the address of a gateway that a text names', () => {
  for (const [address, expected] of [
    ['https://api.openai.com/v1', []],
    ['https://my.openai.azure.com/openai/v1', []],
    ['https://gateway.example/v1', []],
    ['http://localhost:11434/v1', []],
    [
      'https://api.openai.com.evil.example/v1',
      ["This isn't openai.com, although the name looks like it."],
    ],
    ['https://openai.evil.example/v1', ["This isn't openai.com, although the name looks like it."]],
    ['https://api-openai.example/v1', ["This isn't openai.com, although the name looks like it."]],
    ['https://api.0penai.com/v1', ["This isn't openai.com, although the name looks like it."]],
    ['https://anthroplc.com.example/v1', []],
    ['https://rnistral.example/v1', ["This isn't mistral.ai, although the name looks like it."]],
    [
      'https://api.оpenai.com/v1',
      ['The address has letters that look like others: it reads as “api.оpenai.com”.'],
    ],
    [
      'https://ópenai.com/v1',
      [
        'The address has letters that look like others: it reads as “ópenai.com”.',
        "This isn't openai.com, although the name looks like it.",
      ],
    ],
    ['http://192.168.1.20/v1', ["The connection isn't encrypted."]],
    ['http://gateway.example/v1', ["The connection isn't encrypted."]],
  ] as const) {
    it(`${address} has ${expected.length === 0 ? 'no warning' : `the warning ${expected.join(' ')}`}`, () => {
      const parsed = parseBaseUrl(address);
      assert.ok(parsed.ok);
      const warnings = hostWarnings(parsed.baseUrl, parsed.isLoopback);
      assert.deepEqual(warnings, expected);
    });
  }
});
