// Decides which requests are retried automatically, and which may have been charged (`mayBeCharged`): a retried
// POST may be charged twice.
import { assertNever } from '../../../base/assertNever';
import type { Failure } from '../../../gateway/common/failure';
import { failureTraits } from '../../../gateway/common/failureTraits';

/** The delays before the first and the second automatic retry, unless the gateway asks for another one. */
const backoffMs = [2_000, 8_000] as const;
/** Minimum delay, so that `Retry-After: 0` cannot cause a retry storm. */
const minDelayMs = 1_000;
/** If the gateway asks for more, the user decides. */
const maxDelayMs = 5 * 60_000;

/**
 * Delay before an automatic retry, in ms; undefined if only the user may retry. `retries`: automatic
 * retries of this question so far.
 */
export function retryDelayMs(failure: Failure, retries: number): number | undefined {
  const backoff = backoffMs[retries];
  // `loadingDelayMs` decides about a local server that loads its model.
  const isDenied = failure.retryForbidden === true || failure.isLocal === true;
  if (backoff === undefined || isDenied || !cannotHaveStarted(failure)) {
    return undefined;
  }
  const ms = Math.max(failure.retryAfterMs ?? backoff, minDelayMs);
  return ms <= maxDelayMs ? ms : undefined;
}

/** How long a local server may take to load a model; the largest take some minutes from a hard disk. */
const maxLoadingMs = 5 * 60_000;

/**
 * Delay before a local server that loads its model is asked again: 1, 2, 4 and then each 5 s; undefined if it isn't.
 * @param waitedMs the time since it said so first
 */
export function loadingDelayMs(
  { isLocal }: Failure,
  tries: number,
  waitedMs: number,
): number | undefined {
  const delayMs = Math.min(1_000 * 2 ** tries, 5_000);
  return isLocal === true && waitedMs + delayMs <= maxLoadingMs ? delayMs : undefined;
}

/** Nothing was sent and waiting may help, or the gateway reported that it was too busy to start. */
function cannotHaveStarted(failure: Failure): boolean {
  const { kind, status, nothingSent, notStarted, protocolFault } = failure;
  const { progress } = failureTraits[kind];
  switch (progress) {
    case 'connecting':
      // Waiting does not give a server TLS.
      return nothingSent === true && protocolFault !== 'notTls';
    case 'busy':
    case 'serverError':
      return status === 429 || status === 529 || (status === 503 && notStarted === true);
    case 'notSent':
    case 'rejected':
    case 'started':
    case 'cutOff':
    case 'unknown':
      // Waiting does not fix an untrusted certificate, a rejected key or an unavailable model.
      return false;
    default:
      return assertNever(progress);
  }
}

/** Whether the gateway may charge for a request that failed like this. */
export function mayBeCharged(failure: Failure): boolean {
  const { kind, status = 0, nothingSent } = failure;
  const { progress } = failureTraits[kind];
  switch (progress) {
    case 'started':
    case 'cutOff':
      return true;
    case 'connecting':
      return nothingSent !== true;
    case 'serverError':
      return (
        (status >= 500 || status === 408 || (status === 200 && kind === 'serverError')) &&
        !cannotHaveStarted(failure)
      );
    case 'busy':
      return (status >= 500 || status === 200) && !cannotHaveStarted(failure);
    case 'rejected':
      // Reported inside a successful response, after the answer may have started.
      return status === 200;
    case 'unknown':
      return failure.wasSent === true;
    case 'notSent':
      return false;
    default:
      return assertNever(progress);
  }
}
