import assert from 'node:assert/strict';
import {
  bypassesProxy,
  proxyInUse,
  type ProxySettings,
} from '../../../../src/platform/node/proxyInUse';

const nothing: ProxySettings = { support: 'override', proxy: '', noProxy: [], environment: {} };
const gateway = new URL('https://api.gateway.example/v1');

function of(settings: Partial<ProxySettings>, url = gateway): unknown {
  return proxyInUse(url, { ...nothing, ...settings });
}

describe('proxyInUse', () => {
  it('is the system’s where no setting and no variable names one', () => {
    assert.deepEqual(of({}), { kind: 'system' });
    assert.deepEqual(of({ proxy: 'no address' }), { kind: 'system' });
    assert.deepEqual(of({ proxy: 'localhost:3128' }), { kind: 'system' });
  });

  it('can be used for every other name and address of this computer', () => {
    const proxy = 'http://proxy.example:3128';
    for (const host of ['127.0.0.2', '127.1.2.3', 'a.localhost', 'localhost.', '[::ffff:7f00:1]']) {
      const url = new URL(`http://${host}:8080/v1`);
      assert.equal(bypassesProxy(url), false, host);
      assert.equal((of({ proxy }, url) as { kind: string }).kind, 'named', host);
    }
    assert.equal(bypassesProxy(new URL('http://127.0.0.1:8080/v1')), true);
    // The URL parser normalizes these to 127.0.0.1.
    for (const host of ['127.1', '2130706433', '0x7f.1']) {
      assert.equal(bypassesProxy(new URL(`http://${host}/v1`)), true, host);
    }
  });

  it('is none on loopback, and where proxies are turned off', () => {
    const proxy = 'http://proxy.example:3128';
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      const url = new URL(`http://${host}:8080/v1`);
      assert.deepEqual(of({ proxy }, url), { kind: 'loopback' });
    }
    assert.deepEqual(of({ proxy, support: 'off' }), { kind: 'off' });
  });

  it('prefers the setting to the environment, and drops user name and password', () => {
    const environment = { HTTPS_PROXY: 'http://other.example:1' };
    const proxy = ' http://me:secret@proxy.example:3128/ ';
    assert.deepEqual(of({ proxy, environment }), {
      kind: 'named',
      host: 'proxy.example',
      port: 3128,
      source: 'http.proxy',
    });
    assert.deepEqual(of({ environment }), {
      kind: 'named',
      host: 'other.example',
      port: 1,
      source: 'HTTPS_PROXY',
    });
  });

  it('defaults to the port of the scheme', () => {
    for (const [proxy, port] of [
      ['http://[2001:db8::1]', 80],
      ['https://proxy.example', 443],
      ['socks5://proxy.example', 1080],
    ] as const) {
      assert.equal((of({ proxy }) as { readonly port: number }).port, port, proxy);
    }
  });

  it('uses the first variable that is set, for every address', () => {
    const environment = { HTTP_PROXY: 'http://a.example:1', http_proxy: 'http://b.example:2' };
    assert.deepEqual(of({ environment }), {
      kind: 'named',
      host: 'b.example',
      port: 2,
      source: 'http_proxy',
    });
  });

  it('is none for hosts that are excluded by name, domain, port or asterisk', () => {
    const proxy = 'http://proxy.example:3128';
    const excluded = { kind: 'excluded' };
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

  it('reads no_proxy only where the setting excludes nothing', () => {
    const environment = { no_proxy: '*' };
    assert.deepEqual(of({ noProxy: ['other.example'], environment }), { kind: 'system' });
  });
});
