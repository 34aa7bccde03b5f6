// Markdown parsing, shared by host and webview: both must find the same code blocks.
import createMarkdownIt, { type MarkdownIt } from 'markdown-it';
import { isSafeLink } from './safeLink';

/**
 * CommonMark with tables and strikethrough. Raw HTML is shown as text. Only http, https and mailto links
 * are links; markdown-it's own `validateLink` also allows `command:` and `vscode:`.
 */
export function createMarkdownParser(): MarkdownIt {
  const parser = createMarkdownIt({ html: false, linkify: false, typographer: false });
  parser.validateLink = isSafeLink;
  return parser;
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
