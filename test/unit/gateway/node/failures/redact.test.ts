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
      { numRuns: 2000 },
    );
  });

  it('takes time linear in the text', () => {
    for (const piece of ['Bearer', ' ', 'sk-', key.slice(0, -1), '[']) {
      const work = (factor: number): string => redact(piece.repeat(40_000 * factor), [key]);
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
