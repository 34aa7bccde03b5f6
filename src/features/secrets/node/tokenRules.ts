// Secrets that secretlint's rules do not know: keys of OpenAI-compatible gateways, authorization headers, JSON Web
// Tokens, and private keys that are encrypted, of PGP, short or cut off.
import { entropy } from './entropy';
import { isPlaceholder, isWords } from './placeholder';
import type { FoundSecret, RuleScan, ScannerRule } from './scannerRule';

/** In characters. Longer ones are data. */
const maxTokenLength = 512;

interface TokenShape {
  readonly literal: string;
  /** Matches from the literal's start. With the flag y. */
  readonly pattern: RegExp;
  readonly name: string;
  /** Where the secret begins, counted from the literal's start. */
  readonly skip?: number;
  readonly isSecret?: (value: string) => boolean;
}

const isRandom = (value: string): boolean =>
  /\d/u.test(value) && entropy(value) >= 3.3 && !isPlaceholder(value) && !isWords(value);

const shapes: readonly TokenShape[] = [
  {
    literal: 'sk-',
    pattern: new RegExp(String.raw`(?<![\w-])sk-[\w-]{20,${maxTokenLength}}`, 'y'),
    name: 'API key',
    isSecret: (value) => isRandom(value.slice(3)),
  },
  {
    literal: 'bearer ',
    pattern: new RegExp(String.raw`(?<!\w)bearer [\w.~+/=-]{20,4096}`, 'iy'),
    name: 'Bearer token',
    skip: 'bearer '.length,
    isSecret: isRandom,
  },
  {
    // secretlint's rule takes the rest of the line for one token.
    literal: '_authToken=',
    pattern: new RegExp(String.raw`_authToken=[^\s"'\x60<>$]{8,${maxTokenLength}}`, 'y'),
    name: 'npm token',
    skip: '_authToken='.length,
    isSecret: (value) => !isPlaceholder(value),
  },
  {
    literal: 'eyJ',
    // The header and the claims are JSON objects in Base64, which begin with `{"`.
    pattern: /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/y,
    name: 'JSON Web Token',
  },
];

export const tokenRules: readonly ScannerRule[] = [
  ...shapes.map(tokenRule),
  { literals: ['PRIVATE KEY'], scan: privateKeyScan },
];

function tokenRule({
  literal,
  pattern,
  name,
  skip = 0,
  isSecret = () => true,
}: TokenShape): ScannerRule {
  return {
    literals: [literal],
    scan: (text, report) => ({
      onLiteral: (start) => {
        pattern.lastIndex = start;
        const secret = pattern.exec(text)?.[0].slice(skip);
        if (secret !== undefined && isSecret(secret)) {
          report({ start: start + skip, end: start + skip + secret.length, rule: name });
        }
      },
    }),
  };
}

/** The characters of the longest "-----BEGIN … PRIVATE KEY-----" that precede the literal. */
const maxHeader = 40;
const header = /-----BEGIN (?:[A-Z0-9]+ ){0,3}$/u;
const headerEnd = /PRIVATE KEY(?: BLOCK)?-----/y;
const nextMarker = /-----(?:(?<end>END) (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----)?/g;
/** Also the line breaks of a string, its quotes and its sign of concatenation, comments and the headers of PEM. */
const body = /^[\w+/=\s\\"'`,:;.()#>*|-]*/;
/** Lines of Base64, too long for words; where the key is cut off, the last line is shorter. */
const keyMaterial = /[A-Za-z0-9+/=]{32,}(?:\s{1,2}[A-Za-z0-9+/=]{1,31}(?!.))?/gu;

function privateKeyScan(text: string, report: (secret: FoundSecret) => void): RuleScan {
  return {
    onLiteral: (literal) => {
      const begin = header.exec(text.slice(Math.max(0, literal - maxHeader), literal))?.[0];
      headerEnd.lastIndex = literal;
      if (begin === undefined || !headerEnd.test(text)) {
        return;
      }
      const start = headerEnd.lastIndex;
      nextMarker.lastIndex = start;
      const marker = nextMarker.exec(text);
      const between = text.slice(start, marker?.index);
      const content = body.exec(between)?.[0] ?? '';
      const lines = [...content.matchAll(keyMaterial)];
      const last = lines.at(-1);
      if (last !== undefined && lines.some(([line]) => entropy(line) >= 3.5)) {
        const isComplete = content === between && marker?.groups?.['end'] !== undefined;
        report({
          start: literal - begin.length,
          end: isComplete ? nextMarker.lastIndex : start + last.index + last[0].length,
          rule: 'Private key',
        });
      }
    },
  };
}
