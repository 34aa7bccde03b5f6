import assert from 'node:assert/strict';
import type { Connection } from '../../../../../src/gateway/common/connection';
import { curlCommand } from '../../../../../src/conversation/node/request/sentRequestLog';
import { secretsOf } from '../../../../../src/gateway/node/gatewayOptions';
import { requestHeaders, shownHeaders } from '../../../../../src/gateway/node/http/requestHeaders';

const content = { accept: 'application/json' };
const key = 'sk-$&-$1-key';

function connection(
  headers: Connection['headers'],
  overrides: Partial<Connection> = {},
): Connection {
  return {
    baseUrl: 'https://gateway.example/v1',
    origin: 'https://gateway.example',
    isLoopback: false,
    key,
    headers,
    timeouts: { firstTokenSeconds: 0, idleSeconds: 0, totalSeconds: 0 },
    ...overrides,
  };
}

function sent(headers: Connection['headers'], overrides?: Partial<Connection>): object {
  const all = requestHeaders(connection(headers, overrides), '1', content);
  all.delete('accept');
  all.delete('user-agent');
  return Object.fromEntries(all);
}

describe('${apiKey} in an extra header', () => {
  it('stands for the key, which Authorization then does not carry', () => {
    assert.deepEqual(sent({ 'x-api-key': '${apiKey}', 'X-Team': 'blue' }), {
      'x-api-key': key,
      'x-team': 'blue',
    });
    assert.deepEqual(sent({ 'api-key': 'Token ${apiKey};${apiKey}' }), {
      'api-key': `Token ${key};${key}`,
    });
  });

  it('changes nothing in a header that is refused', () => {
    assert.deepEqual(sent({ Authorization: 'Basic ${apiKey}', Host: '${apiKey}' }), {
      authorization: `Bearer ${key}`,
    });
  });

  it('is never sent literally', () => {
    const { key: _, ...keyless } = connection({ 'x-api-key': '${apiKey}', 'X-Team': 'blue' });
    const headers = Object.fromEntries(requestHeaders(keyless, '1', content));
    assert.equal(headers['x-api-key'], undefined);
    assert.equal(headers['authorization'], undefined);
    assert.equal(headers['x-team'], 'blue');
  });

  it('is a placeholder wherever the request is shown', () => {
    const shown = shownHeaders(
      connection({
        'x-api-key': '${apiKey}',
        'x-token': 'Token ${apiKey}',
        'x-both': 'team-secret ${apiKey}',
        'x-team': 'blue-secret',
      }),
      '1',
      content,
    );
    const command = curlCommand({
      method: 'POST',
      url: 'https://gateway.example/v1',
      headers: shown,
      body: '{}',
    });
    assert.doesNotMatch(command, /sk-|secret|apiKey/);
    assert.match(command, /'x-api-key: '"\$PORTICO_API_KEY"/);
    assert.match(command, /'x-token: Token '"\$PORTICO_API_KEY"/);
    assert.match(command, /'x-both: \[hidden\]'"\$PORTICO_API_KEY"/);
    assert.match(command, /'x-team: \[hidden\]'/);
    assert.doesNotMatch(command, /authorization/i);
  });

  it('makes the value with the key a secret', () => {
    const secrets = secretsOf(connection({ 'x-token': 'Token ${apiKey}' }));
    assert.ok(secrets.includes(`Token ${key}`));
  });
});
