import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { capDetail, redact, redactName } from '../../../../../src/gateway/node/failures/redact';
import { isLinear } from '../../../../support/cpuTime';

const key = 'sk-canary/+="&\'x0123456789-A1b2';

describe('redact', function () {
  this.timeout(30_000);

  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const base64url = (text: string): string => Buffer.from(text).toString('base64url');
  const echoes: Readonly<Record<string, string>> = {
    literal: key,
    lowercase: key.toLowerCase(),
    'JSON-escaped': JSON.stringify({ key }),
    'URL-encoded': `?key=${encodeURIComponent(key)}`,
    'URL-encoded, lower case': encodeURIComponent(key).toLowerCase(),
    'HTML-escaped': key.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    base64: base64(key),
    'base64 after one byte': base64(`:${key}`),
    'base64 after two bytes': base64(`a:${key}`),
    'base64 of a header': base64(`Authorization: Bearer ${key}\r\n`),
    base64url: base64url(key),
    'base64url after two bytes': base64url(`a:${key}`),
    'after Bearer': `Authorization: Bearer ${key}`,
    'by its start': `invalid token ${key.slice(0, 20)}***`,
    'by its start and end': `invalid token ${key.slice(0, 20)}***A1b2`,
  };
  for (const [name, echo] of Object.entries(echoes)) {
    it(`redacts a key: ${name}`, () => {
      const text = redact(`before ${echo} after`, [key]);
      assert.match(text, /^before .*\[redacted\].* after$/s);
      for (const trace of [key.slice(3, 15), base64(key).slice(8, 24), 'A1b2', 'a1b2']) {
        assert.ok(!text.includes(trace), text);
      }
    });
  }

  it('redacts foreign texts that look like keys', () => {
    assert.equal(redact('Bearer abc.DEF-123, no', []), 'Bearer [redacted], no');
    assert.equal(
      redact('Incorrect API key: sk-abcd****wxyz.', []),
      'Incorrect API key: [redacted]',
    );
  });

  it('does not change prose', () => {
    const prose = 'Bearer token required: a task-oriented model is at risk-level 12.';
    assert.equal(redact(prose, ['other-secret-value', '1']), prose);
  });

  it('redacts all secrets, also one that contains another, and a short one only as a word', () => {
    assert.equal(
      redact('tenant-42-blue, tenant-42, v7, 7', ['tenant-42', 'tenant-42-blue', '7']),
      '[redacted], [redacted], v7, [redacted]',
    );
  });

  it('redacts ordinary words that are keys only as whole words in the exact case', () => {
    for (const [word, text, shown] of [
      ['EMPTY', 'messages must not be empty', 'messages must not be empty'],
      [
        'EMPTY',
        'key EMPTY: messages must not be EMPTY_LIST',
        'key [redacted]: messages must not be EMPTY_LIST',
      ],
      ['ollama', 'Ollama runs ollama-7b, not ollama.', 'Ollama runs ollama-7b, not [redacted].'],
      ['none', 'nonexistent, None', 'nonexistent, None'],
      ['true', 'untrue: "true"', 'untrue: "[redacted]"'],
      ['not-needed', 'a key is Not-Needed', 'a key is Not-Needed'],
      ['lm-studio', 'lm-studio2 lm-studio', 'lm-studio2 [redacted]'],
      ['abc123', 'xabc123, ABC123, abc123', 'xabc123, ABC123, [redacted]'],
      ['EMPTY', 'ends with EMPT', 'ends with EMPT'],
    ] as const) {
      assert.equal(redact(text, [word]), shown, word);
    }
  });

  it('keeps an ordinary word in the name of a model, and removes a real key', () => {
    assert.equal(redactName('ollama', ['ollama']), 'ollama');
    assert.equal(redactName('stop', ['stop']), 'stop');
    assert.equal(redactName(`m ${key}`, [key]), 'm [redacted]');
    assert.equal(redactName('Bearer a1b2C3d4', []), 'Bearer [redacted]');
  });

  it('redacts the start of a key at the end of a truncated text', () => {
    for (let length = 4; length < key.length; length++) {
      assert.equal(redact(`token: ${key.slice(0, length)}`, [key]), 'token: [redacted]');
    }
  });

  it('redacts a random key in any text', () => {
    const secret = fc.stringMatching(/^[\x21-\x7e]{12,60}$/);
    fc.assert(
      fc.property(fc.string(), secret, fc.string(), (before, value, after) => {
        for (const echo of [value, encodeURIComponent(value)]) {
          const text = redact(before + echo + after, [value]);
          assert.ok(!text.includes(value) && !text.includes(encodeURIComponent(value)), text);
        }
        const encoded = base64(before + value + after);
        const clean = Buffer.from(redact(encoded, [value]), 'base64').toString('latin1');
        assert.ok(!clean.includes(value), clean);
      }),
      { numRuns: 500 },
    );
  });

  const each = (text: string, encode: (char: string) => string): string =>
    Array.from(text, encode).join('');
  const code = (char: string, radix: number): string => char.charCodeAt(0).toString(radix);
  const lines = (text: string): string => text.replace(/.{20}/g, '$&\n');
  const encodings: Readonly<Record<string, (text: string) => string>> = {
    'every byte percent-encoded': (text) => each(text, (char) => `%${code(char, 16)}`),
    'percent-encoded twice': (text) => each(text, (char) => `%25${code(char, 16)}`),
    hex: (text) => Buffer.from(text).toString('hex'),
    'hex in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
    'decimal entities': (text) => each(text, (char) => `&#${code(char, 10)};`),
    'hexadecimal entities': (text) => each(text, (char) => `&#x00${code(char, 16)};`),
    'escaped entities': (text) => each(text, (char) => `&amp;#${code(char, 10)};`),
    'escapes of JSON': (text) => each(text, (char) => `\\u00${code(char, 16)}`),
    'escapes of Python': (text) => each(text, (char) => `\\x${code(char, 16)}`),
    'every other character escaped': (text) =>
      each(text, (char) => (char < 'a' ? char : `%${code(char, 16)}`)),
    'base64, its end cut off': (text) => base64(text).slice(0, -8),
    'base64, its start cut off': (text) => base64(text).slice(5),
    'base64 in lines': (text) => lines(base64(text)),
    'base64 twice': (text) => base64(base64(text)),
    'base64 twice, with more around': (text) => base64(`a:${base64(`:${text}!`)}=`),
    'blanks between': (text) => each(text, (char) => `${char} `),
    'in lines': lines,
    'without its start': (text) => text.slice(3),
    'without its start and end': (text) => text.slice(4, -3),
    'full-width': (text) => each(text, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)),
    'full-width in lines': (text) =>
      lines(each(text, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0))),
  };
  for (const [name, encode] of Object.entries(encodings)) {
    it(`redacts a key: ${name}`, () => {
      const secret = fc
        .stringMatching(/^[a-z]{2}-[\w-]{24,60}$/)
        .filter((value) => /\d/.test(value));
      fc.assert(
        fc.property(secret, fc.stringMatching(/^[ -~]{0,20} $/), (value, before) => {
          const echo = encode(value);
          const text = redact(`${before}${echo} ! wrong`, [value]);
          assert.match(text, /\[redacted\].{0,12} ! wrong$/s);
          for (let at = 0; at + 16 <= echo.length; at += 1) {
            assert.ok(!text.includes(echo.slice(at, at + 16)), text);
          }
        }),
        { numRuns: 20 },
      );
    });
  }

  it('does not change what is only similar to a key', () => {
    const value = 'sk-canary-0123456789abcdefghij';
    for (const text of [
      'The ID is 0123456789abcde, not 9876543210abcdefghi.',
      Buffer.from('another text of some length').toString('hex'),
      base64('another text of some length'),
      'see https://one.example/a%20b?c=%7B%22d%22%3A1%7D and &#8220;quotes&#8221;',
      'Ｆｕｌｌ－ｗｉｄｔｈ words，好的',
      'C:\\users\\u0041\\x41 "\\u4f60\\u597d"',
    ]) {
      assert.equal(redact(text, [value, 'application/json']), text);
    }
  });

  it('takes time linear in the text', () => {
    for (const piece of [
      'Bearer',
      ' ',
      'sk-',
      key.slice(0, -1),
      '[',
      '%25',
      '\\',
      '&amp;',
      '&#0',
      key.slice(3),
    ]) {
      const work = (factor: number): string => redact(piece.repeat(4_000 * factor), [key]);
      assert.ok(isLinear(work), piece);
    }
  });
});

