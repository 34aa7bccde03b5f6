// A key is pasted out of shells, mails and dashboards, and a character too many makes a 401 of it.
import type { NormalizedKey } from '../chat/gatewayPort';
import { trimInvisible } from './trimInvisible';

const shortestShown = 12;

/**
 * The key in what was pasted: without blanks, quotes and invisible characters at its ends,
 * `Bearer `, `Authorization:` and `NAME=` around it, however they are nested. Characters that are
 * refused are never echoed: they may be the key's.
 */
export function normalizeKey(typed: string): NormalizedKey {
  let key = typed;
  for (;;) {
    const bare = withoutWrapping(trimInvisible(key));
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

/** How a key is shown: its last four characters, or nothing when it is short. */
export function fingerprint(key: string): string {
  return key.length < shortestShown ? '' : `…${key.slice(-4)}`;
}

const quotes = /^['"`´‘’‚‛“”„‟«»‹›]+|['"`´‘’‚‛“”„‟«»‹›]+$/g;
/** A comma or semicolon that ended a line of code, behind the closing quote. */
const lineEnd = /(?<=['"`’”])[,;]$/;
const curlOption = /^(?:-H|--header)\s+/;
const header = /^(?:proxy-)?authorization['"]?\s*[:=]\s*/i;
const bearer = /^bearer(?:\s+|$)/i;
const declared = /^(?:export|set|setx|let|const|var)\s+[a-z_]\w*(?:\s*=\s*|\s+)/i;
const environment = /^\$env:\w+\s*=\s*/i;
/** `NAME=`, but not the `=` that fills up base64, nor one within a key in mixed case. */
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

function withoutWrapping(text: string): string {
  return wrappings.reduce((rest, wrapping) => rest.replace(wrapping, ''), text);
}
