// Splits a pasted text into names and values: lines of shells, TOML, YAML, code and providers' pages in one grammar,
// `name separator value`. An input box removes line breaks, so a name may also stand right behind the value before it.
import { keyStart, otherName, readNameEnd, withPrefix, type SetupName } from './setupNames';

export interface PastedPair extends SetupName {
  readonly value: string;
  /** An address or a key without a name. */
  readonly isBare: boolean;
  /** The name says that the value is secret. */
  readonly isSecret: boolean;
  /** The first of a list item. */
  readonly isItem: boolean;
  /** The name of the TOML section that begins with it. */
  readonly section: string | undefined;
  /** The brackets around it are none of those around the pair before it. */
  readonly leavesScope: boolean;
}

/** How a name is separated from its value: a `colon` has no blank behind it, and `nothing` stands between `API Key` and `sk-…`. */
type Separator = 'equals' | 'colon' | 'colonBlank' | 'blank' | 'nothing';

interface NameBefore {
  readonly name: SetupName;
  readonly start: number;
  readonly end: number;
}

interface FoundPair {
  readonly pair: Omit<PastedPair, 'value'>;
  readonly start: number;
  readonly valueStart: number;
}

/** Names are shorter. What stands before a place is read no further back. */
const maxNameChars = 64;

/** What ends values, what separates them from names, and how addresses and keys begin. */
const marks = new RegExp(
  String.raw`(?<end>[\s"'\x60“”‘’,;(){}[\]<>|\\【】]+)|(?<separator>=>|:=|[=:])|(?<bare>(?:https?|HTTPS?):\/\/|${keyStart})`,
  'gu',
);
/** A name in upper case can stand right behind a value: the value ends where it begins. */
const upperName = /(?:[A-Z][A-Z\d]*_)+[A-Z\d]+$/;
const upperPrefix = /(?:[A-Z][A-Z\d]*_)+$/;
/** What stands between a name and its separator. */
const nameClose = /[\s"'`“”‘’*|\]\\】]*$/;
const valueOpen = /[^\S\r\n]*(?:\\?["'`“”‘’|*]+[^\S\r\n]*){0,2}(?:bearer\s+)?/iy;
const run = /[\p{L}\p{N}_.-]*$/u;
/** `export NAME`, `- name`: what belongs to the name after it. */
const declaration = /(?:(?:export|setx?)[ \t]+(?:-\w+[ \t]+)?|[-*•][ \t]+["'`*]*)$/i;
/** An option, of which the separator may be a blank. */
const option = /(?:(?:^|\s)--|setx[ \t]+|set[ \t]+-\w+[ \t]+)[\w-]+$/i;
/** One `#` begins a comment, two a heading. */
const commentMark = /(?:(?:^|[^#])#|\/\/|(?:^|\n)[ \t]*;)[ \t]*$/;
const sectionHeader = /\[\[?([^[\]\r\n]{1,64})\]\]?\s*$/;
const secretName = /key|token|secret|passw|pwd|auth|credential|[密秘][钥鑰匙码]|令牌/i;
const port = /:\d{1,5}(?![\w.-])/y;
/** Behind them, an address ends where a key begins: `/v1sk-…`; no top-level domain has a hyphen. */
const addressEnd = /(?:\/v\d+|\/\/[^\s/]*\.[a-z]+)$/i;

class PairFinder {
  readonly pairs: FoundPair[] = [];
  readonly #text: string;
  #valueStart = -1;
  /** Where the last mark ended that ends values. */
  #lastEnd = 0;
  #depth = 0;
  #lowestDepth = 0;
  #depthOfLast = 0;

  constructor(text: string) {
    this.#text = text;
  }

  find(): readonly FoundPair[] {
    for (const { 0: mark, index, groups } of this.#text.matchAll(marks)) {
      if (index < this.#valueStart) {
        continue;
      }
      if (groups?.['separator'] !== undefined) {
        this.#readSeparator(index, index + mark.length);
      } else if (groups?.['bare'] !== undefined) {
        this.#readBare(index, mark.endsWith('://') ? 'baseUrl' : 'key');
      } else {
        this.#readEnd(mark, index);
      }
    }
    return this.pairs;
  }

  get #isInValue(): boolean {
    return this.#valueStart >= this.#lastEnd;
  }

  #readSeparator(start: number, end: number): void {
    const separator = this.#separatorAt(start, end);
    const name = separator && this.#nameBefore(start, separator);
    if (name !== undefined) {
      this.#add(name, this.#afterOpen(end));
    }
  }

  #separatorAt(start: number, end: number): Separator | undefined {
    const next = this.#text.slice(end, end + 2);
    if (this.#text.charAt(start) !== ':') {
      // Padding of base64 and comparisons.
      return /^[=&]|^$/.test(next) || /[=!<>]/.test(this.#text.charAt(start - 1))
        ? undefined
        : 'equals';
    }
    port.lastIndex = start;
    const isInAddress = /\/\/[^\s/]*$/.test(this.#before(start)) && port.test(this.#text);
    if (next === '//' || isInAddress) {
      return undefined;
    }
    return /^[\s"'`“‘\\{[]|^$/.test(next) ? 'colonBlank' : 'colon';
  }

  #readBare(start: number, role: 'baseUrl' | 'key'): void {
    if (start === this.#valueStart) {
      return;
    }
    const named = this.#nameBefore(start, 'nothing');
    if (named?.name.role === role) {
      this.#add(named, start);
      return;
    }
    const last = this.pairs.at(-1)?.pair.role;
    const isGlued =
      role === 'key' ? last === 'baseUrl' && addressEnd.test(this.#before(start)) : last === 'key';
    const isSeparate = named !== undefined || !/[\w/.-]$/.test(this.#before(start));
    if (this.#isInValue ? isGlued : isSeparate) {
      const name: SetupName = { role, isWeak: false, family: '', isKnownFamily: true };
      this.#add({ name, start, end: start }, start, true);
    }
  }

  #readEnd(mark: string, start: number): void {
    if (/^\s/.test(mark) && option.test(this.#before(start))) {
      const name = this.#nameBefore(start, 'blank');
      if (name?.name.role !== undefined) {
        this.#add(name, this.#afterOpen(start));
      }
    }
    this.#lastEnd = Math.max(this.#lastEnd, start + mark.length);
    for (const char of mark) {
      this.#depth += /[({]/.test(char) ? 1 : /[)}]/.test(char) ? -1 : 0;
      this.#lowestDepth = Math.min(this.#lowestDepth, this.#depth);
    }
  }

  /** The name that ends at `at`. Within a value, the end of a word counts where it can be no part of an address or a key. */
  #nameBefore(at: number, separator: Separator): NameBefore | undefined {
    const before = this.#before(at).replace(nameClose, '');
    const end = at - this.#before(at).length + before.length;
    const word = run.exec(before)?.[0] ?? '';
    const wordStart = end - word.length;
    const isInValue = this.#isInValue;
    const found = readNameEnd(before);
    const foundStart = end - before.length + (found?.start ?? 0);
    if (found === undefined || foundStart < this.#valueStart) {
      const other = isInValue ? (upperName.exec(word)?.[0] ?? '') : word;
      const isName = separator === 'equals' || separator === 'colonBlank';
      return isName && /^[\p{L}_]/u.test(other)
        ? { name: otherName, start: end - other.length, end }
        : undefined;
    }
    const { name } = found;
    const prefix = this.#text.slice(wordStart, foundStart);
    const isWhole = !isInValue || wordStart <= this.#valueStart;
    if (isWhole && /^\p{Script=Han}*$/u.test(prefix)) {
      return { name, start: Math.min(foundStart, wordStart), end };
    }
    if (!isInValue) {
      return separator === 'nothing'
        ? undefined
        : { name: withPrefix(name, prefix), start: wordStart, end };
    }
    const upper = upperPrefix.exec(prefix)?.[0] ?? '';
    if (upper !== '') {
      return { name: withPrefix(name, upper), start: foundStart - upper.length, end };
    }
    // No address has a colon and a blank: `/v1/Key: …`.
    const isKey = separator === 'colonBlank' && name.role === 'key';
    const isInAddress = !isKey && /[?&/]/.test(this.#text.charAt(foundStart - 1));
    return isInAddress ? undefined : { name, start: foundStart, end };
  }

  #add({ name, start: nameStart, end }: NameBefore, valueStart: number, isBare = false): void {
    const before = this.#before(nameStart);
    const declared = declaration.exec(before)?.[0] ?? '';
    const rest = before.slice(0, before.length - declared.length);
    const pair = {
      ...(commentMark.test(rest) ? otherName : name),
      isBare,
      isSecret: secretName.test(this.#text.slice(nameStart, end)),
      isItem: /^[-*•]\s/.test(declared),
      section: sectionHeader.exec(rest)?.[1]?.split('.').at(-1)?.replaceAll(/["']/g, ''),
      leavesScope: this.#lowestDepth < Math.min(this.#depth, this.#depthOfLast),
    };
    this.pairs.push({ pair, start: nameStart - declared.length, valueStart });
    this.#valueStart = valueStart;
    if (name.role !== undefined) {
      this.#depthOfLast = this.#depth;
      this.#lowestDepth = this.#depth;
    }
  }

  /** Where the value begins behind a separator. */
  #afterOpen(at: number): number {
    valueOpen.lastIndex = at;
    return valueOpen.test(this.#text) ? valueOpen.lastIndex : at;
  }

  #before(at: number): string {
    return this.#text.slice(Math.max(0, at - maxNameChars), at);
  }
}

const valueWord = /^[^\s"'`“”‘’,;(){}[\]<>|\\【】\p{Script=Han}]*/u;
/** Only the name of a gateway has blanks. */
const valueWords = /^(?:[^\s"'`“”,;(){}[\]<>|\\]| (?![ #]))*/;

/** Finds the names and values of a text, in order. Takes linear time. */
export function findPairs(text: string): readonly PastedPair[] {
  const found = new PairFinder(text).find();
  return found.map(({ pair, valueStart }, index) => {
    const end = Math.max(valueStart, found[index + 1]?.start ?? text.length);
    const rest = text.slice(valueStart, end);
    const word = (pair.role === 'name' ? valueWords : valueWord).exec(rest)?.[0] ?? '';
    // What a bracket follows is code or a template, unless a remark in Chinese is in it.
    const isCode = /^[[({<](?!\p{Script=Han})/u.test(rest.slice(word.length));
    return Object.assign({ value: isCode ? '' : word.replace(/[\s.:*]{1,8}$/, '') }, pair);
  });
}