describe('capDetail', () => {
  const size = (text: string): number => Buffer.byteLength(text);

  it('does not change 2,048 bytes', () => {
    const text = 'é'.repeat(1024);
    assert.equal(capDetail(text), text);
  });

  it('keeps the first and the last lines, of which either names the error', () => {
    const frames = Array.from({ length: 200 }, (_, at) => `  File "server.py", line ${at}`);
    const trace = ['Traceback (most recent call last):', ...frames, 'ValueError: tensor'].join(
      '\n',
    );
    const capped = capDetail(trace);
    assert.ok(size(capped) <= 2048 && size(capped) > 1900);
    assert.match(capped, /^Traceback \(most recent call last\):\n…\n {2}File/u);
    assert.match(capped, /line 199\nValueError: tensor$/u);
    assert.match(capDetail(`${'x'.repeat(3000)}\nlast`), /^…\nlast$/u);
    assert.match(capDetail(`first\n${'x'.repeat(3000)}`), /^first\nx+…$/u);
  });

  it('truncates to 2,048 bytes between characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 8 }), fc.nat(3), (piece, extra) => {
        const text = 'x'.repeat(extra) + `${piece.replaceAll('\n', ' ')}😀é`.repeat(400);
        const capped = capDetail(text);
        assert.ok(size(capped) <= 2048);
        assert.ok(text.startsWith(capped.slice(0, -1)));
        assert.ok(size(capped) > 2040);
      }),
    );
  });
});
