// Cleans API keys as users paste them: from shells, mails and dashboards, with quotes and names.
import type { NormalizedKey } from '../common/gatewayAccess';
import { trimInvisible } from './trimInvisible';

/** The last four characters of a shorter key would show too much of it. */
const minFingerprintedChars = 12;

/**
 * Removes blanks, quotes, invisible characters, `Bearer `, `Authorization:` and `NAME=` around a key,
 * however they are nested. The result never echoes invalid characters: they may be part of the key.
 */
export function normalizeKey(typed: string): NormalizedKey {
  let key = typed;
  for (;;) {
    const bare = wrappings.reduce(
      (text, wrapping) => text.replace(wrapping, ''),
      trimInvisible(key),
    );
    if (bare === key) {
      break;
    }
    key = bare;
  }
  if (key === '') {
    return { ok: false, problem: 'empty' };
  }
  return /^[\x21-\x7e]+$/.test(key) ? { ok: true, key } : { ok: false, problem: 'characters' };
}

/** `…` and the last four characters; `''` for a short key. */
export function fingerprint(key: string): string {
  return key.length < minFingerprintedChars ? '' : `…${key.slice(-4)}`;
}

const quotes = /^['"`´‘’‚‛“”„‟«»‹›]+|['"`´‘’‚‛“”„‟«»‹›]+$/g;
/** A comma or semicolon after the closing quote, from a line of code. */
const lineEnd = /(?<=['"`’”])[,;]$/;
const curlOption = /^(?:-H|--header)\s+/;
const header = /^(?:proxy-)?authorization['"]?\s*[:=]\s*/i;
const bearer = /^bearer(?:\s+|$)/i;
const declared = /^(?:export|set|setx|let|const|var)\s+[a-z_]\w*(?:\s*=\s*|\s+)/i;
const environment = /^\$env:\w+\s*=\s*/i;
/** `NAME=`, but neither base64 padding nor an `=` in a key of mixed case. */
const named = /^[A-Z_][A-Z0-9_]{0,63}\s*=\s*(?=[^=])/;
const namedAsKey = /^[\w-]{0,64}(?:key|token|secret)['"]?\s*[=:]\s*(?=[^=])/i;
const wrappings = [
  lineEnd,
  quotes,
  curlOption,
  header,
  bearer,
  declared,
  environment,
  named,
  namedAsKey,
];
