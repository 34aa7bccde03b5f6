// Removes what an error message quotes of the conversation: the user's words say nothing about the failure.

/** Shorter quotes may be names, such as a model's. */
const minEchoChars = 20;

/** No reader of messages looks further. */
const maxMessageChars = 8_000;

/** Each one is compared with the whole conversation. */
const maxQuotes = 16;

/** Pydantic leaves out the middle of a long value: an ellipsis is then followed by more of it. */
const openingMarks = /(?<![\p{L}\p{N}])["'`“„‘«「『](?=.{20})|(?:…|\.{3})(?=.{20})/gsu;
const closingMark = /(?<!\\)["'`”“’»」』](?!\p{L})|…|\.{3}/gu;

/** Precedes the text of an error inside the error: that is what the server behind the gateway says. */
const beforeError = /\b(?:error|message|detail|reason|msg)["']?\s*[:=]\s*$/i;

/**
 * Returns an error message without what it quotes of the conversation, in full or cut off, with escaped
 * characters or other blanks. A user may also have asked about an earlier error, so only what stands in quotation marks
 * counts, and a message that is nothing else stays.
 */
export function withoutEchoes(message: string, conversation: readonly string[]): string {
  const start = message.slice(0, maxMessageChars);
  const quotes = [...start.matchAll(openingMarks)]
    .filter(({ index }) => !beforeError.test(start.slice(Math.max(0, index - 20), index)))
    .slice(0, maxQuotes);
  if (quotes.length === 0) return message;
  const texts = conversation.map(toWords);
  const isEcho = (part: string): boolean => {
    const words = toWords(part);
    return words.length >= minEchoChars / 2 && texts.some((text) => text.includes(words));
  };
  let rest = '';
  let end = 0;
  for (const { index, 0: mark } of quotes) {
    const from = index + mark.length;
    const length = from < end ? 0 : echoLength(start.slice(from), isEcho);
    if (length > 0) {
      rest += start.slice(end, from);
      end = from + length;
    }
  }
  rest += message.slice(end);
  return toWords(rest) === '' ? message : rest;
}

/** The length of the echo at the start of `text`, up to a closing quotation mark, an ellipsis or the end; 0 without one. */
function echoLength(text: string, isEcho: (part: string) => boolean): number {
  if (!isEcho(text.slice(0, minEchoChars))) return 0;
  let [least, most] = [minEchoChars, text.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (isEcho(text.slice(0, middle))) least = middle;
    else most = middle - 1;
  }
  // What follows the quote may be in the conversation, too.
  const ends = [...text.matchAll(closingMark)].map(({ index }) => index);
  const end = ends.findLast((at) => at < least) ?? (least === text.length ? least : 0);
  return end < minEchoChars ? 0 : end;
}

/** Letters and digits only, because quotes have other blanks and escapes. */
function toWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/\\u([\da-f]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/(?:\\(?:u[\da-f]{0,3}$|[bfnrt])|[^\p{L}\p{N}])+/gu, ' ')
    .trim();
}
