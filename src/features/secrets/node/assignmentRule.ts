// The generic rule: a random value that is assigned to a name such as `apiToken`, in code, settings, addresses and
// shell commands. Only a name makes a random value a secret: without one, it is a hash, an identifier or data.
import { entropy } from './entropy';
import { isPlaceholder, isUuid, isWords } from './placeholder';
import type { FoundSecret, ScannerRule } from './scannerRule';

interface Keyword {
  readonly name: string;
  /** Values that people choose are shorter, and less random, than those that programs make. */
  readonly isChosen?: boolean;
  /** The name alone says little: the value has to be random beyond doubt. */
  readonly isVague?: boolean;
}

const keywords: Readonly<Record<string, Keyword>> = {
  password: { name: 'Password', isChosen: true },
  passwd: { name: 'Password', isChosen: true },
  passphrase: { name: 'Password', isChosen: true },
  pwd: { name: 'Password', isChosen: true },
  secret: { name: 'Secret' },
  token: { name: 'Token' },
  api_key: { name: 'API key' },
  'api-key': { name: 'API key' },
  apikey: { name: 'API key' },
  access_key: { name: 'Access key' },
  'access-key': { name: 'Access key' },
  accesskey: { name: 'Access key' },
  secret_key: { name: 'Secret key' },
  'secret-key': { name: 'Secret key' },
  secretkey: { name: 'Secret key' },
  account_key: { name: 'Access key' },
  accountkey: { name: 'Access key' },
  private_key: { name: 'Private key' },
  privatekey: { name: 'Private key' },
  encryption_key: { name: 'Secret key' },
  encryptionkey: { name: 'Secret key' },
  signing_key: { name: 'Secret key' },
  signingkey: { name: 'Secret key' },
  auth_key: { name: 'Secret key' },
  authkey: { name: 'Secret key' },
  credential: { name: 'Secret' },
  credentials: { name: 'Secret' },
  key: { name: 'Key', isVague: true },
};

/** In characters, of white space around the sign of assignment. */
const maxBlanks = 8;

/** From the end of the name to the value; the quote decides where the value ends. */
const assignment = new RegExp(
  String.raw`\d{0,2}["'\]]{0,2}[ \t]{0,${maxBlanks}}(?::=|=>|={1,2}|:)[ \t]{0,${maxBlanks}}[bruf@$]?(?<quote>["'\x60]?)`,
  'iy',
);

/** In characters, before the keyword. */
const maxNameLength = 64;
/** In characters. What is longer is data. */
const maxLength = 256;
const quoted = new RegExp(String.raw`[^\s"'\x60\\]{8,${maxLength}}(?=["'\x60])`, 'y');
/** Of a settings file, a shell command or an address. What calls, indexes or continues an expression is code. */
const bare = new RegExp(String.raw`[\w+/=~.@%^*!-]{8,${maxLength}}(?![\w+/=~.@%^*!([{?-])`, 'y');

/** Of a line that assigns it to a variable: it ends with the line, unless something follows that could be code. */
const ofLine = new RegExp(String.raw`[\w+/=~.@%^*!&#$:?|-]{8,${maxLength}}(?=\s|$)`, 'y');
const lineStart = /(?:^|[\n\r])[ \t]*(?:export |set |\$env:)?[\w.-]*$/u;

export const assignmentRule: ScannerRule = {
  literals: Object.keys(keywords),
  scan: (text, report) => ({
    onLiteral: (start, literal) => {
      const keyword = keywords[literal];
      const secret = keyword && secretAssignedTo(keyword, text, start, start + literal.length);
      if (secret !== undefined) {
        report(secret);
      }
    },
  }),
};

function secretAssignedTo(
  keyword: Keyword,
  text: string,
  nameStart: number,
  nameEnd: number,
): FoundSecret | undefined {
  assignment.lastIndex = nameEnd;
  const quote = assignment.exec(text)?.groups?.['quote'];
  if (quote === undefined) {
    return undefined;
  }
  const start = assignment.lastIndex;
  const before = text.slice(Math.max(0, nameStart - maxNameLength), nameStart);
  const patterns = quote !== '' ? [quoted] : lineStart.test(before) ? [ofLine, bare] : [bare];
  const value = firstMatch(patterns, text, start);
  if (value === undefined || !isSecret(value, keyword, quote !== '')) {
    return undefined;
  }
  if (
    /(?:public|pub|page|cursor|sync|cancell?ation|foreign|primary|cache|sort|site|no)[-_ ]?$/iu.test(
      before,
    )
  ) {
    return undefined;
  }
  return { start, end: start + value.length, rule: keyword.name };
}

function firstMatch(patterns: readonly RegExp[], text: string, start: number): string | undefined {
  for (const pattern of patterns) {
    pattern.lastIndex = start;
    const value = pattern.exec(text)?.[0];
    if (value !== undefined) {
      return value;
    }
  }
  return undefined;
}

function isSecret(
  value: string,
  { isChosen = false, isVague = false }: Keyword,
  isQuoted: boolean,
): boolean {
  if (isPlaceholder(value) || isUuid(value) || isReference(value)) {
    return false;
  }
  const classes = [/[a-z]/u, /[A-Z]/u, /\d/u, /[^A-Za-z\d]/u].filter((each) => each.test(value));
  if (isVague) {
    return (
      isQuoted &&
      /^[\w+/=-]{24,}$/u.test(value) &&
      classes.length >= 3 &&
      entropy(value) >= 4.2 &&
      !isWords(value)
    );
  }
  if (isChosen) {
    return classes.length >= 3 && entropy(value) >= 2.7 && (isQuoted || !isWords(value, 3));
  }
  if (/^[\da-f]+$/iu.test(value)) {
    return value.length >= 24 && /[a-f]/iu.test(value) && /\d/u.test(value) && entropy(value) >= 3;
  }
  return value.length >= 16 && /\d/u.test(value) && entropy(value) >= 3.3 && !isWords(value);
}

/** An address, a path, or the name of a variable, a property or a message. */
function isReference(value: string): boolean {
  return (
    /:\/\/|^(?:data|urn|sha\d+|file|env):/iu.test(value) ||
    /^(?:\.{0,2}\/|~\/|[A-Z]:\\)|\.(?:js|ts|json|ya?ml|md|txt|pem|key|html?|css|png|svg|py|sh)$/iu.test(
      value,
    ) ||
    /^[a-z_$][\w$]*(?:\.[a-z_$][\w$]*)+[;,)]?$/iu.test(value)
  );
}
