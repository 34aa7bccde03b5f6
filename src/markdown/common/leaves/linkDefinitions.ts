// Link reference definitions (`[label]: href "title"`) at the start of a paragraph, whose lines have no indentation.
import type { LinkDefinition } from '../blocks';
import { unescapeMarkdown } from './unescape';

/** A longer definition is text: this limits how much text is undecided. */
const maxLength = 2000;
const maxLabelLength = 999;
const maxParentheses = 32;

const punctuation = String.raw`[!-/:-@[-\x60{-~]`;
const label = String.raw`\[(?![ \t\n]*\])((?:[^\\[\]]|\\[^])*)`;
const bracketed = String.raw`<((?:[^\\<>\n]|\\${punctuation}|\\(?!${punctuation}))*)`;
/** Parentheses must be balanced: see `openParentheses`. */
const bare = String.raw`(?!<)([^\x00-\x20\x7F]+)`;
const target = String.raw`\]:[ \t\n]*(?:${bracketed}>|${bare})`;
const [double, single, parenthesized] = [
  String.raw`"(?:[^\\"]|\\[^])*`,
  String.raw`'(?:[^\\']|\\[^])*`,
  String.raw`\((?:[^\\()]|\\[^])*`,
];
const openTitle = String.raw`(?:${double}|${single}|${parenthesized})\\?`;
const title = String.raw`(?<=[ \t\n])(${double}"|${single}'|${parenthesized}\))`;
const definition = new RegExp(
  String.raw`^${label}${target}(?:[ \t]*\n?${title})?[ \t]*(?:\n|$)`,
  'u',
);
/** The beginnings of definitions that are not definitions themselves. */
const beginning = new RegExp(
  String.raw`^${label}(?:\\|\](?::[ \t\n]*(?:${bracketed})?)?|${target}(?:[ \t]+${openTitle})?)?$`,
  'u',
);
const titleBeginning = new RegExp(`^${openTitle}$`, 'u');

/**
 * Passes the definitions at the start of `text` on with their sources, and returns the text after them: `isText` if it
 * begins with none, otherwise what may become one with more text. `isEnd`: no text follows.
 */
export function readDefinitions(
  text: string,
  isEnd: boolean,
  define: (definition: LinkDefinition, source: string) => void,
): { readonly rest: string; readonly isText: boolean } {
  let rest = text;
  while (rest !== '') {
    const complete = definition.exec(rest.slice(0, maxLength + 1));
    const match = complete ?? beginning.exec(rest);
    const [source = '', name = '', inBrackets, bareHref = '', quoted = ''] = match ?? [];
    const after = rest.slice(source.length);
    const open = openParentheses(bareHref);
    // Parentheses that the end of the text leaves open may be closed by more text.
    const isCut = open > 0 && after === '' && source.endsWith(bareHref);
    const mayGrow = after === '' || (quoted === '' && titleBeginning.test(after));
    if (match === null || open < 0 || (open > 0 && !isCut)) {
      return { rest, isText: true };
    }
    if (mayGrow && !isEnd && rest.length <= maxLength) {
      return { rest, isText: false };
    }
    if (complete === null || isCut || source.length > maxLength || name.length > maxLabelLength) {
      return { rest, isText: true };
    }
    const href = unescapeMarkdown(inBrackets ?? bareHref);
    define({ label: name, href, title: unescapeMarkdown(quoted.slice(1, -1)) }, source);
    rest = after;
  }
  return { rest, isText: false };
}

/** How many parentheses are not closed; -1 for others that make `href` text. */
function openParentheses(href: string): number {
  let open = 0;
  for (const [character] of href.matchAll(/\\[!-/:-@[-`{-~]|[()]/gu)) {
    open += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (open < 0 || open > maxParentheses) {
      return -1;
    }
  }
  return open;
}
