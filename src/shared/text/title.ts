// A chat is called after its first question until somebody names it.

/** In UTF-16 units. */
const longestTitle = 60;

/** The first line that says something, without Markdown's marks, cut at a word; `''` for blank text. */
export function titleOf(question: string): string {
  const line = question
    .split('\n')
    .map(withoutMarks)
    .find((text) => /[\p{L}\p{N}]/u.test(text));
  return shortened(line ?? question.trim().replace(/\s+/gu, ' '));
}

function withoutMarks(line: string): string {
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

function shortened(text: string): string {
  if (text.length <= longestTitle) {
    return text;
  }
  const room = text.slice(0, longestTitle);
  const blank = text[longestTitle] === ' ' ? longestTitle : room.lastIndexOf(' ');
  // Scripts without blanks, and a word that would leave next to nothing, are cut anywhere.
  const cut =
    blank > longestTitle / 2 ? room.slice(0, blank) : room.replace(/[\ud800-\udbff]$/u, '');
  return `${cut.trimEnd()}…`;
}
