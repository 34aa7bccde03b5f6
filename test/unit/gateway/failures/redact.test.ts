import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { capDetail, redact } from '../../../../src/gateway/failures/redact';

const key = 'sk-canary/+="&\'x0123456789-A1b2';

describe('redact', function () {
  this.timeout(30_000);

  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const base64url = (text: string): string => Buffer.from(text).toString('base64url');
  const echoes: Readonly<Record<string, string>> = {
    plain: key,
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
    bearer: `Authorization: Bearer ${key}`,
    beginning: `invalid token ${key.slice(0, 20)}***`,
  };
  for (const [name, echo] of Object.entries(echoes)) {
    it(`finds the key ${name}`, () => {
      const text = redact(`before ${echo} after`, [key]);
      assert.match(text, /^before .*\[redacted\].* after$/s);
      for (const trace of [key.slice(3, 15), base64(key).slice(8, 24), 'A1b2', 'a1b2']) {
        assert.ok(!text.includes(trace), text);
      }
    });
  }

  it('finds what looks like a key though it is none of ours', () => {
    assert.equal(redact('Bearer abc.DEF-123, no', []), 'Bearer [redacted], no');
    assert.equal(
      redact('Incorrect API key: sk-abcd****wxyz.', []),
      'Incorrect API key: [redacted]',
    );
  });

  it('leaves prose alone', () => {
    const prose = 'Bearer token required: a task-oriented model is at risk-level 12.';
    assert.equal(redact(prose, ['other-secret-value', '1']), prose);
  });

  it('finds every secret, one within another too, and a short one where it stands alone', () => {
    assert.equal(
      redact('tenant-42-blue, tenant-42, v7, 7', ['tenant-42', 'tenant-42-blue', '7']),
      '[redacted], [redacted], v7, [redacted]',
    );
  });

  it('finds the beginning of a key where the text was cut', () => {
    for (let length = 4; length < key.length; length++) {
      assert.equal(redact(`token: ${key.slice(0, length)}`, [key]), 'token: [redacted]');
    }
  });

  it('leaves no trace of a random key, whatever stands around it', () => {
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

  it('takes four times as long for four times the text', () => {
    const hostile = ['Bearer', ' ', 'sk-', key.slice(0, -1), '['].map((piece) =>
      piece.repeat(20_000),
    );
    for (const text of hostile) {
      const took = (input: string): number => {
        const begun = process.cpuUsage();
        redact(input, [key]);
        return process.cpuUsage(begun).user / 1000;
      };
      took(text);
      assert.ok(took(text.repeat(4)) < 16 * took(text) + 200, text.slice(0, 20));
    }
  });
});

describe('capDetail', () => {
  const size = (text: string): number => Buffer.byteLength(text);

  it('leaves 2,048 bytes as they are', () => {
    const text = 'é'.repeat(1024);
    assert.equal(capDetail(text), text);
  });

  it('never gives more, nor half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 8 }), fc.nat(3), (piece, extra) => {
        const text = 'x'.repeat(extra) + `${piece}😀é`.repeat(400);
        const capped = capDetail(text);
        assert.ok(size(capped) <= 2048);
        assert.ok(text.startsWith(capped.slice(0, -1)));
        assert.ok(size(capped) > 2040);
      }),
    );
  });
});
