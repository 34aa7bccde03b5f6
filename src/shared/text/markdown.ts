// Markdown parsing, shared by host and webview: both must find the same code blocks.
import createMarkdownIt, { type MarkdownIt, type StateBlock, type StateCore } from 'markdown-it';
import { isSafeLink } from './safeLink';

/** A quote is one level, a list two. markdown-it itself drops the text beyond its own limit of 100. */
const maxBlockLevel = 64;

/**
 * In UTF-16 units. The text of one paragraph, heading or table cell that is longer stays without markup: markdown-it
 * takes seconds for some nested markup, and a growing paragraph is parsed again and again.
 */
const maxInlineLength = 20_000;

/**
 * CommonMark with tables and strikethrough. Raw HTML is shown as text. Only http, https and mailto links
 * are links; markdown-it's own `validateLink` also allows `command:` and `vscode:`.
 */
export function createMarkdownParser(): MarkdownIt {
  const parser = createMarkdownIt({ html: false, linkify: false, typographer: false });
  parser.validateLink = isSafeLink;
  parser.block.ruler.before('table', 'nesting_limit', readDeepBlock);
  parser.core.ruler.at('inline', parseInline);
  return parser;
}

/** markdown-it's rule of this name, with a limit. */
function parseInline({ tokens, md, env, Token }: StateCore): void {
  for (const { type, content, children } of tokens) {
    if (type !== 'inline' || children === null) {
      continue;
    }
    if (content.length <= maxInlineLength) {
      md.inline.parse(content, md, env, children);
    } else {
      const text = new Token('text', '', 0);
      text.content = content;
      children.push(text);
    }
  }
}

/** A block rule: reads all that is nested too deeply as one paragraph. */
function readDeepBlock(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  if (silent || state.level < maxBlockLevel) {
    return false;
  }
  let line = startLine + 1;
  while (line < endLine && (state.isEmpty(line) || (state.sCount[line] ?? 0) >= state.blkIndent)) {
    line += 1;
  }
  const content = state.getLines(startLine, line, state.blkIndent, false).trim();
  state.line = line;
  state.push('paragraph_open', 'p', 1).map = [startLine, line];
  const inline = state.push('inline', '', 0);
  inline.content = content;
  inline.map = [startLine, line];
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
  return true;
}

/**
 * The text of all code blocks (fenced or indented, also nested), in document order. The last line break is
 * removed: it would run a command that is pasted into a shell.
 */
export function codeBlocks(markdown: string): readonly string[] {
  return createMarkdownParser()
    .parse(markdown, {})
    .filter((token) => token.type === 'fence' || token.type === 'code_block')
    .map((token) => token.content.replace(/\n$/u, ''));
}
