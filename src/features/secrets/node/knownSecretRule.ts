// Finds secrets that are known, such as the gateway's key.
import type { ScannerRule } from './scannerRule';

/** In characters. A shorter key would be found in words; some local gateways accept "none". */
const minLength = 8;
const rule = 'API key of this gateway';

/** One rule for all secrets; none where there is nothing to find. */
export function knownSecretRules(secrets: readonly string[]): readonly ScannerRule[] {
  const literals = [...new Set(secrets.filter(isFindable))];
  if (literals.length === 0) {
    return [];
  }
  return [
    {
      literals,
      scan: (text, report) => ({
        onLiteral: (start, literal) => {
          if (text.startsWith(literal, start)) {
            report({ start, end: start + literal.length, rule });
          }
        },
      }),
    },
  ];
}

/** The key of an HTTP header is ASCII. */
function isFindable(secret: string): boolean {
  return secret.length >= minLength && /^[\x20-\x7e]+$/u.test(secret);
}
