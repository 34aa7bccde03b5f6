// The generic rule: a random value that is assigned to a name such as `apiToken`, in code, settings, addresses and
// shell commands. Only a name makes a random value a secret: without one, it is a hash, an identifier or data.
import { entropy } from '../../../base/text/entropy';
import type { FoundSecret } from './secretScanner';
import { isPlaceholder, isUuid, isWords } from './secretValue';

interface Keyword {
  readonly pattern: RegExp;
  /** What the user sees. */
  readonly name: string;
  /** Values that people choose are shorter, and less random, than those that programs make. */
  readonly isChosen?: boolean;
  /** The keyword alone says little: the value has to be random beyond doubt. */
  readonly isVague?: boolean;
  /** Services give UUIDs as such a key: Volcengine Ark, for example. */
  readonly isUuid?: boolean;
}

/** The first one that matches counts. */
const keywords: readonly Keyword[] = [
  { pattern: /pass(?:word|wd|phrase)|pwd/i, name: 'Password', isChosen: true },
  { pattern: /api[-_]?key/i, name: 'API key', isUuid: true },
  { pattern: /(?:access|account)[-_]?key/i, name: 'Access key' },
  { pattern: /(?:secret|encryption|signing|auth)[-_]?key/i, name: 'Secret key' },
  { pattern: /private[-_]?key/i, name: 'Private key' },
  { pattern: /secret|credentials?/i, name: 'Secret' },
  { pattern: /token/i, name: 'Token' },
  { pattern: /key/i, name: 'Key', isVague: true },
];

/** What stands between a name and its value. */
const between = [
  // Code, settings and elements of XML have these.
  String.raw`[ \t]{0,8}(?::=|=>|={1,2}|:|>)[ \t]{0,8}`,
  // `<add key="ApiKey" value="…">`, and the environment of a container: `name: API_KEY`, and `value: …` in the next line.
  String.raw`,?\s{1,64}["']?value["']?[ \t]{0,4}[=:][ \t]{0,8}`,
  // The option of a command: `--token …`.
  String.raw`(?<=\s--[\w-]{1,64})[ \t]{1,8}(?!-)`,
].join('|');

/** Matches from the keyword to the value; the quote decides where the value ends. */
const assignment = new RegExp(
  String.raw`(?<keyword>${keywords.map(({ pattern }) => pattern.source).join('|')})` +
    String.raw`\d{0,2}["'\]]{0,2}(?:${between})(?:[bruf@$]?(?<quote>["'\x60]))?`,
  'gi',
);

const maxCharsBeforeKeyword = 64;
/** Longer ones are data. */
const maxValueChars = 256;
const quoted = new RegExp(String.raw`[^\s"'\x60\\]{8,${maxValueChars}}(?=["'\x60])`, 'y');
/** A value of a settings file, a shell command or an address. What calls, indexes or continues an expression is code. */
const bare = new RegExp(
  String.raw`[\w+/=~.@%^*!-]{8,${maxValueChars}}(?![\w+/=~.@%^*!([{?-])`,
  'y',
);

/** An unquoted value in a line such as those of `.env`, or of an option: it ends with the line, unless something follows that could be code. */
const restOfLine = new RegExp(String.raw`[\w+/=~.@%^*!&#$:?|-]{8,${maxValueChars}}(?=\s|$)`, 'y');
/** An element of XML. */
const element = new RegExp(String.raw`[^\s<>"'\x60]{8,${maxValueChars}}(?=</)`, 'y');
const lineStart = /(?:^|[\n\r])[ \t]*(?:export |set |\$env:)?[\w.-]*$|\s--[\w-]*$/u;

/** What is in front of the keyword when the value is public, or is not a secret at all. */
const publicName =
  /(?:public|pub|page|cursor|sync|cancell?ation|foreign|primary|cache|sort|site|no)[-_ ]?$/iu;

export function* assignmentRule(text: string): Generator<FoundSecret> {
  for (const { 0: match, index, groups } of text.matchAll(assignment)) {
    const word = groups?.['keyword'] ?? '';
    const keyword = keywords.find(({ pattern }) => pattern.test(word));
    const before = text.slice(Math.max(0, index - maxCharsBeforeKeyword), index);
    const isQuoted = groups?.['quote'] !== undefined;
    const unquoted = lineStart.test(before) ? [restOfLine, bare] : [bare];
    const inElement = /[^=]>[ \t]*$/u.test(match) ? [element] : unquoted;
    const patterns = isQuoted ? [quoted] : inElement;
    const start = index + match.length;
    const value = firstMatch(patterns, text, start);
    if (
      keyword !== undefined &&
      value !== undefined &&
      isSecret(value, keyword, isQuoted) &&
      !publicName.test(before)
    ) {
      yield { start, end: start + value.length, rule: keyword.name };
    }
  }
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
  { isChosen = false, isVague = false, isUuid: mayBeUuid = false }: Keyword,
  isQuoted: boolean,
): boolean {
  if (isPlaceholder(value) || isReference(value)) {
    return false;
  }
  if (isUuid(value)) {
    return mayBeUuid && entropy(value) >= 3;
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
