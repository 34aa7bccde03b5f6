// Splits a pasted text into names and values: lines of shells, TOML, YAML, code and providers' pages in one grammar,
// `name separator value`. An input box makes blanks of line breaks, so a line break says no more than a blank.
import {
  keyStart,
  nameOf,
  namePattern,
  otherName,
  remarkPattern,
  type SetupName,
} from './setupNames';

export interface PastedPair extends SetupName {
  readonly value: string;
  /** An address or a key without a name. */
  readonly isBare: boolean;
  /** The first of a list item. */
  readonly isItem: boolean;
  /** The name of the TOML section that begins with it. */
  readonly section: string | undefined;
  /** The brackets around it are none of those around the address or key before it. */
  readonly leavesScope: boolean;
}

/** A quote, a mark of a table or of Markdown, or a blank. */
const around = String.raw`[\s"'\x60“”‘’*|\]\\】]`;
/** What stands between a name and its value: a sign, quotes, a call around the value: `= new Uri("…`. */
const separator = String.raw`(?<gap>${around}{0,16})(?<sign>=>|:=|[=:](?!=)|,(?=\s*["'])|\((?=["'\x60]))?(?<open>${around}{0,16})(?:(?:new )?[\w.]{1,24}\(["'\x60])?(?<scheme>bearer\s+)?`;
const tokens = new RegExp(
  [
    `(?<![\\p{L}\\p{N}_/.-])(?=(?<key>${keyStart}))`,
    String.raw`(?<![\w/])(?=(?<url>https?:\/\/))`,
    `(?:(?<![\\p{L}\\p{N}_.-])|(?=\\p{Script=Han}))${namePattern}(?![\\p{L}\\p{N}_-])${remarkPattern}${separator}`,
    '[({)}]',
    String.raw`(?<!\S)\[\[?(?<section>[^[\]\r\n]{1,64})\]\]?(?=\s*[\w"]+\s*=)`,
  ].join('|'),
  'giu',
);

const valueWord = /[^\s"'`“”‘’,;(){}[\]<>|\\【】\p{Script=Han}]*/uy;
/** Only the name of a gateway has blanks. It ends where the next name begins, and is no longer than a line. */
const valueWords = /(?:[^\s"'`“”,;(){}[\]<>|\\]| (?![ #]|[^\s:=]{1,48}[:=])){0,200}/uy;
/** What a bracket follows is code or a template, unless a remark in Chinese is in it; what a sign follows is a name. */
const codeBehind = /^(?:[[({<](?!\p{Script=Han})|["'`]\s*[:=])/u;
const assignment = /^[a-z_]\w*(?:=[^=]|:$)/i;
/** A value that no sign precedes: an address, a key, or what looks like one. */
const clearValue = new RegExp(`^(?:https?://|${keyStart}|(?=\\D*\\d)[\\w.-]{20,}$)`, 'i');

/** What makes a comment of that which follows: one `#`, not two, which make a heading. */
const commentMark = /(?:(?:^|[^#])#|\/\/|(?:^|\n)[ \t]*;)[ \t]*(?:(?:export|set)[ \t]+)?$/;
const itemMark = /[-*•][ \t]+["'`*]*$/;
/** Commands of which the separator is a blank, as that of options is. */
const setCommand = /\bset(?:x|[ \t]+-\w+)[ \t]+$/;
/** The value belongs to a name that is none of the table. */
const otherNameBefore = /[\p{L}\p{N}_.-]["'`*\]]*\s*(?:=|:(?=[\s"'`]))\s*["'`]*(?:bearer\s+)?$/iu;
/** What stands before a place is read no further back. */
const maxCharsBefore = 64;
/** Kubernetes has lists of `name: NAME, value: …`. */
const namedValue = /\bname["']?\s*:\s*["']?([A-Z][A-Z\d_]*)["']?,?\s+["']?value(?=["']?\s*:)/g;

/** Finds the names and values of a text, in order. Takes linear time. */
export function findPairs(pasted: string): readonly PastedPair[] {
  const text = pasted.replace(namedValue, '$1');
  const pairs: PastedPair[] = [];
  const scope = { depth: 0, lowest: 0 };
  let last = { depth: 0, end: 0, isCall: false };
  let header = '';
  let section: string | undefined;
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const { 0: found, index, groups = {} } = match;
    const { key, url, prefix } = groups;
    header = groups['section'] ?? header;
    section = groups['section']?.split('.').at(-1)?.replaceAll(/["']/g, '') ?? section;
    const { depth } = scope;
    for (const char of found) {
      scope.depth += /[({]/.test(char) ? 1 : /[)}]/.test(char) ? -1 : 0;
    }
    const { lowest: lowestDepth } = scope;
    scope.lowest = Math.min(lowestDepth, scope.depth);
    const before = text.slice(Math.max(0, index - maxCharsBefore), index);
    const isBare = prefix === undefined;
    const role = key !== undefined ? 'key' : url !== undefined ? 'baseUrl' : undefined;
    const name: SetupName = isBare ? { role, isWeak: false, family: '' } : nameOf(groups);
    const pattern = name.role === 'name' ? valueWords : valueWord;
    pattern.lastIndex = index + found.length;
    const word = name.role === undefined ? '' : (pattern.exec(text)?.[0] ?? '');
    const end = index + found.length + word.length;
    const value = word.replace(/[\s.:*]{1,8}$/, '');
    const isValue = isBare || isSeparated(groups, before) || clearValue.test(value);
    if (
      value !== '' &&
      isValue &&
      (isGlued(groups) || !assignment.test(word)) &&
      !codeBehind.test(text.slice(end, end + 8))
    ) {
      // Codex has servers of tools (MCP) in the same file.
      const isOther =
        commentMark.test(before) ||
        header.startsWith('mcp') ||
        (isBare && otherNameBefore.test(before));
      const isItem = itemMark.test(before);
      // Chains of calls have no brackets around them: `.apiKey("…").build(); b = …`.
      const isCall = groups['sign'] === '(';
      const leavesScope =
        lowestDepth < Math.min(depth, last.depth) ||
        ((isCall || last.isCall) && last.end > 0 && /[;=]/.test(text.slice(last.end, index)));
      pairs.push({
        ...(isOther ? { ...otherName, role: name.role === 'key' ? 'secret' : undefined } : name),
        value,
        isBare,
        isItem,
        section,
        leavesScope,
      });
      section = undefined;
      if (name.role === 'baseUrl' || name.role === 'key') {
        last = { depth, end, isCall };
        scope.lowest = depth;
      }
      tokens.lastIndex = end;
    } else if (found === '') {
      tokens.lastIndex = index + 1;
    }
  }
  return pairs;
}

/** Right behind a sign or a quote is a value, though it looks like an assignment: `api_key="abc=def`. */
function isGlued({ sign, open = '' }: Readonly<Record<string, string | undefined>>): boolean {
  return /^[=:]/.test(sign ?? '') && !/\s$/.test(open);
}

/** Whether what stands between a name and a word makes it the value. */
function isSeparated(
  groups: Readonly<Record<string, string | undefined>>,
  before: string,
): boolean {
  const { prefix = '', gap = '', sign, open = '', scheme } = groups;
  return sign === undefined
    ? prefix.startsWith('--') || setCommand.test(before) || /^[ \t]+["'`]$/.test(gap + open)
    : scheme !== undefined || sign !== ',';
}
