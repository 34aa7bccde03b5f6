// A chat is called after its first question until somebody names it.

/** In UTF-16 units. */
const maxTitleLength = 60;

/** The first line that says something, without Markdown's marks, cut at a word; `''` for blank text. */
export function titleFromText(question: string): string {
  const line = question
    .split('\n')
    .map(stripMarkdown)
    .find((text) => /[\p{L}\p{N}]/u.test(text));
  return shorten(line ?? question.trim().replace(/\s+/gu, ' '));
}

function stripMarkdown(line: string): string {
  return line
    .replace(/^[\s>]*(?:#{1,6}\s+|[-*+]\s+|\d{1,9}[.)]\s+)?/u, '')
    .replace(/^(?:`{3,}|~{3,}).*$/u, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/(`+)(.+?)\1/gu, '$2')
    .replace(/\*\*(\S(?:.*?\S)?)\*\*/gu, '$1')
    .replace(/(?<![\p{L}\p{N}*])\*(\S(?:[^*]*\S)?)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/~~(\S(?:.*?\S)?)~~/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
}

function shorten(text: string): string {
  if (text.length <= maxTitleLength) {
    return text;
  }
  const room = text.slice(0, maxTitleLength);
  const blank = text[maxTitleLength] === ' ' ? maxTitleLength : room.lastIndexOf(' ');
  // Scripts without blanks, and a word that would leave next to nothing, are cut anywhere.
  const cut =
    blank > maxTitleLength / 2 ? room.slice(0, blank) : room.replace(/[\ud800-\udbff]$/u, '');
  return `${cut.trimEnd()}…`;
}
