// Turns a model's reply into a commit message, also while it arrives: without the introduction, code fence or quotation
// marks around it, and without invisible characters, which VS Code's commit box and Git's log do not show.
import { replaceInvisibleCharacters } from '../../../base/text/invisibleCharacters';

/** A reply of more UTF-16 code units is no commit message. */
export const maxMessageLength = 10_000;

/** How models introduce the message although they are asked not to. A subject does not end with a colon. */
const introduction = /^(?:here|sure|certainly|of course|okay)\b[^\n]*:\s*\n/iu;

/** The fence before the message, also half of one. */
const openingFence = /^(?:(?<fence>`{3,}|~{3,})[^\n]*|`{1,2}|~{1,2})(?:\n|$)/u;

const quotationMarks = /^(?:"([^"]+)"|“([^”]+)”|`([^`]+)`)$/u;

export function cleanReply(reply: string): string {
  const text = replaceInvisibleCharacters(reply.slice(0, maxMessageLength), () => '')
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '');
  const message = text.trimStart().replace(introduction, '').trim();
  return withoutFence(message).replace(quotationMarks, '$1$2$3').trim();
}

/** What stands between the opening fence and the closing one, which may have arrived in part. */
function withoutFence(message: string): string {
  const opening = openingFence.exec(message);
  if (opening === null) {
    return message;
  }
  const lines = message.slice(opening[0].length).split('\n');
  const fence = opening.groups?.['fence'] ?? '';
  const end = lines.findIndex((line, index) => {
    const isLast = index === lines.length - 1;
    return line.trimEnd() === fence || (isLast && line !== '' && fence.startsWith(line));
  });
  return (end < 0 ? lines : lines.slice(0, end)).join('\n');
}
