// Normalizes a Base URL: users paste hosts, pages and complete endpoints.
import type { BaseUrlProblem } from '../common/failure';
import type { ParsedBaseUrl } from '../common/gatewayAccess';
import { findPairs } from './pastedPairs';
import { keyStart } from './setupNames';
import { trimInvisible } from './trimInvisible';

/** Browsers take no longer ones. What may be around an address is removed again and again. */
const maxChars = 4_096;

/**
 * Parses a Base URL as typed. Without a scheme, hosts of a local network get http and other hosts https;
 * without a path it gets `/v1`; an endpoint at its end is removed, and what a line of code has around an address.
 * Parsing the result again changes nothing.
 */
export function parseBaseUrl(typed: string): ParsedBaseUrl {
  if (typed.length > maxChars) {
    return { ok: false, problem: 'characters' };
  }
  const text = unwrapped(typed);
  if (text === '') {
    return { ok: false, problem: 'empty' };
  }
  const shown = decoded(text.split(/[?#]/, 1)[0] ?? '');
  if (holdsKey(shown, typed)) {
    return { ok: false, problem: 'key' };
  }
  // The URL parser silently removes tabs, line breaks, and invisible characters in host names.
  if (/[\s\p{C}\p{Z}]/u.test(text + shown)) {
    return { ok: false, problem: 'blank' };
  }
  if (/["{}]/.test(text)) {
    return { ok: false, problem: 'characters' };
  }
  const address = withScheme(text);
  if ('problem' in address) {
    return { ok: false, problem: address.problem };
  }
  const url = URL.parse(address.url);
  if (url === null || !isHostName(url.hostname)) {
    return { ok: false, problem: 'host' };
  }
  if (url.username !== '' || url.password !== '' || authority(address.url).includes('@')) {
    return { ok: false, problem: 'credentials' };
  }
  if (url.hash !== '' || text.includes('#')) {
    return { ok: false, problem: text.split('#', 1)[0]?.includes('?') ? 'query' : 'fragment' };
  }
  if (url.search !== '' || text.includes('?')) {
    const withoutQuery = parseBaseUrl(text.slice(0, text.indexOf('?')));
    return withoutQuery.ok
      ? {
          ok: false,
          problem: 'query',
          split: {
            baseUrl: withoutQuery.baseUrl,
            queryParameters: Object.fromEntries(url.searchParams),
          },
        }
      : withoutQuery;
  }
  const loopback = isLoopback(url.hostname);
  if (!address.hasScheme && (loopback || isLocalNetwork(url.hostname))) {
    url.protocol = 'http:';
  }
  const { path: ownPath } = providerPaths.find(({ host }) => host.test(url.hostname)) ?? {};
  const path =
    ownPath !== undefined && /^(?:\/v1(?:beta)?)?$/.test(withoutEndpoint(url.pathname))
      ? ownPath
      : withoutEndpoint(url.pathname) || '/v1';
  // No gateway's path has them: they are what a pasted line has around it.
  if (/["'`,={}]/.test(decoded(path))) {
    return { ok: false, problem: 'characters' };
  }
  return {
    ok: true,
    baseUrl: url.origin + path,
    origin: url.origin,
    isLoopback: loopback,
  };
}

/**
 * How keys begin. Words such as `task-`, and hosts in Punycode, do not begin with `sk-`; a line break that got lost
 * before the paste leaves it right behind `/v1` or the last part of a host, which has no hyphen.
 */
const keyIn = new RegExp(
  `(?<![a-z]|\\bA|xn--)${keyStart}|^(?:\\w+://)?[^/:]*\\.[A-Za-z]+${keyStart}(?![\\w-]*\\.)`,
);
/** The name of a key that such a break leaves behind an address: `/v1api_key:…`; but not a host with a port or path. */
const keyNameIn =
  /(?:key|token|secret|passw(?:or)?d|pwd|authorization)[^\w/]{0,2}:(?!\d{1,5}(?:\/|$))/i;
/** Percent signs that begin no character stay. */
export function decoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

/** Whether an address has a key, or what the text that it was typed in names as one. */
function holdsKey(address: string, typed: string): boolean {
  const [notQuery = ''] = halfWidth(typed).split('?', 1);
  const secrets = findPairs(notQuery).filter(({ role }) => role === 'key' || role === 'secret');
  // `=` may be a separator or the padding of a key.
  const keys = secrets.flatMap(({ value }) => value.split('=').filter((part) => part !== ''));
  return (
    keyIn.test(address) || keyNameIn.test(address) || keys.some((key) => address.includes(key))
  );
}

/** Removes what is around an address in shells, code and mails, and characters that only look like those of addresses. */
function unwrapped(typed: string): string {
  let text = halfWidth(typed);
  for (;;) {
    const shorter = wrappings.reduce(
      (rest, wrapping) => trimInvisible(rest.replace(wrapping, '')),
      trimInvisible(text),
    );
    if (shorter === text) {
      return text;
    }
    text = shorter;
  }
}

const comment = /\s(?:#|\/\/).*$/;
/** Quotes, brackets and the punctuation of code and sentences: no address starts or ends with them. */
const marksBefore = /^["'`´‘’‚“”„«‹<(「『《【]+/;
const marksAfter = /["'`´‘’“”»›>)」』》】,;.、]+$/;
/** `NAME=`, `export NAME=`, `"name": "…`, `Any name: https:…`, `setx NAME …`, `--base-url …`; but not `https:`. */
const assignment =
  /^(?!["'`]?https?:)(?:(?:export|set|setx|let|const|var)\s+["'`]?[\w.-]+["'`]?(?:\s*[=:]\s*|\s+)|["'`]?(?:\$env:)?[\w.-]+["'`]?\s*=\s*|--[\w-]+\s+|[^:/?#]{1,64}:\s*(?=["'`“‘]|https?:))/i;
const wrappings = [comment, marksBefore, marksAfter, assignment];

/** Full-width letters and marks as input methods for Chinese and Japanese type them; without invisible characters. */
export function halfWidth(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3002', '.')
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '');
}

/** Stricter than the URL parser, which allows quotes and commas in host names. */
function isHostName(hostname: string): boolean {
  return /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])$/i.test(hostname);
}

type Address =
  { readonly url: string; readonly hasScheme: boolean } | { readonly problem: BaseUrlProblem };

function withScheme(text: string): Address {
  if (/^https?:/i.test(text)) {
    // The URL parser accepts `https:host` and `https:///host`, which are probably mistakes.
    return /^https?:\/\/[^/\\]/i.test(text) ? { url: text, hasScheme: true } : { problem: 'host' };
  }
  if (/^(?:[a-z][a-z0-9+.-]*:\/\/|https?\/\/)/i.test(text)) {
    return { problem: 'scheme' };
  }
  if (authority(text).includes('@')) {
    return { problem: 'credentials' };
  }
  // `host:8080` is a host with a port; `javascript:…` is a scheme.
  if (/^[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:[/?#\\]|$))/i.test(text)) {
    return { problem: 'scheme' };
  }
  const host = text.startsWith('//') ? text.slice(2) : text;
  return /^[/\\]/.test(host) ? { problem: 'host' } : { url: `https://${host}`, hasScheme: false };
}

/** The part before the path: credentials, host and port. */
function authority(text: string): string {
  return text.replace(/^(?:[a-z][a-z0-9+.-]*:)?[/\\]+/i, '').split(/[/?#\\]/, 1)[0] ?? '';
}

function isLoopback(hostname: string): boolean {
  return /^(?:(?:.*\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/**
 * Addresses for private and link-local use (RFC 1918, 3927, 4193, 4291), names of multicast DNS (RFC 6762),
 * and the address that servers print when they listen on all interfaces. The URL parser has normalized them.
 */
const localNetwork = [
  /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\.[\d.]+$/,
  /^\[(?:f[cd][\da-f]{2}|fe[89ab][\da-f]):/,
  /\.local\.?$/,
  /^(?:0\.0\.0\.0|\[::\])$/,
];

function isLocalNetwork(hostname: string): boolean {
  return localNetwork.some((pattern) => pattern.test(hostname));
}

/** Whether the gateway is on this machine or in its network. */
export function isLocal(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return isLoopback(hostname) || isLocalNetwork(hostname);
}

/** Endpoints at the end of a path; all but the first only after a version, since a proxy's path may end like them. */
const endpoint =
  /\/chat\/completions$|(?<=\/v\d[^/]*)\/(?:chat|completions|embeddings|rerank|moderations|messages(?:\/count_tokens)?|responses|audio\/\w+|images\/\w+|models(?:\/(?!v\d+(?:\/|$))[^/]+)*)$/i;
/** Google's own endpoints: gateways that have them have OpenAI's under `/v1`. */
const googleEndpoint = /\/v\d[^/]*\/models\/[^/]+(?:\/[^/]+)*:[a-z]+$/i;

/**
 * Providers that have OpenAI's API, with which a Bearer key works, at another path than the rest of theirs
 * (learn.microsoft.com, "Azure OpenAI v1 API"; ai.google.dev, "OpenAI compatibility").
 */
const providerPaths: readonly { readonly host: RegExp; readonly path: string }[] = [
  { host: /\.(?:openai|services\.ai|cognitiveservices)\.azure\.com$/, path: '/openai/v1' },
  { host: /^generativelanguage\.googleapis\.com$/, path: '/v1beta/openai' },
];

/** Marks too: one may be before a slash or an endpoint. The lookbehind keeps the search linear. */
const pathEnd = /(?<![/'),;.])[/'),;.]+$/;

function withoutEndpoint(pathname: string): string {
  let path = pathname;
  for (;;) {
    const trimmed = path.replace(pathEnd, '');
    const shorter = trimmed.replace(googleEndpoint, '/v1').replace(endpoint, '');
    if (shorter === path) {
      return path;
    }
    // An endpoint in capitals has its version in capitals too, which servers do not know.
    path =
      shorter === trimmed
        ? shorter
        : shorter.replace(/\/v\d[^/]*$/i, (version) => version.toLowerCase());
  }
}

/** Whether a path names a version of the API, such as `/v1`. LM Studio's `/api/v0` is another API beside it. */
export function hasVersion(path: string): boolean {
  return /\/v\d[^/]*(?:\/|$)/i.test(path) && !otherApi.test(path);
}

/** Where software has what belongs to no version of the API: `https://host.example/proxy/v1` → `https://host.example/proxy`. */
export function withoutVersion(baseUrl: string): string {
  return baseUrl.replace(/\/v\d+[a-z]*(?:\/openai)?$/, '');
}

/** Ends of the paths of other APIs that servers have beside OpenAI's, which is then at `/v1`: Ollama's, LM Studio's. */
const otherApi = /\/api(?:\/chat|\/generate|\/tags|\/v0)?$/i;

/** Where to look for the API if it is not at a Base URL, the likeliest address first. */
export function neighboringBaseUrls(baseUrl: string): readonly string[] {
  const { origin, pathname } = new URL(baseUrl);
  const besides = otherApi.test(pathname) ? [baseUrl.replace(otherApi, '/v1'), `${origin}/v1`] : [];
  const below = /\/v\d[^/]*$|\/api\/(?:chat|generate|tags)$/i.test(pathname)
    ? []
    : [`${baseUrl}/v1`];
  return [...new Set([...besides, ...below])];
}
