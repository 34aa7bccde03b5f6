// Chat titles, derived from the first question until the user or a model names the chat.
import { oneLine } from './oneLine';

const maxTitleUnits = 60;

/** The first line with a letter or digit, without Markdown syntax, cut at a word; `''` for blank text. */
export function titleFromText(source: string): string {
  const line = source
    .split('\n')
    .map(stripMarkdown)
    .find((text) => /[\p{L}\p{N}]/u.test(text));
  return shorten(line ?? oneLine(source));
}

function stripMarkdown(line: string): string {
  const plain = line
    .replace(/^[\s>]*(?:#{1,6}\s+|[-*+]\s+|\d{1,9}[.)]\s+)?/u, '')
    .replace(/^(?:`{3,}|~{3,}).*$/u, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/(`+)(.+?)\1/gu, '$2')
    .replace(/\*\*(\S(?:.*?\S)?)\*\*/gu, '$1')
    .replace(/(?<![\p{L}\p{N}*])\*(\S(?:[^*]*\S)?)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/~~(\S(?:.*?\S)?)~~/gu, '$1');
  return oneLine(plain);
}

function shorten(text: string): string {
  if (text.length <= maxTitleUnits) {
    return text;
  }
  const start = text.slice(0, maxTitleUnits);
  const wordEnd = text[maxTitleUnits] === ' ' ? maxTitleUnits : start.lastIndexOf(' ');
  // Text without spaces, or with a very long word, is cut anywhere, but not inside a surrogate pair.
  const cut =
    wordEnd > maxTitleUnits / 2 ? start.slice(0, wordEnd) : start.replace(/[\ud800-\udbff]$/u, '');
  return `${cut.trimEnd()}…`;
}
