import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { fingerprint, normalizeKey } from '../../../../src/gateway/node/apiKey';

const key = 'sk-Test_0123456789.abcdefA1b2';

describe('normalizeKey', function () {
  this.timeout(30_000);

  for (const typed of [
    key,
    `  ${key}\r\n`,
    `\t${key}\u200b\u00a0\ufeff`,
    `Bearer ${key}`,
    `bearer   ${key}`,
    `"${key}"`,
    `'${key}'`,
    `\`${key}\``,
    `“${key}”`,
    `‘${key}’`,
    `«${key}»`,
    `„${key}“`,
    `KEY=${key}`,
    `NAME=${key}`,
    `OPENAI_API_KEY=${key}`,
    `OPENAI_API_KEY = "${key}"`,
    `export OPENAI_API_KEY='${key}'`,
    `export OPENAI_API_KEY="Bearer ${key}"\n`,
    `set OPENAI_API_KEY=${key}`,
    `$env:OPENAI_API_KEY = "${key}"`,
    `Authorization: Bearer ${key}`,
    `authorization:Bearer ${key}`,
    `-H "Authorization: Bearer ${key}"`,
    `"Authorization": "Bearer ${key}",`,
    `"apiKey": "${key}",`,
    `api_key=${key}`,
    `" Bearer  “${key}” "`,
    `export A=B=${key}`,
  ]) {
    it(`finds the key in ${JSON.stringify(typed.replace(key, '…'))}`, () => {
      assert.deepEqual(normalizeKey(typed), { ok: true, key });
    });
  }

  for (const unchanged of [
    'abcDEF==',
    'abc=def',
    'QUJD',
    'QUJDRA==',
    'a',
    'sk-a:b/c+d',
    'Bearer-x',
  ]) {
    it(`does not change ${unchanged}`, () => {
      assert.deepEqual(normalizeKey(unchanged), { ok: true, key: unchanged });
    });
  }

  for (const typed of ['', ' \n', '""', 'Bearer ', 'Bearer', '" Bearer "', '\u200b']) {
    it(`finds no key in ${JSON.stringify(typed)}`, () => {
      assert.deepEqual(normalizeKey(typed), { ok: false, problem: 'empty' });
    });
  }

  for (const typed of ['sk-a b', 'sk-a\nb', 'sk-é', 'sk-…', 'sk-a\u200bb', 'sk-\u0000a', 'ключ']) {
    it(`rejects ${JSON.stringify(typed)} without echoing it`, () => {
      assert.deepEqual(normalizeKey(typed), { ok: false, problem: 'characters' });
    });
  }

  it('returns a valid header value, and normalizing it again changes nothing', () => {
    const piece = fc.constantFrom(
      'Bearer ',
      '"',
      '‘',
      ' ',
      '\n',
      'KEY=',
      'export X=',
      'Authorization:',
      'a1',
      '=',
      ',',
      'é',
      '\u200b',
      "'",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const first = normalizeKey(pieces.join(''));
        if (first.ok) {
          assert.match(first.key, /^[\x21-\x7e]+$/);
          assert.deepEqual(normalizeKey(first.key), first);
        }
      }),
      { numRuns: 5000 },
    );
  });
});

describe('fingerprint', () => {
  it('shows the last four characters of a key of at least 12', () => {
    assert.equal(fingerprint('abcdefgh1234'), '…1234');
    assert.equal(fingerprint(key), '…A1b2');
  });
  it('shows nothing of a shorter key', () => {
    assert.equal(fingerprint('abcdefgh123'), '');
    assert.equal(fingerprint(''), '');
  });
});
