// Turns a model's reply into a commit message, also while it arrives: without the code fence, quotation marks or
// introduction around it, and without invisible characters.
import { type CodeFence, fenceAfter } from '../../../base/text/codeFence';
import { replaceInvisibleCharacters } from '../../../base/text/invisibleCharacters';

/** In UTF-16 code units. A longer reply is no commit message. */
export const maxMessageLength = 10_000;

const closingQuotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '„': '“',
  '‘': '’',
  '«': '»',
  '「': '」',
};

/** How models begin when they introduce the message instead of writing it. */
const introduction =
  /^(?:here(?:'s|’s| is| are)|sure|certainly|of course|okay|ok[,.!]|(?:suggested |the )?commit message|the following)\b/iu;

/** A beginning of that length can be recognized. In UTF-16 code units. */
const introductionLength = 25;

/**
 * The message in the reply so far. Until `isComplete`, what may still turn out to be no part of the message is
 * omitted: a quotation mark at the start, an introduction, a line that may become a fence.
 */
export function cleanReply(reply: string, isComplete: boolean): string {
  const text = visibleText(reply.slice(0, 2 * maxMessageLength), isComplete).trimStart();
  const lines = text.split('\n');
  if (!isComplete && /^[ \t]*[`~]/u.test(lines.at(-1) ?? '')) {
    lines.pop();
  }
  const message = withoutFence(withoutIntroduction(lines, isComplete)).join('\n').trim();
  return withoutQuotes(message, isComplete)
    .slice(0, maxMessageLength)
    .replace(/[\ud800-\udbff]$/u, '');
}

/** Without control characters, and without invisible ones, which VS Code's commit box and Git's log do not show. */
function visibleText(reply: string, isComplete: boolean): string {
  const text = isComplete ? reply : reply.replace(/[\ud800-\udbff]$/u, '');
  const lines = text.replaceAll(/\r\n?/gu, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '');
  return replaceInvisibleCharacters(lines, () => '');
}

/** The lines from the message on, or from the fence around it. A subject does not end with a colon. */
function withoutIntroduction(lines: readonly string[], isComplete: boolean): readonly string[] {
  const [first = '', ...others] = lines;
  const isFirstComplete = isComplete || others.length > 0;
  if (!isFirstComplete) {
    const mayIntroduce = first.length < introductionLength || first.trimEnd().endsWith(':');
    return mayIntroduce || introduction.test(first) ? [] : lines;
  }
  if (!first.trimEnd().endsWith(':')) {
    return lines;
  }
  const next = others.findIndex((line) => line.trim() !== '');
  if (next < 0) {
    return isComplete ? lines : [];
  }
  const isFollowed = next > 0 || fenceAfter(others[next] ?? '', undefined) !== undefined;
  return isFollowed ? others.slice(next) : lines;
}

/** The content of the fence that the first line opens. A code block inside it does not close it. */
function withoutFence(lines: readonly string[]): readonly string[] {
  const [first = '', ...others] = lines;
  const outer = fenceAfter(first, undefined);
  if (outer === undefined) {
    return lines;
  }
  let inner: CodeFence | undefined;
  const end = others.findIndex((line) => {
    if (inner !== undefined) {
      inner = fenceAfter(line, inner);
      return false;
    }
    const isClosing = fenceAfter(line, outer) === undefined;
    inner = isClosing ? undefined : fenceAfter(line, undefined);
    return isClosing;
  });
  return end < 0 ? others : others.slice(0, end);
}

/** Without quotation marks, or backticks, around all of the message. */
function withoutQuotes(message: string, isComplete: boolean): string {
  const opening = /^`+/u.exec(message)?.[0] ?? message.charAt(0);
  const closing = opening.startsWith('`') ? opening : closingQuotes[opening];
  if (closing === undefined) {
    return message;
  }
  const quoted = message.slice(opening.length);
  // An apostrophe inside a word does not close a quotation.
  const end = quoted.replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, '_').indexOf(closing);
  if (end < 0) {
    return isComplete ? message : quoted.trim();
  }
  const isAround = end + closing.length === quoted.length;
  return isAround ? quoted.slice(0, end).trim() : message;
}
