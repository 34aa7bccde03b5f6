// Which proxy VS Code's fetch takes, by the rules of its own agent (@vscode/proxy-agent, createProxyResolver).
import type { ProxyInUse, ProxySettings } from '../../chat/connectionCheck';
import { targetOf } from './probes';

/** In VS Code's order; the first that is set counts for every address. */
const variables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

const defaultPorts: ReadonlyMap<string, number> = new Map([
  ['http:', 80],
  ['https:', 443],
  ['socks:', 1080],
  ['socks4:', 1080],
  ['socks4a:', 1080],
  ['socks5:', 1080],
  ['socks5h:', 1080],
]);

/** What settings and environment say of the way to `url`; never a proxy's user name or password. */
export function proxyInUse(url: URL, settings: ProxySettings): ProxyInUse {
  const { environment } = settings;
  const { host, port } = targetOf(url);
  if (settings.support === 'off') {
    return { kind: 'none', because: 'off' };
  }
  if (['localhost', '127.0.0.1', '::1'].includes(host)) {
    return { kind: 'none', because: 'loopback' };
  }
  const inherited = (environment['no_proxy'] || environment['NO_PROXY'] || '').split(',');
  // Where the setting names any host, the variable counts no more.
  const filters = settings.noProxy.length > 0 ? settings.noProxy : inherited;
  if (filters.some((filter) => excludes(filter, host, port))) {
    return { kind: 'none', because: 'excluded' };
  }
  const variable = variables.find((name) => environment[name]);
  return (
    known(settings.proxy, 'http.proxy') ??
    (variable === undefined ? undefined : known(environment[variable] ?? '', variable)) ?? {
      kind: 'system',
    }
  );
}

/** `*` stands for every host, a name for itself and all below it, a port behind it for that one alone. */
function excludes(filter: string, host: string, port: number): boolean {
  const [name = '', itsPort] = filter.trim().toLowerCase().split(':', 2);
  if (name === '') {
    return false;
  }
  const suffix = name.startsWith('.') ? name : `.${name}`;
  const matches = name === '*' || `.${host.toLowerCase()}`.endsWith(suffix);
  return matches && (itsPort === undefined || itsPort === String(port));
}

function known(address: string, from: string): ProxyInUse | undefined {
  const url = URL.parse(address.trim());
  const defaultPort = defaultPorts.get(url?.protocol ?? '');
  if (url === null || url.hostname === '' || defaultPort === undefined) {
    return undefined;
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { kind: 'known', host, port: url.port === '' ? defaultPort : Number(url.port), from };
}
