// Servers echo what they were sent, in every spelling, so every text of theirs passes through here.

const mark = '[redacted]';
const detailBytes = 2048;
/** From here on an echo of a secret's beginning counts as the secret. */
const prefixLength = 12;
const shortest = 4;

/** What may be shown of a text that is not Portico's own: printable, without secrets, capped. */
export function cleanText(text: string, secrets: readonly string[]): string {
  return capDetail(redact(printable(text), secrets));
}

/**
 * `text` without the secrets: as they are, JSON-, URL- and HTML-escaped, in base64 (wherever in the
 * encoded text they stand), their beginnings, and whatever looks like a key. Linear in the text.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const spelled = spellings(secrets);
  const whole = withoutCutSecret(text, secrets);
  return (spelled === undefined ? whole : whole.replace(spelled, mark))
    .replace(/\b(Bearer|Basic)([ \t]{1,8})([^\s"'<>,;)}\]]{1,8192})/gi, hideToken)
    .replace(/(?<![A-Za-z0-9])sk-[\w*.…-]{6,}/g, mark);
}

/** At most 2,048 bytes of UTF-8, cut between characters. Redact first: a cut key is not found. */
export function capDetail(text: string): string {
  const bytes = new TextEncoder().encode(text.slice(0, detailBytes + 1));
  if (bytes.length <= detailBytes) {
    return text;
  }
  const ellipsis = 3;
  let end = detailBytes - ellipsis;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) {
    end--;
  }
  return `${new TextDecoder().decode(bytes.subarray(0, end))}…`;
}

/**
 * Control characters drive terminals and bidi marks turn text around: neither belongs in a message.
 * Before redacting: taken out later, they would put a torn key together again.
 */
function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, '');
}

/** "Bearer token required" is prose, "Bearer a1b2" is not. */
function hideToken(whole: string, scheme: string, blank: string, token: string): string {
  return /^[a-z]+[.:]?$/.test(token) ? whole : `${scheme}${blank}${mark}`;
}

function spellings(secrets: readonly string[]): RegExp | undefined {
  const patterns = new Set<string>();
  for (const secret of secrets) {
    if (secret !== '') {
      for (const spelling of spellingsOf(secret)) {
        patterns.add(spelling);
      }
    }
  }
  // The longer first: a secret may be the beginning of another.
  const ordered = [...patterns].toSorted((a, b) => b.length - a.length);
  return ordered.length === 0 ? undefined : new RegExp(ordered.join('|'), 'gi');
}

function* spellingsOf(secret: string): Generator<string> {
  if (secret.length < shortest) {
    // A value such as "1" would take every digit out of the text.
    yield `(?<![A-Za-z0-9])${literal(secret)}(?![A-Za-z0-9])`;
    return;
  }
  const wellFormed = Buffer.from(secret, 'utf8').toString('utf8');
  yield literal(secret);
  yield literal(JSON.stringify(secret).slice(1, -1));
  const encoded = encodeURIComponent(wellFormed);
  yield literal(encoded);
  yield literal(encodeURIComponent(encoded));
  yield literal(encoded.replace(/%20/g, '+'));
  yield literal(encodeURI(wellFormed));
  yield literal(htmlEscaped(secret, '&#39;'));
  yield literal(htmlEscaped(secret, '&#x27;'));
  if (secret.length > prefixLength) {
    yield `${literal(secret.slice(0, prefixLength))}[\\w.*-]{0,1024}`;
  }
  for (const offset of [0, 1, 2]) {
    const inner = base64Core(secret, offset);
    if (inner.length >= 6) {
      yield literal(inner);
      yield literal(encodeURIComponent(inner));
      yield literal(inner.replace(/\+/g, '-').replace(/\//g, '_'));
    }
  }
}

/** The base64 characters that `secret` alone decides when `offset` bytes stand before it. */
function base64Core(secret: string, offset: number): string {
  const bytes = Buffer.from(`${' '.repeat(offset)}${secret}`, 'utf8');
  const whole = bytes.toString('base64').replace(/=+$/, '');
  const first = Math.ceil((offset * 8) / 6);
  return whole.slice(first, Math.floor((bytes.length * 8) / 6));
}

function htmlEscaped(text: string, apostrophe: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, apostrophe);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Text that was cut may end within a secret. */
function withoutCutSecret(text: string, secrets: readonly string[]): string {
  for (const secret of secrets) {
    for (let length = Math.min(secret.length, text.length); length >= shortest; length--) {
      if (text.endsWith(secret.slice(0, length))) {
        return text.slice(0, -length) + mark;
      }
    }
  }
  return text;
}
