import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  readConnectLink,
  readPastedLink,
  type LinkReading,
} from '../../../../../src/features/setup/node/connectLink';
import { normalizeKey } from '../../../../../src/gateway/node/apiKey';
import { parseBaseUrl } from '../../../../../src/gateway/node/baseUrl';

const key = 'sk-3Qz9Lm2TxB7c4f2a';

/** As VS Code hands a link over: the query and the fragment are decoded once. */
function read(encodedQuery: string): LinkReading {
  const [query = '', ...fragment] = encodedQuery.split('#');
  const decoded = decodeURIComponent(query);
  return readConnectLink(
    { query: decoded, fragment: decodeURIComponent(fragment.join('#')) },
    { parseBaseUrl, normalizeKey },
  );
}

function preset(fields: object): string {
  return `preset=${Buffer.from(JSON.stringify(fields)).toString('base64url')}`;
}

function refusal(query: string): string {
  const reading = read(query);
  assert.ok(!reading.ok, query);
  const { problem } = reading;
  return 'name' in problem ? `${problem.type} ${problem.name}` : problem.type;
}

describe('a link that sets up a gateway', () => {
  it('names an address, and a key, a name and a model where it has them', () => {
    assert.deepEqual(read('baseUrl=https%3A%2F%2Fgw.example'), {
      ok: true,
      offered: { baseUrl: 'https://gw.example/v1' },
    });
    assert.deepEqual(
      read(`key=${key}&baseUrl=https%3A%2F%2Fgw.example%2Fv1&name=My%20Work&model=a%2Fb`),
      {
        ok: true,
        offered: { baseUrl: 'https://gw.example/v1', key, name: 'My Work', model: 'a/b' },
      },
    );
  });

  it('may have what VS Code adds on the way', () => {
    const reading = read('baseUrl=gw.example&windowId=2&vscode-reqid=7');
    assert.deepEqual(reading, { ok: true, offered: { baseUrl: 'https://gw.example/v1' } });
  });

  it('may bring a preset, and a key beside it', () => {
    const fields = {
      name: 'Work',
      baseUrl: 'https://gw.example/v1',
      helpUrl: 'https://help.example/ai',
      catalogUrl: 'https://gw.example/models',
      apiFormat: 'chat',
      models: { 'gpt-5': { contextLength: 400_000 } },
      keyCommand: ['op', 'read', 'op://work/key'],
    };
    const { name, baseUrl, keyCommand, ...extras } = fields;
    assert.deepEqual(read(`key=${key}&${preset(fields)}`), {
      ok: true,
      offered: { baseUrl, key, name, keyCommand, extras },
    });
  });

  for (const [title, query, expected] of [
    [
      'a second parameter in a value',
      'baseUrl=gw.example&name=a%26baseUrl%3Dhttps://evil.example',
      'twice baseUrl',
    ],
    ['an equals sign in a value', 'baseUrl=gw.example&name=a%3Db', 'characters name'],
    ['a number sign in a value', 'baseUrl=gw.example&name=a%23b', 'characters name'],
    ['a fragment', 'baseUrl=gw.example&name=a#b', 'characters name'],
    ['a parameter twice', 'baseUrl=gw.example&baseUrl=evil.example', 'twice baseUrl'],
    ['a parameter that none has', 'baseUrl=gw.example&systemPrompt=x', 'unknown systemPrompt'],
    ['a command beside a preset', 'baseUrl=gw.example&keyCommand=curl', 'unknown keyCommand'],
    ['headers', 'baseUrl=gw.example&headers=x', 'unknown headers'],
    ['no address', `key=${key}`, 'noAddress'],
    ['nothing', '', 'noAddress'],
    ['a script', 'baseUrl=javascript:alert(1)', 'address'],
    ['a nested link', 'baseUrl=vscode://portico.portico/connect', 'address'],
    ['credentials', 'baseUrl=https://api.openai.com@evil.example', 'address'],
    ['a line break in an address', 'baseUrl=https://gw.example%0a/v1', 'address'],
    ['a query in an address', 'baseUrl=https://gw.example/v1?x', 'address'],
    ['a key in an address', `baseUrl=https://gw.example/${key}`, 'address'],
    ['a line break in a name', 'baseUrl=gw.example&name=a%0ab', 'value name'],
    ['letters in reverse order', 'baseUrl=gw.example&name=a%E2%80%AEb', 'value name'],
    ['a long name', `baseUrl=gw.example&name=${'a'.repeat(201)}`, 'value name'],
    ['a key with blanks', 'baseUrl=gw.example&key=sk-a%20b', 'key'],
    ['more than 64 kB', `baseUrl=gw.example&name=${'a'.repeat(65_536)}`, 'tooLong'],
    ['a preset that is no base64url', 'preset=!!', 'preset'],
    ['a preset that is no JSON', `preset=${Buffer.from('{').toString('base64url')}`, 'preset'],
    ['a preset that is a list', preset([]), 'noAddress'],
    ['a preset without an address', preset({ name: 'Work' }), 'noAddress'],
    [
      'a preset with prices',
      preset({ baseUrl: 'gw.example', models: { m: { price: {} } } }),
      'unknown price',
    ],
    [
      'a preset with parameters',
      preset({ baseUrl: 'gw.example', models: { m: { parameters: {} } } }),
      'unknown parameters',
    ],
    ['a preset with headers', preset({ baseUrl: 'gw.example', headers: {} }), 'unknown headers'],
    ['a preset with another field', preset({ baseUrl: 'gw.example', proxy: 'x' }), 'unknown proxy'],
    ['a preset with a key', preset({ baseUrl: 'gw.example', key }), 'unknown key'],
    ['a preset with one model', preset({ baseUrl: 'gw.example', model: 'm' }), 'unknown model'],
    [
      'a preset with a command line',
      preset({ baseUrl: 'gw.example', keyCommand: 'rm -rf ~' }),
      'value keyCommand',
    ],
    [
      'a preset with an empty command',
      preset({ baseUrl: 'gw.example', keyCommand: [] }),
      'value keyCommand',
    ],
    [
      'a help page without TLS',
      preset({ baseUrl: 'gw.example', helpUrl: 'http://h.example' }),
      'value helpUrl',
    ],
    [
      'a help page that is a command',
      preset({ baseUrl: 'gw.example', helpUrl: 'command:portico.connect' }),
      'value helpUrl',
    ],
    [
      'a preset and an address',
      `${preset({ baseUrl: 'gw.example' })}&baseUrl=evil.example`,
      'twice baseUrl',
    ],
    [
      '21 models',
      preset({
        baseUrl: 'gw.example',
        models: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`m${n}`, {}])),
      }),
      'value models',
    ],
  ] as const) {
    it(`is refused with ${title}`, () => {
      assert.equal(refusal(query), expected);
    });
  }

  it('is read where it was pasted, in the scheme of any product', () => {
    const access = { parseBaseUrl, normalizeKey };
    const expected = { ok: true, offered: { baseUrl: 'https://gw.example/v1', key } };
    for (const scheme of ['vscode', 'vscode-insiders', 'cursor']) {
      const link = `  ${scheme}://portico.portico/connect?key=${key}&baseUrl=https%3A%2F%2Fgw.example`;
      assert.deepEqual(readPastedLink(link, access), expected);
    }
    const smuggled =
      'vscode://portico.portico/connect?baseUrl=gw.example&name=a%26baseUrl%3Devil.example';
    assert.equal(readPastedLink(smuggled, access)?.ok, false);
    assert.equal(readPastedLink('cherrystudio://providers/api-keys?v=1', access), undefined);
    assert.equal(readPastedLink('https://gw.example/v1', access), undefined);
  });

  it('never throws, and never brings an address that is not normalized', () => {
    const part = fc.oneof(
      fc.constantFrom(
        'key=',
        'baseUrl=',
        'name=',
        'model=',
        'preset=',
        '&',
        '=',
        '#',
        'https://',
        'gw.example',
        '%',
        '@',
      ),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const [query = '', fragment = ''] = parts.join('').split('#');
        const reading = readConnectLink({ query, fragment }, { parseBaseUrl, normalizeKey });
        if (reading.ok) {
          const { baseUrl } = reading.offered;
          assert.deepEqual(parseBaseUrl(baseUrl).ok && baseUrl, baseUrl);
        }
      }),
    );
  });
});
