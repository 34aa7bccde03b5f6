// Checks the text of a request that has no chat, for example of a commit message, before it leaves.

type OutgoingTextResult =
  | { readonly type: 'proceed' }
  /** The user does not want to send it, and knows why. */
  | { readonly type: 'cancel' }
  /** To be sent in its place. */
  | { readonly type: 'replaced'; readonly text: string };

/** `signal` aborts when the request is canceled: the check then removes its prompt. */
export type OutgoingTextCheck = (text: string, signal: AbortSignal) => Promise<OutgoingTextResult>;

/** The text that may be sent; undefined if it must not be sent. Each check sees what the one before returned. */
export async function checkedText(
  text: string,
  checks: readonly OutgoingTextCheck[],
  signal: AbortSignal,
): Promise<string | undefined> {
  let current = text;
  for (const check of checks) {
    const result = await check(current, signal);
    if (signal.aborted || result.type === 'cancel') {
      return undefined;
    }
    current = result.type === 'replaced' ? result.text : current;
  }
  return current;
}
