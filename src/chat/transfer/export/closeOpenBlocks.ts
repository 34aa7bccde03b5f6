// Ends what a message leaves open in Markdown (a code fence, raw HTML), so that the messages after it are not part of it.
import createMarkdownIt, { type Token } from 'markdown-it';

/** As GitHub and VS Code's preview read it: with raw HTML. */
const parser = createMarkdownIt({ html: true });

/** Raw HTML blocks that do not end at a blank line, and what ends them (CommonMark 0.31, “HTML blocks”). */
const htmlBlocks: readonly {
  readonly start: RegExp;
  readonly end: RegExp;
  readonly ending: string;
}[] = [
  {
    start: /^<(?:script|pre|style|textarea)(?:[\s>]|$)/iu,
    end: /<\/(?:script|pre|style|textarea)>/iu,
    ending: '</pre>',
  },
  { start: /^<!--/u, end: /-->/u, ending: '-->' },
  { start: /^<\?/u, end: /\?>/u, ending: '?>' },
  { start: /^<![a-z]/iu, end: />/u, ending: '>' },
  { start: /^<!\[CDATA\[/u, end: /\]\]>/u, ending: ']]>' },
];

/** Elements that hide or consume what follows until they are closed. */
const hidingTag =
  /<(\/?)(audio|canvas|datalist|details|dialog|iframe|math|noembed|noframes|noscript|object|script|select|style|svg|template|textarea|title|video|xmp)(?=[\s>/])/giu;

export function closeOpenBlocks(text: string): string {
  if (!/[<`~]/u.test(text)) {
    return text;
  }
  const tokens = parser.parse(text, {});
  const ending = endingOf(tokens, text);
  const closed = ending === undefined ? text : `${text}\n${ending}`;
  const tags = openTags(tokens);
  const complete = tags === '' ? closed : `${closed}\n\n${tags}`;
  return isFollowedByHeading(complete) ? complete : fenced(text);
}

function endingOf(tokens: readonly Token[], text: string): string | undefined {
  const last = tokens.at(-1);
  if (last?.level !== 0) {
    return undefined;
  }
  if (last.type === 'html_block') {
    const content = last.content.trimStart();
    const kind = htmlBlocks.find(({ start }) => start.test(content));
    const opened = kind?.start.exec(content)?.[0].length ?? 0;
    const name = /^<(script|pre|style|textarea)/iu.exec(content)?.[1];
    return kind === undefined || kind.end.test(content.slice(opened))
      ? undefined
      : name === undefined
        ? kind.ending
        : `</${name}>`;
  }
  if (last.type === 'fence') {
    const [first = 0, end = 0] = last.map ?? [];
    const lastLine = text.split('\n')[end - 1] ?? '';
    const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/u.exec(lastLine)?.[1] ?? '';
    return end - first > 1 && closing.startsWith(last.markup) ? undefined : last.markup;
  }
  return undefined;
}

/** Closing tags for the elements that are still open, innermost first. */
function openTags(tokens: readonly Token[]): string {
  const open: string[] = [];
  for (const token of tokens.flatMap((block) => [block, ...(block.children ?? [])])) {
    if (token.type !== 'html_block' && token.type !== 'html_inline') {
      continue;
    }
    for (const [, slash, name = ''] of token.content.matchAll(hidingTag)) {
      const tag = name.toLowerCase();
      if (slash === '') {
        open.push(tag);
      } else if (open.includes(tag)) {
        open.length = open.lastIndexOf(tag);
      }
    }
  }
  return open
    .toReversed()
    .map((tag) => `</${tag}>`)
    .join('');
}

function isFollowedByHeading(text: string): boolean {
  const tokens = parser.parse(`${text}\n\n## x`, {});
  return tokens.at(-1)?.type === 'heading_close' && tokens.at(-1)?.level === 0;
}

function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/gu), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
