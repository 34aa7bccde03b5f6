// People paste hosts, pages and whole endpoints; requests need one address that all of them mean.
import type { BaseUrlProblem, ParsedBaseUrl } from '../chat/gatewayPort';
import { trimInvisible } from './trimInvisible';

/**
 * Reads what was typed as a Base URL. A host alone is asked over https, loopback over http, and
 * `/v1` is added where there is no path; endpoints at the end are taken off. What it gives as
 * `baseUrl` reads as itself.
 */
export function parseBaseUrl(typed: string): ParsedBaseUrl {
  const text = unquoted(trimInvisible(typed));
  if (text === '') {
    return { ok: false, problem: 'empty' };
  }
  // The URL parser drops tabs and line ends silently, and invisible characters from host names.
  if (/[\s\p{C}\p{Z}]/u.test(text)) {
    return { ok: false, problem: 'blank' };
  }
  const address = withScheme(text);
  if ('problem' in address) {
    return { ok: false, problem: address.problem };
  }
  const url = parse(address.url);
  if (url === undefined || !isHostName(url.hostname)) {
    return { ok: false, problem: 'host' };
  }
  if (url.username !== '' || url.password !== '' || authority(address.url).includes('@')) {
    return { ok: false, problem: 'credentials' };
  }
  if (url.hash !== '' || text.includes('#')) {
    return { ok: false, problem: text.split('#', 1)[0]?.includes('?') ? 'query' : 'fragment' };
  }
  if (url.search !== '' || text.includes('?')) {
    return { ok: false, problem: 'query' };
  }
  const loopback = isLoopback(url.hostname);
  if (!address.typed && loopback) {
    url.protocol = 'http:';
  }
  return {
    ok: true,
    baseUrl: url.origin + basePath(url.pathname),
    origin: url.origin,
    loopback,
  };
}

/** Without the quotes or angle brackets in which an address stood where it was copied. */
function unquoted(text: string): string {
  return /^(?:"[^"]*"|'[^']*'|`[^`]*`|<[^<>]*>|“[^“”]*”|‘[^‘’]*’)$/u.test(text)
    ? trimInvisible(text.slice(1, -1))
    : text;
}

/** A URL parser lets quotes, commas and the like into a host; no name server does. */
function isHostName(hostname: string): boolean {
  return /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])$/i.test(hostname);
}

type Address =
  | { readonly url: string; /** The scheme was typed. */ readonly typed: boolean }
  | { readonly problem: BaseUrlProblem };

function withScheme(text: string): Address {
  if (/^https?:/i.test(text)) {
    // `https:host` and `https:///host` are read as the host by a URL parser, not by a person.
    return /^https?:\/\/[^/\\]/i.test(text) ? { url: text, typed: true } : { problem: 'host' };
  }
  if (/^(?:[a-z][a-z0-9+.-]*:\/\/|https?\/\/)/i.test(text)) {
    return { problem: 'scheme' };
  }
  if (authority(text).includes('@')) {
    return { problem: 'credentials' };
  }
  // `host:8080` is a host and its port, `javascript:…` is a scheme.
  if (/^[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:[/?#\\]|$))/i.test(text)) {
    return { problem: 'scheme' };
  }
  const host = text.startsWith('//') ? text.slice(2) : text;
  return /^[/\\]/.test(host) ? { problem: 'host' } : { url: `https://${host}`, typed: false };
}

/** What stands before the path: host, port, credentials. */
function authority(text: string): string {
  return text.replace(/^(?:[a-z][a-z0-9+.-]*:)?[/\\]+/i, '').split(/[/?#\\]/, 1)[0] ?? '';
}

function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    hostname === '[::1]'
  );
}

const endpoint = /\/chat\/completions$|(?<=\/v\d[^/]*)\/(?:models|responses|messages)$/;

function basePath(pathname: string): string {
  let path = pathname;
  for (;;) {
    const shorter = withoutSlashes(path).replace(endpoint, '');
    if (shorter === path) {
      return path === '' ? '/v1' : path;
    }
    path = shorter;
  }
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') {
    end--;
  }
  return path.slice(0, end);
}
