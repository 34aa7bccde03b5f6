// Removes secrets from texts of a server: servers echo what they were sent, in every encoding.

const replacement = '[redacted]';
const maxDetailBytes = 2048;
/** A start of a secret that is at least this long counts as the secret. */
const minPrefixChars = 12;
/** A part that is at least this long counts as the secret, in any encoding; `application/` is in secrets too. */
const minPartChars = 16;
const minSecretChars = 4;
/** Shorter secrets occur in words and numbers that are not secret. */
const minUniqueChars = 8;

/** Returns what may be shown of a server's text: printable, without secrets, at most 2,048 bytes. */
export function cleanText(text: string, secrets: readonly string[]): string {
  return capDetail(redact(printable(text), secrets));
}

/**
 * Removes the secrets (literal, JSON-, URL- and HTML-escaped, and in base64 at any offset), their
 * starts, their longer parts in any encoding, and everything that looks like a key. Ordinary words are removed only as separate words in the
 * exact case. Takes time linear in the text.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const unique = secretPattern(secrets, (secret) => !isOrdinary(secret), 'gi');
  const ordinary = secretPattern(secrets, isOrdinary, 'g');
  const keys = secrets.filter((secret) => !isOrdinary(secret));
  return [unique, ordinary]
    .reduce(
      (rest, pattern) => (pattern ? rest.replace(pattern, replacement) : rest),
      withoutParts(withoutTruncatedSecret(text, keys), keys),
    )
    .replace(/\b(Bearer|Basic)([ \t]{1,8})([^\s"'<>,;)}\]]{1,8192})/gi, hideToken)
    .replace(/(?<![A-Za-z0-9])sk-[\w*.…-]{6,}/g, replacement);
}

/**
 * Truncates to 2,048 bytes of UTF-8, between characters. Of several lines, it keeps the first one and the last ones: either
 * names the error. Redact first: a truncated key is not found.
 */
export function capDetail(text: string): string {
  if (!exceeds(text, maxDetailBytes)) {
    return text;
  }
  const [first = '', ...others] = text.split('\n');
  const start = `${exceeds(first, maxDetailBytes / 4) ? '' : first}\n…`;
  let end = '';
  for (let line = others.pop(); line !== undefined; line = others.pop()) {
    const longer = `\n${line}${end}`;
    if (exceeds(start + longer, maxDetailBytes)) {
      break;
    }
    end = longer;
  }
  return end.trim() === '' ? capLine(text) : `${start}${end}`.trim();
}

function exceeds(text: string, bytes: number): boolean {
  return text.length > bytes || Buffer.byteLength(text) > bytes;
}

function capLine(text: string): string {
  const bytes = new TextEncoder().encode(text.slice(0, maxDetailBytes + 1));
  const ellipsis = 3;
  let end = maxDetailBytes - ellipsis;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) {
    end--;
  }
  return `${new TextDecoder().decode(bytes.subarray(0, end))}…`;
}

/**
 * Removes control characters, which drive terminals, and bidi marks, which reorder text. It runs
 * before redacting: removed later, they could join the pieces of a key.
 */
function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, '');
}

/** "Bearer token required" is prose, "Bearer a1b2" is not. */
function hideToken(match: string, scheme: string, blank: string, token: string): string {
  return /^[a-z]+[.:]?$/.test(token) ? match : `${scheme}${blank}${replacement}`;
}

/**
 * Redacts a name that the gateway sends with an answer, such as the model. An ordinary word in it, which
 * is also the key of a local server, stays.
 */
export function redactName(name: string, secrets: readonly string[]): string {
  return cleanText(
    name,
    secrets.filter((secret) => !isOrdinary(secret)),
  );
}

/**
 * Whether a secret is a short text or an everyday word: `EMPTY`, `ollama`, `true`, `sk-no-key-required`.
 * Such keys protect nothing, and texts contain them by chance.
 */
function isOrdinary(secret: string): boolean {
  return (
    secret.length < minUniqueChars ||
    /^(?:[a-z]{1,11}|[A-Z]{1,11}|[A-Z][a-z]{1,10})$/.test(secret) ||
    /^(?:(?:sk|no|not|none|dummy|fake|test|empty|local|any|your|my|placeholder|required|needed|necessary|api|key|token|lm|studio|x+)[-_]?)+$/i.test(
      secret,
    )
  );
}

function secretPattern(
  secrets: readonly string[],
  isIncluded: (secret: string) => boolean,
  flags: string,
): RegExp | undefined {
  const patterns = new Set(
    secrets.filter((secret) => secret !== '' && isIncluded(secret)).flatMap(patternsOf),
  );
  // The longest first: a secret may be the start of another.
  const ordered = [...patterns].toSorted((a, b) => b.length - a.length);
  return ordered.length === 0 ? undefined : new RegExp(ordered.join('|'), flags);
}

