// Sends a request again with a new key where the gateway rejected one that a key command printed: without a click,
// since a 401 proves that nothing began.
import type { Connection } from '../common/connection';
import type { Failure } from '../common/failure';

export interface FailedAttempt {
  readonly ok: false;
  readonly failure: Failure;
}

/**
 * Runs `attempt`, and once more with a new key if the gateway rejected the key of a key command. Yields what the
 * attempts yield and returns the result of the last one.
 * @param attempt `rejection`: why this is the second attempt; undefined for the first one.
 */
export async function* withRenewedKey<Part, Success extends { readonly ok: true }>(
  resolved: Connection,
  attempt: (
    connection: Connection,
    rejection: Failure | undefined,
  ) => AsyncGenerator<Part, Success | FailedAttempt>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Part, Success | FailedAttempt> {
  const { commandKey } = resolved;
  const isAborted = (): boolean => signal?.aborted === true;
  // A retry of the same question uses the key that replaced the rejected one.
  const connection = commandKey ? { ...resolved, key: commandKey.current } : resolved;
  const first = yield* attempt(connection, undefined);
  if (first.ok || commandKey === undefined || !isKeyRejected(first) || isAborted()) {
    return first;
  }
  const key = await commandKey.replace(connection.key ?? '');
  if (key === undefined || isAborted()) {
    return first;
  }
  if (typeof key !== 'string') {
    return { ok: false, failure: key };
  }
  const second = yield* attempt({ ...connection, key }, first.failure);
  if (!second.ok && isKeyRejected(second)) {
    // This call only makes it forget the key: a question has one replacement.
    await commandKey.replace(key);
  }
  return second;
}

/** The same for requests whose result comes at once, without parts. */
export async function resultWithRenewedKey<Success extends { readonly ok: true }>(
  resolved: Connection,
  attempt: (connection: Connection) => Promise<Success | FailedAttempt>,
  signal: AbortSignal | undefined,
): Promise<Success | FailedAttempt> {
  const attempts = withRenewedKey(
    resolved,
    async function* (connection): AsyncGenerator<never, Success | FailedAttempt> {
      yield* [];
      return attempt(connection);
    },
    signal,
  );
  return (await attempts.next()).value;
}

/** Whether another run of the key command may help. */
function isKeyRejected({ failure: { kind, status } }: FailedAttempt): boolean {
  return kind === 'keyRejected' && status === 401;
}
