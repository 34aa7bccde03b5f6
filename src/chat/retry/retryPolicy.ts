// Decides which requests are retried automatically: a retried POST may be charged twice.
import { assertNever } from '../../base/assertNever';
import type { Failure } from '../../shared/conversation/failure';

/** Delay before the first and the second automatic retry, in ms, unless the gateway asks for another one. */
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
  if (backoff === undefined || !cannotHaveStarted(failure)) {
    return undefined;
  }
  const ms = Math.max(failure.retryAfterMs ?? backoff, minDelayMs);
  return ms <= maxDelayMs ? ms : undefined;
}

/** Nothing was sent and waiting may help, or the gateway reported that it was too busy to start. */
function cannotHaveStarted(failure: Failure): boolean {
  switch (failure.kind) {
    case 'unreachable':
      return failure.nothingSent === true;
    case 'rateLimited':
    case 'serverError':
    case 'notApi':
      return failure.status === 429 || failure.status === 503 || failure.status === 529;
    default:
      // Waiting does not fix an untrusted certificate, a rejected key or an unavailable model.
      return false;
  }
}

/** Whether the gateway may charge for a request that failed like this. */
export function mayBeCharged(failure: Failure): boolean {
  const { kind, status = 0, nothingSent } = failure;
  switch (kind) {
    case 'connectionLost':
    case 'firstTokenTimeout':
    case 'idleTimeout':
    case 'totalTimeout':
    case 'windowClosed':
    case 'tooLarge':
    case 'emptyReply':
    case 'malformedStream':
    case 'streamError':
      return true;
    case 'unreachable':
      return nothingSent !== true;
    case 'serverError':
    case 'notApi':
      return (status >= 500 || status === 408) && !cannotHaveStarted(failure);
    case 'keyRejected':
    case 'forbidden':
    case 'noCredit':
    case 'modelNotFound':
    case 'rateLimited':
    case 'contextTooLong':
    case 'badRequest':
      // Reported inside a successful response, after the answer may have started.
      return status === 200;
    case 'notConfigured':
    case 'keyMissing':
    case 'keyLost':
    case 'insecure':
    case 'certificate':
    case 'proxy':
    case 'redirected':
    case 'unexpected':
      return false;
    default:
      return assertNever(kind);
  }
}
