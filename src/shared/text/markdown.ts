// Host and webview must find the same code blocks, so both parse with the same settings.
import createMarkdownIt, { type MarkdownIt } from 'markdown-it';
import { isSafeLink } from './safeLink';

/**
 * CommonMark plus tables and strikethrough. Raw HTML stays text. Only http, https and mailto
 * links become links (markdown-it alone lets `command:` and `vscode:` through).
 */
export function createMarkdownParser(): MarkdownIt {
  const parser = createMarkdownIt({ html: false, linkify: false, typographer: false });
  parser.validateLink = isSafeLink;
  return parser;
}

/**
 * The text of each code block, fenced or indented, nested ones too, in the order of the document;
 * without its last line end, which would run a command that is pasted into a shell.
 */
export function codeBlocks(markdown: string): readonly string[] {
  return createMarkdownParser()
    .parse(markdown, {})
    .filter((token) => token.type === 'fence' || token.type === 'code_block')
    .map((token) => token.content.replace(/\n$/u, ''));
}
