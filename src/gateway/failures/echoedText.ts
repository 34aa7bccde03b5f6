// Servers that reject a request quote parts of it. What the user wrote says nothing about the failure.

/** In characters: shorter quotes may be names, such as a model's. */
const minEcho = 20;

/** In characters. Later text explains nothing. */
const maxMessageLength = 2_000;

/**
 * Returns the start of an error message without the parts of the conversation that it quotes: after a quotation mark, in
 * full or cut off, with escaped characters or other blanks. A message that is nothing but such a quote stays.
 */
export function withoutEchoes(message: string, conversation: readonly string[]): string {
  const start = message.slice(0, maxMessageLength);
  const quotes = [...start.matchAll(/["'`“‘«「](?=.{20})/gs)];
  if (quotes.length === 0) return start;
  const texts = conversation.map(toWords);
  const isEcho = (part: string): boolean => {
    const words = toWords(part);
    return texts.some((text) => text.includes(words));
  };
  let rest = '';
  let end = 0;
  for (const { index } of quotes) {
    const quoted = start.slice(index + 1);
    if (index >= end && isEcho(quoted.slice(0, minEcho))) {
      rest += start.slice(end, index + 1);
      end = index + 1 + echoLength(quoted, isEcho);
    }
  }
  rest += start.slice(end);
  return toWords(rest) === '' ? start : rest;
}

/** The length of the longest start of `text` that is an echo, up to its last letter or digit. */
function echoLength(text: string, isEcho: (part: string) => boolean): number {
  let [least, most] = [minEcho, text.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (isEcho(text.slice(0, middle))) least = middle;
    else most = middle - 1;
  }
  return text.slice(0, least).search(/[^\p{L}\p{N}]*$/u);
}

/** Letters and digits only, because quotes have other blanks, and escapes such as `\n`. */
function toWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/(?:\\(?:u[\da-f]{4}|[bfnrt])|[^\p{L}\p{N}])+/gu, ' ')
    .trim();
}
