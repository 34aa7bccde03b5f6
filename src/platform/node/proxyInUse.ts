// The proxy that VS Code's fetch uses, by the rules of @vscode/proxy-agent (createProxyResolver).
import type { ProxyInUse } from '../../gateway/common/connectionCheck';

/** VS Code's `http.proxySupport`, `http.proxy` and `http.noProxy`; empty where not set. */
export interface ProxySettings {
  readonly support: string;
  readonly proxy: string;
  readonly noProxy: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** VS Code reads them in this order; the first that is set applies to every address. */
const variables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;
const defaultPorts: Readonly<Record<string, number>> = { http: 80, https: 443, socks: 1080 };

/** Whether VS Code never uses a proxy for it. For other names and addresses of this machine it may. */
export function bypassesProxy({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** Never holds a proxy's user name or password. */
export function proxyInUse(url: URL, settings: ProxySettings): ProxyInUse {
  const { support, proxy, noProxy, environment } = settings;
  if (support === 'off') {
    return { kind: 'off' };
  }
  if (bypassesProxy(url)) {
    return { kind: 'loopback' };
  }
  // VS Code ignores the variable where the setting names a host.
  const inherited = (environment['no_proxy'] || environment['NO_PROXY'] || '').split(',');
  if ((noProxy.length > 0 ? noProxy : inherited).some((filter) => excludes(filter, url))) {
    return { kind: 'excluded' };
  }
  const variable = variables.find((name) => environment[name]) ?? '';
  return named(proxy, 'http.proxy') ?? named(environment[variable], variable) ?? { kind: 'system' };
}

/** A filter is `*` or a host, which includes its subdomains, and optionally a port. */
function excludes(filter: string, { hostname, port, protocol }: URL): boolean {
  const [host = '', onlyPort] = filter.trim().toLowerCase().split(':', 2);
  const suffix = host.startsWith('.') ? host : `.${host}`;
  const isHost = host === '*' || (host !== '' && `.${hostname}`.endsWith(suffix));
  const usedPort = port || (protocol === 'https:' ? '443' : '80');
  return isHost && (onlyPort ?? usedPort) === usedPort;
}

function named(address = '', source: string): ProxyInUse | undefined {
  const url = URL.parse(address.trim());
  const [, scheme = ''] = /^(https?|socks)\w*:/.exec(url?.protocol ?? '') ?? [];
  const defaultPort = defaultPorts[scheme];
  return url === null || url.hostname === '' || defaultPort === undefined
    ? undefined
    : {
        kind: 'named',
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: Number(url.port) || defaultPort,
        source,
      };
}
