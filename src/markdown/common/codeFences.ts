// Reads the fences of code blocks.
import type { FencedCode } from './leaves/code';
import { trimSpaces } from './leaves/spaces';
import { type LineCursor, lineEnd, type Reading } from './lineCursor';

interface Fence {
  readonly fence: string;
  readonly info: string;
}

/** Reads whether a fence opens a code block here, without consuming anything. */
export function* readFenceStart(cursor: LineCursor): Reading<Fence | undefined> {
  const isBacktick = cursor.character === '`';
  yield* cursor.readUntil(isBacktick ? /[^`]/u : /[^~]/u);
  const fence = /^(?:`{3,}|~{3,})/u.exec(cursor.rest)?.[0];
  if (fence === undefined) {
    return undefined;
  }
  if (isBacktick) {
    // An info string with a backtick makes it inline code.
    if (!cursor.complete && !cursor.rest.slice(fence.length).includes('`')) {
      yield /`/u;
    }
    if (cursor.rest.slice(fence.length).includes('`')) {
      return undefined;
    }
  } else if (!cursor.complete) {
    yield lineEnd;
  }
  return { fence, info: trimSpaces(cursor.rest.slice(fence.length)) };
}

/** Reads whether the line closes `code`. */
export function* readFenceEnd(cursor: LineCursor, code: FencedCode): Reading<boolean> {
  if (cursor.character !== code.character) {
    return false;
  }
  const other = code.character === '`' ? /[^` \t]/u : /[^~ \t]/u;
  yield* cursor.readUntil(other);
  const { rest } = cursor;
  return !other.test(rest) && code.isClosedBy(rest);
}
