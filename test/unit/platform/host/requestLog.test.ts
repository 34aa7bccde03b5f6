import assert from 'node:assert/strict';
import { requestLine } from '../../../../src/platform/host/requestLog';

describe('the log line of a request', () => {
  it('is one line of visible characters, whatever the gateway calls its models and requests', () => {
    const hidden = '\u0000\u001b\u007f\u009b\u2028\u2029\u202e\u2066\u200b\ufeff\r\n\u{e0041}';
    const line = requestLine({
      method: 'POST',
      path: `/v1/${hidden}`,
      model: `a${hidden}b`,
      requestId: `c${hidden}d`,
      status: 200,
      durationMs: 12,
    });
    assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\u2028\u2029]/u);
    assert.ok(line.includes('\\u{9b}') && line.includes('\\u{202e}'));
    assert.match(line, /^POST .* status=200 12 ms request=/);
  });

  it('leaves ordinary names as they are', () => {
    assert.equal(
      requestLine({ method: 'GET', path: '/v1/models', status: 200, durationMs: 3.4 }),
      'GET /v1/models status=200 3 ms',
    );
  });
});
