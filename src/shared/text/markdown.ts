// Markdown parsing for the chat view.
import createMarkdownIt, { type MarkdownIt, type StateBlock } from 'markdown-it';
import { isSafeLink } from './safeLink';

/** A quote is one level, a list two. markdown-it itself drops the text beyond its own limit of 100. */
const maxBlockLevel = 64;

/**
 * CommonMark with tables and strikethrough. Raw HTML is shown as text. Only http, https and mailto links
 * are links; markdown-it's own `validateLink` also allows `command:` and `vscode:`.
 */
export function createMarkdownParser(): MarkdownIt {
  const parser = createMarkdownIt({ html: false, linkify: false, typographer: false });
  parser.validateLink = isSafeLink;
  parser.block.ruler.before('table', 'nesting_limit', readDeepBlock);
  return parser;
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
