// Finds secrets that no rule knows by their form: random values that are assigned to names such as `apiToken`, bearer
// tokens in headers, and JSON Web Tokens. Linear in the text: each expression looks at a limited number of characters.

export interface FoundRange {
  readonly start: number;
  readonly end: number;
  /** For the user. */
  readonly rule: string;
}

/** What follows a name: `=`, `:` or `=>`, then a value with or without quotes. */
const assignment =
  /[=:]>?[ \t]{0,3}(["'`]?)([^\s"'`,;<>(){}[\]|=:][^\s"'`,;<>(){}[\]|]{11,511})\1/g;
/** The end of what precedes it: the name, with quotes or brackets. */
const nameBefore = /[\w.-]{1,60}["'\]]{0,2}[ \t]{0,3}$/;
const maxNameLength = 65;
const secretName = /(?:key|token|secret|passw|pwd|credential|auth)/i;
const publicName =
  /public|integrity|checksum|hash|sha\d|version|digest|fingerprint|key(?:board|code|frames?|press|word)|(?:primary|foreign|sort|partition|cache|react|i18n|locale|translation)[_-]?key|token(?:s\b|iz|type|_type|count)|author\b|authority|max_?tokens/i;

const bearer = /\bBearer[ \t]{1,3}([A-Za-z0-9._~+/=-]{20,2048})/g;
const jsonWebToken =
  /\beyJ[A-Za-z0-9_-]{10,4096}\.eyJ[A-Za-z0-9_-]{10,8192}\.[A-Za-z0-9_-]{20,1024}/g;

const placeholder =
  /example|sample|placeholder|change.?me|your[-_.]|[-_.]here\b|dummy|redacted|removed|xxxx|\*\*\*|\.\.\.|…|0000000|1234567|abcdefg|test[-_]|fake|lorem|foo.?bar|insert/i;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A path, a URL, a member of an object, a template, a call. */
const reference =
  /^(?:\.{0,2}\/|[a-z]+:\/\/|@|\$|%|\\)|^[a-z_$][\w$]*(?:\.[a-z_$][\w$]*)+$|\$\{|\{\{/i;

/** In bits per character. */
const minEntropy = 3.3;

export function findRandomValues(text: string): readonly FoundRange[] {
  const found: FoundRange[] = [];
  for (const { 0: match, 2: value = '', 1: quote = '', index } of text.matchAll(assignment)) {
    const end = index + match.length - quote.length;
    const [name = ''] =
      nameBefore.exec(text.slice(Math.max(0, index - maxNameLength), index)) ?? [];
    const isNamed = secretName.test(name) && !publicName.test(name);
    // Otherwise it is the name of a function.
    if (isNamed && text[end] !== '(' && isRandom(value)) {
      found.push({ start: end - value.length, end, rule: 'Secret value' });
    }
  }
  for (const { 0: match, 1: value = '', index } of text.matchAll(bearer)) {
    if (isRandom(value)) {
      found.push({
        start: index + match.length - value.length,
        end: index + match.length,
        rule: 'Bearer token',
      });
    }
  }
  for (const { 0: match, index } of text.matchAll(jsonWebToken)) {
    found.push({ start: index, end: index + match.length, rule: 'JSON Web Token' });
  }
  return found;
}

/** Whether a value looks like one that a program has generated, and like none that people write. */
function isRandom(value: string): boolean {
  return (
    /\d/.test(value) &&
    /[a-z]/i.test(value) &&
    !placeholder.test(value) &&
    !uuid.test(value) &&
    !reference.test(value) &&
    classChanges(value) >= minClassChanges(value) &&
    entropyOf(value) >= minEntropy
  );
}

/** Names in camel case change between small letters and capitals; random values do so more often. */
function minClassChanges(value: string): number {
  const isMixedCase = /[a-z]/.test(value) && /[A-Z]/.test(value);
  return Math.min(value.length, 64) * (isMixedCase ? 0.43 : 0.2);
}

/** How often a letter follows a digit, a capital a small letter, and so on: words have few of these. */
function classChanges(value: string): number {
  let changes = 0;
  let previous = '';
  for (const char of value.slice(0, 64)) {
    const current = /\d/.test(char)
      ? '0'
      : /[a-z]/.test(char)
        ? 'a'
        : /[A-Z]/.test(char)
          ? 'A'
          : '-';
    changes += Number(
      previous !== '' && current !== previous && current !== '-' && previous !== '-',
    );
    previous = current;
  }
  return changes;
}

/** Shannon entropy of the characters, in bits per character. */
function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) {
    counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) {
    bits -= (count / value.length) * Math.log2(count / value.length);
  }
  return bits;
}