function patternsOf(secret: string): readonly string[] {
  if (isOrdinary(secret)) {
    // A value such as "1" would remove every digit of the text.
    return [`(?<![\\w-])${escapeRegExp(secret)}(?![\\w-])`];
  }
  const wellFormed = Buffer.from(secret, 'utf8').toString('utf8');
  const encoded = encodeURIComponent(wellFormed);
  const literals = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encoded,
    encodeURIComponent(encoded),
    encoded.replace(/%20/g, '+'),
    encodeURI(wellFormed),
    htmlEscaped(secret, '&#39;'),
    htmlEscaped(secret, '&#x27;'),
    ...base64Cores(secret).flatMap((core) =>
      core.length < 6 ? [] : [core, encodeURIComponent(core)],
    ),
  ];
  const prefix = `${escapeRegExp(secret.slice(0, minPrefixChars))}[\\w.*-]{0,1024}`;
  return [...literals.map(escapeRegExp), ...(secret.length > minPrefixChars ? [prefix] : [])];
}

/** The base64 characters that depend on `secret` alone, by the number of bytes before it, in both alphabets. */
export function base64Cores(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.from(`${' '.repeat(offset)}${secret}`, 'utf8');
    const [start, end] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((alphabet) =>
      bytes.toString(alphabet).slice(start, end),
    );
  });
}

function htmlEscaped(text: string, apostrophe: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, apostrophe);
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Removes the start of a secret at the end of a text, which may be truncated. */
function withoutTruncatedSecret(text: string, secrets: readonly string[]): string {
  for (const secret of secrets) {
    for (let length = Math.min(secret.length, text.length); length >= minSecretChars; length--) {
      if (text.endsWith(secret.slice(0, length))) {
        return text.slice(0, -length) + replacement;
      }
    }
  }
  return text;
}

/**
 * Removes the parts of secrets that the patterns do not find: characters escaped one by one, hex, base64 that is cut
 * off, in lines or twice, full-width, with blanks between. The decoded text is searched and the source of it removed.
 */
function withoutParts(text: string, secrets: readonly string[]): string {
  if (text.length < minPartChars || secrets.length === 0) {
    return text;
  }
  const parts = new Set(secrets.flatMap(encodings).flatMap((encoded) => partsOf(encoded)));
  // The longest first: a secret may be the start of another.
  const sizes = [...new Set([...parts].map(({ length }) => length))].toSorted((a, b) => b - a);
  const { plain, starts, ends } = decoded(text);
  let shown = '';
  let shownTo = 0;
  let hiddenTo = 0;
  for (let at = 0; at < plain.length; at += 1) {
    const size = sizes.find((length) => parts.has(plain.slice(at, at + length)));
    if (size !== undefined) {
      const isNew = at >= hiddenTo;
      shown += isNew ? text.slice(shownTo, starts[at]) + replacement : '';
      hiddenTo = Math.max(hiddenTo, at + size);
      shownTo = ends[hiddenTo - 1] ?? text.length;
      mask.lastIndex = shownTo;
      shownTo += mask.exec(text)?.[0].length ?? 0;
    }
  }
  return shown + text.slice(shownTo);
}

/** What follows the part of a key that a server shows: `***A1b2`. */
const mask = /(?:\*|…|\.{3})[\w.*…-]*/y;

function encodings(secret: string): readonly string[] {
  const cores = [...new Set(base64Cores(secret))];
  return [
    secret,
    Buffer.from(secret, 'utf8').toString('hex'),
    ...cores,
    ...new Set(cores.flatMap(base64Cores)),
  ].map((encoded) => decoded(encoded).plain);
}

function partsOf(encoded: string): readonly string[] {
  const count = Math.max(1, encoded.length - minPartChars + 1);
  return Array.from({ length: count }, (_, at) => encoded.slice(at, at + minPartChars));
}

/** An escaped character, also one that is escaped again, or a run of others. */
const unit =
  /(?:%(?:25)*|\\+x)([\da-f]{2})|\\+u([\da-f]{4})|&(?:amp;)*#x0*([\da-f]{1,4});|&(?:amp;)*#0*(\d{1,5});|[^\s%\\&\u0080-\u{10ffff}]+|\\+|[^]/giu;

interface Decoded {
  /** Is in lower case and has no blanks. */
  readonly plain: string;
  /** Where the source of each UTF-16 unit of `plain` starts and ends. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function decoded(text: string): Decoded {
  let plain = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: source, 1: byte, 2: escape, 3: hexEntity, 4: entity, index } of text.matchAll(
    unit,
  )) {
    const hex = byte ?? escape ?? hexEntity;
    const code = hex === undefined ? Number(entity) : Number.parseInt(hex, 16);
    const char = Number.isNaN(code) ? source : String.fromCharCode(code);
    const piece = char.normalize('NFKC').replace(/\s/g, '').toLowerCase();
    const isRun = char === source && piece.length === source.length;
    for (let at = 0; at < piece.length; at += 1) {
      starts.push(isRun ? index + at : index);
      ends.push(isRun ? index + at + 1 : index + source.length);
    }
    plain += piece;
  }
  return { plain, starts, ends };
}
