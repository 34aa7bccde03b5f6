import assert from 'node:assert/strict';
import { curlCommand } from '../../../../../src/conversation/node/request/sentRequestLog';
import type { Connection } from '../../../../../src/gateway/common/connection';
import { secretsOf } from '../../../../../src/gateway/node/gatewayOptions';
import {
  placesKey,
  requestHeaders,
  shownHeaders,
  withQueryParameters,
} from '../../../../../src/gateway/node/http/requestHeaders';
import { withRequestIds } from '../../../../../src/gateway/node/http/requestIds';

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

describe('an unknown placeholder', () => {
  for (const value of ['${apikey}', 'x${env:HOME}y', '${ apiKey }', '${', '${chatId']) {
    it(`is never sent: ${value}`, () => {
      const queryParameters = { tenant: value };
      assert.deepEqual(sent({ 'X-Team': value }), { authorization: `Bearer ${key}` });
      const one = connection({}, { queryParameters });
      const url = new URL('https://gateway.example/v1/models');
      assert.equal(withQueryParameters(url, one).url.href, url.href);
    });
  }
});

describe('query parameters', () => {
  const url = new URL('https://gateway.example/v1/models?after=x');
  const of = (queryParameters: Readonly<Record<string, string>>) =>
    withQueryParameters(url, connection({}, { queryParameters }));

  it('are added to what the URL has, and replace nothing of it', () => {
    const { searchParams } = of({ 'api-version': '2024-10-21', after: 'y', 'a b': 'ü&=' }).url;
    assert.deepEqual(
      [...searchParams],
      [
        ['after', 'x'],
        ['api-version', '2024-10-21'],
        ['a b', 'ü&='],
      ],
    );
  });

  it('can carry the key, which is then nowhere else, and needed', () => {
    const queryParameters = { key: '${apiKey}' };
    assert.equal(of(queryParameters).url.searchParams.get('key'), key);
    assert.deepEqual(sent({}, { queryParameters }), {});
    assert.equal(placesKey({ headers: {}, queryParameters }), true);
    assert.ok(
      secretsOf(connection({}, { queryParameters: { sig: 's-${apiKey}' } })).includes(`s-${key}`),
    );
  });

  it('are shown without their values; curl reads the key from the variable', () => {
    const { shown } = of({ key: '${apiKey}', tenant: 'secret-tenant' });
    assert.equal(
      shown,
      'https://gateway.example/v1/models?after=x&key=$PORTICO_API_KEY&tenant=[hidden]',
    );
    const command = curlCommand({ method: 'GET', url: shown, headers: {}, body: '' });
    assert.ok(command.includes(`&key='"$PORTICO_API_KEY"'&tenant=[hidden]'`), command);
  });
});

describe('${chatId} and ${machineId}', () => {
  const values = { 'x-session': '${chatId}', 'x-machine': 'm-${machineId}' };
  const ids = (chatId?: string, machineId = 'one') => {
    const filled = withRequestIds(
      connection(values, { machineId, queryParameters: values }),
      chatId,
    );
    assert.deepEqual(filled.queryParameters, filled.headers);
    return filled.headers;
  };

  it('are the same for each request of a chat from a machine, and others for other ones', () => {
    assert.deepEqual(ids('a'), ids('a'));
    assert.equal(ids('a')['x-machine'], 'm-one');
    assert.notEqual(ids('a')['x-session'], ids('b')['x-session']);
    assert.notEqual(ids('a')['x-session'], ids('a', 'two')['x-session']);
    assert.doesNotMatch(ids('chatgpt-123')['x-session'] ?? '', /chatgpt-123|\$/u);
  });

  it('are random where there is no chat', () => {
    assert.notEqual(ids()['x-session'], ids()['x-session']);
    assert.match(ids()['x-session'] ?? '', /^[\w-]{32,}$/u);
  });
});
