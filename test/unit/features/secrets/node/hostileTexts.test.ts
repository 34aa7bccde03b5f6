import assert from 'node:assert/strict';
import { SecretRules } from '../../../../../src/features/secrets/node/findSecrets';
import { presetPatterns } from '../../../../../src/features/secrets/node/presetPatterns';
import { assignmentRule } from '../../../../../src/features/secrets/node/assignmentRule';
import { tokenRules } from '../../../../../src/features/secrets/node/tokenRules';
import { leastCpuTime } from '../../../../support/cpuTime';
import { seededRandom } from '../../../../support/journal/seededRandom';
import { sampled } from '../../../../support/sampled';
import { plantedSecrets } from '../../../../support/secrets/plantedSecrets';

const rules = new SecretRules(['sk-known-1234567890']);

/** In characters. */
const length = sampled(1_000_000);
/** In ms of CPU time. A million characters take a second on an ordinary machine; quadratic work would take minutes. */
const limit = length / 50;

const filled = (piece: string): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const literals = [...presetPatterns, ...tokenRules, assignmentRule].flatMap(
  (rule) => rule.literals,
);
const planted = plantedSecrets(seededRandom(1));

/** What makes a pattern match almost, again and again. */
const hostile: readonly (readonly [what: string, text: string])[] = [
  ['one line of letters', filled('a')],
  ['one line of minified code', filled('function a(b,c){return b.d(c)?e:f[0]}var g=h.i("j");')],
  ['many lines', filled('const a = 1;\n')],
  ['line breaks', filled('\n')],
  ['blanks behind a name', `secret_access_key${filled(' ')}`],
  ['names of keys with blanks between them', filled('secret_access_key   account   ')],
  ['the start of an installation token', filled('ghs_1_')],
  [
    'installation tokens that do not end',
    filled(`ghs_1_${'a'.repeat(1_000)}.${'b'.repeat(10_000)}`),
  ],
  ['Slack tokens', filled('xoxb-')],
  ['segments of Slack tokens', `xoxb-${filled('1-')}_`],
  ['SendGrid keys that are too long', filled(`SG.${'a'.repeat(128)}.${'b'.repeat(300)} `)],
  ['private keys that do not end', filled('-----BEGIN PRIVATE KEY-----\n')],
  [
    'long private keys that do not end',
    filled(`-----BEGIN PRIVATE KEY-----${'A1b2'.repeat(2_600)}`),
  ],
  ['headers of private keys', `-----BEGIN PRIVATE KEY-----${filled('a: b\n')}`],
  ['ends of private keys', filled('PRIVATE KEY-----')],
  ['schemes', filled('https://a:b')],
  ['connection strings', filled('mysql://a:')],
  ['GitHub addresses', filled('http://a:x-oauth-basic@github.com/')],
  ['npm tokens in one line', filled('_authToken=a ')],
  ['JSON Web Tokens', filled('eyJhbGciOiJIUzI1NiJ9.')],
  ['starts of JSON Web Tokens', filled('eyJ')],
  ['assignments', filled('password=password:')],
  ['tokens without a boundary', filled(`npm_${'a'.repeat(35)}7`)],
  [
    'OpenAI keys without a boundary',
    filled(planted.find(({ name }) => name === 'OPENAI_TOKEN sk-')?.secret ?? ''),
  ],
  ...[...new Set(literals)].map((literal) => [`"${literal}"`, filled(literal)] as const),
  ...planted.map(
    ({ name, secret, line = secret }) => [`secrets: ${name}`, filled(`${line} `)] as const,
  ),
];

describe('long hostile texts', () => {
  let slowest = { what: '', ms: 0 };
  after(() => console.log(`      slowest: ${slowest.what}, ${Math.round(slowest.ms)} ms`));

  for (const [what, text] of hostile) {
    it(`are scanned in linear time: ${what.replaceAll('\n', ' ')}`, () => {
      const ms = leastCpuTime(() => rules.find(text), 1) / 1_000;
      if (ms > slowest.ms) {
        slowest = { what, ms };
      }
      assert.ok(ms < limit, `${ms} ms`);
    });
  }
});
