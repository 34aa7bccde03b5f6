// Secrets that secretlint's rules do not know: keys of OpenAI-compatible gateways, authorization headers, JSON Web
// Tokens, and private keys that are encrypted, of PGP, short or cut off.
import type { FoundSecret, ScannerRule } from './secretScanner';
import { entropy, isPlaceholder, isWords } from './secretValue';

/** Longer ones are data. */
const maxTokenChars = 512;

interface TokenShape {
  /** It has the flag g. */
  readonly pattern: RegExp;
  /** What the user sees. */
  readonly name: string;
  /** How many characters of the match precede the secret. */
  readonly skip?: number;
  readonly isSecret?: (value: string) => boolean;
}

const isRandom = (value: string): boolean =>
  /\d/u.test(value) && entropy(value) >= 3.3 && !isPlaceholder(value) && !isWords(value);

const shapes: readonly TokenShape[] = [
  {
    pattern: new RegExp(String.raw`(?<![\w-])sk-[\w-]{20,${maxTokenChars}}`, 'g'),
    name: 'API key',
    isSecret: (value) => isRandom(value.slice(3)),
  },
  {
    pattern: /(?<!\w)bearer [\w.~+/=-]{20,4096}/gi,
    name: 'Bearer token',
    skip: 'bearer '.length,
    isSecret: isRandom,
  },
  {
    // secretlint's rule takes the rest of the line for one token.
    pattern: new RegExp(String.raw`_authToken=[^\s"'\x60<>$]{8,${maxTokenChars}}`, 'g'),
    name: 'npm token',
    skip: '_authToken='.length,
    isSecret: (value) => !isPlaceholder(value),
  },
  {
    // The header and the claims are JSON objects in Base64, which begin with `{"`.
    pattern: /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
    name: 'JSON Web Token',
  },
];

export const tokenRules: readonly ScannerRule[] = [...shapes.map(tokenRule), findPrivateKeys];

function tokenRule({ pattern, name, skip = 0, isSecret = () => true }: TokenShape): ScannerRule {
  return function* (text) {
    for (const { 0: match, index } of text.matchAll(pattern)) {
      if (isSecret(match.slice(skip))) {
        yield { start: index + skip, end: index + match.length, rule: name };
      }
    }
  };
}

const keyBegin = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const nextMarker = /-----(?:(?<end>END) (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----)?/g;
/** Base64, and what can be between its lines: the syntax of a string, comments and the headers of PEM. */
const body = /^[\w+/=\s\\"'`,:;.()#>*|-]*/;
/** Lines of Base64, too long for words; where the key is cut off, the last line is shorter. */
const keyMaterial = /[A-Za-z0-9+/=]{32,}(?:\s{1,2}[A-Za-z0-9+/=]{1,31}(?!.))?/gu;

function* findPrivateKeys(text: string): Generator<FoundSecret> {
  for (const { 0: begin, index } of text.matchAll(keyBegin)) {
    const start = index + begin.length;
    nextMarker.lastIndex = start;
    const marker = nextMarker.exec(text);
    const between = text.slice(start, marker?.index);
    const content = body.exec(between)?.[0] ?? '';
    const lines = [...content.matchAll(keyMaterial)];
    const last = lines.at(-1);
    if (last !== undefined && lines.some(([line]) => entropy(line) >= 3.5)) {
      const isComplete = content === between && marker?.groups?.['end'] !== undefined;
      yield {
        start: index,
        end: isComplete ? nextMarker.lastIndex : start + last.index + last[0].length,
        rule: 'Private key',
      };
    }
  }
}
