// Waits for conditions. End-to-end tests wait in no other way: a length of time is too long or, on a busy machine, too short.
import assert from 'node:assert/strict';

const pollMs = 50;

/** How long a busy machine may take for one step. A passing test never waits that long. */
export const patienceMs = 60_000;

/**
 * Waits until `probe` returns something other than undefined or false, and returns that. An error of `probe` means
 * "not yet": a page or a frame may go while it is read.
 * @throws when `withinMs` have passed, with the last error as its cause.
 */
export async function eventually<T>(
  description: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = patienceMs,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    let cause: unknown;
    try {
      const found = await probe();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      // The browser will not come back.
      if (error instanceof Error && /browser has been closed/u.test(error.message)) throw error;
      cause = error;
    }
    if (Date.now() > deadline) {
      const reason = cause instanceof Error ? `: ${cause.message}` : '';
      throw new Error(`Waited ${withinMs / 1000} s for ${description}${reason}`, { cause });
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** Waits until `read` returns what is expected; the error shows the difference. */
export async function eventuallyEqual<T>(
  description: string,
  read: () => Promise<T> | T,
  expected: T,
): Promise<void> {
  await eventually(description, async () => {
    assert.deepEqual(await read(), expected);
    return true;
  });
}

/** Waits until the text that `read` returns matches, and returns it. */
export function eventuallyMatches(
  description: string,
  read: () => Promise<string | null> | string,
  pattern: RegExp,
): Promise<string> {
  return eventually(description, async () => {
    const text = (await read()) ?? '';
    assert.match(text, pattern);
    return text;
  });
}
