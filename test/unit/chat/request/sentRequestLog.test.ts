import assert from 'node:assert/strict';
import { type SentRequestAt, SentRequestLog } from '../../../../src/chat/request/sentRequestLog';

function request(body: string): SentRequestAt {
  return { method: 'POST', url: 'https://gateway.example/v1', headers: {}, body, at: 1 };
}

describe('SentRequests', () => {
  it('keeps every request of an answer in order', () => {
    const sent = new SentRequestLog();
    sent.add('a', request('1'));
    sent.add('b', request('2'));
    sent.add('a', request('3'));
    assert.deepEqual(
      sent.of('a').map(({ body }) => body),
      ['1', '3'],
    );
    assert.deepEqual(sent.of('c'), []);
  });

  it('forgets the oldest answers where there are many', () => {
    const sent = new SentRequestLog();
    for (let at = 0; at < 40; at++) {
      sent.add(`a${at}`, request('body'));
    }
    assert.equal(sent.of('a7').length, 0);
    assert.equal(sent.of('a8').length, 1);
    assert.equal(sent.of('a39').length, 1);
  });

  it('forgets the oldest answers where bodies are long, and never the newest', () => {
    const sent = new SentRequestLog();
    sent.add('old', request('x'.repeat(6_000_000)));
    sent.add('middle', request('x'.repeat(6_000_000)));
    sent.add('new', request('x'.repeat(6_000_000)));
    assert.deepEqual([sent.of('old').length, sent.of('middle').length], [0, 1]);
    sent.add('huge', request('x'.repeat(20_000_000)));
    assert.equal(sent.of('huge').length, 1);
    assert.equal(sent.of('new').length, 0);
  });
});
