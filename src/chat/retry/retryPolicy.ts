// A repeated POST may be charged twice, so what may be repeated without a click is decided here alone.
import { assertNever } from '../../base/assertNever';
import type { Failure } from '../../shared/conversation/failure';

/** How long is waited where the gateway does not say it, in ms; as many entries as repetitions. */
const backoffMs = [2_000, 8_000] as const;
/** What the gateway asks for is never cut to less than this, so that a 0 is no hammer. */
const shortestMs = 1_000;
/** Who asks for more leaves the decision to the user. */
const longestMs = 5 * 60_000;

/**
 * How long to wait before the question may be asked again by itself, in ms; undefined where only the
 * user may ask again. `repeated`: how often that was done for this question already.
 */
export function retryDelayMs(failure: Failure, repeated: number): number | undefined {
  const backoff = backoffMs[repeated];
  if (backoff === undefined || !cannotHaveStarted(failure)) {
    return undefined;
  }
  const ms = Math.max(failure.retryAfterMs ?? backoff, shortestMs);
  return ms <= longestMs ? ms : undefined;
}

/** Nothing was sent and waiting may help, or the gateway said that it was too busy to begin. */
function cannotHaveStarted(failure: Failure): boolean {
  switch (failure.kind) {
    case 'unreachable':
      return failure.nothingSent === true;
    case 'rateLimited':
    case 'serverError':
    case 'notApi':
      return failure.status === 429 || failure.status === 503 || failure.status === 529;
    default:
      // An untrusted certificate, a refused key, a model that is gone: time alone mends none of it.
      return false;
  }
}

/** An error that an answer which had begun ends with: its code says nothing of what went before. */
function isWithinAnswer({ status }: Failure): boolean {
  return status === 200;
}

/** Whether the gateway may charge a question that ended so. */
export function mayBeCharged(failure: Failure): boolean {
  switch (failure.kind) {
    case 'connectionLost':
    case 'firstTokenTimeout':
    case 'idleTimeout':
    case 'totalTimeout':
    case 'windowClosed':
    case 'tooLarge':
    case 'emptyReply':
    case 'garbled':
    case 'streamError':
      return true;
    case 'unreachable':
      return failure.nothingSent !== true;
    case 'serverError':
    case 'notApi':
      return (
        ((failure.status ?? 0) >= 500 || failure.status === 408) && !cannotHaveStarted(failure)
      );
    case 'keyRejected':
    case 'forbidden':
    case 'noCredit':
    case 'modelGone':
    case 'rateLimited':
    case 'contextTooLong':
    case 'badRequest':
      return isWithinAnswer(failure);
    case 'notConfigured':
    case 'keyMissing':
    case 'keyLost':
    case 'insecure':
    case 'otherGateway':
    case 'certificate':
    case 'proxy':
    case 'redirected':
    case 'unexpected':
      return false;
    default:
      return assertNever(failure.kind);
  }
}
