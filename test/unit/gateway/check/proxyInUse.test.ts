import assert from 'node:assert/strict';
import type { ProxySettings } from '../../../../src/chat/connectionCheck';
import { proxyInUse } from '../../../../src/gateway/check/proxyInUse';

const nothing: ProxySettings = { support: 'override', proxy: '', noProxy: [], environment: {} };
const gateway = new URL('https://api.gateway.example/v1');

function of(settings: Partial<ProxySettings>, url = gateway): unknown {
  return proxyInUse(url, { ...nothing, ...settings });
}

describe('the proxy in use', () => {
  it('is left to the system where nothing names one', () => {
    assert.deepEqual(of({}), { kind: 'system' });
    assert.deepEqual(of({ proxy: 'no address' }), { kind: 'system' });
    assert.deepEqual(of({ proxy: 'localhost:3128' }), { kind: 'system' });
  });

  it('is none on loopback, and where proxies are switched off', () => {
    const proxy = 'http://proxy.example:3128';
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      const url = new URL(`http://${host}:8080/v1`);
      assert.deepEqual(of({ proxy }, url), { kind: 'none', because: 'loopback' });
    }
    assert.deepEqual(of({ proxy, support: 'off' }), { kind: 'none', because: 'off' });
  });

  it('is the setting’s before the environment’s, without name and password', () => {
    const environment = { HTTPS_PROXY: 'http://other.example:1' };
    const proxy = ' http://me:secret@proxy.example:3128/ ';
    assert.deepEqual(of({ proxy, environment }), {
      kind: 'known',
      host: 'proxy.example',
      port: 3128,
      from: 'http.proxy',
    });
    assert.deepEqual(of({ environment }), {
      kind: 'known',
      host: 'other.example',
      port: 1,
      from: 'HTTPS_PROXY',
    });
  });

  it('has the port of its scheme where none is named', () => {
    for (const [proxy, port] of [
      ['http://[2001:db8::1]', 80],
      ['https://proxy.example', 443],
      ['socks5://proxy.example', 1080],
    ] as const) {
      assert.equal((of({ proxy }) as { readonly port: number }).port, port, proxy);
    }
  });

  it('takes the first variable that is set, for every address', () => {
    const environment = { HTTP_PROXY: 'http://a.example:1', http_proxy: 'http://b.example:2' };
    assert.deepEqual(of({ environment }), {
      kind: 'known',
      host: 'b.example',
      port: 2,
      from: 'http_proxy',
    });
  });

  it('is none for hosts that are excluded, by name, domain, port and asterisk', () => {
    const proxy = 'http://proxy.example:3128';
    const excluded = { kind: 'none', because: 'excluded' };
    for (const filter of [
      'api.gateway.example',
      'gateway.example',
      '.EXAMPLE',
      ' gateway.example:443 ',
      '*',
    ]) {
      assert.deepEqual(of({ proxy, noProxy: [filter] }), excluded, filter);
      assert.deepEqual(of({ proxy, environment: { NO_PROXY: `x.example,${filter}` } }), excluded);
    }
    for (const filter of ['other.example', 'gateway.example:8443', 'way.example', '']) {
      assert.notDeepEqual(of({ proxy, noProxy: [filter] }), excluded, filter);
    }
  });

  it('reads the variable only where the setting excludes nothing', () => {
    const environment = { no_proxy: '*' };
    assert.deepEqual(of({ noProxy: ['other.example'], environment }), { kind: 'system' });
  });
});
