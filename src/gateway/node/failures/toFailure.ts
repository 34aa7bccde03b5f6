// Turns whatever a request throws into a failure, and removes secrets from its texts.
import { omitUndefined } from '../../../base/omitUndefined';
import type { Connection } from '../../common/connection';
import type { Failure } from '../../common/failure';
import type { AttemptedCompletion } from '../formats/apiFormatAdapter';
import { secretsOf } from '../gatewayOptions';
import { ExchangeError, HttpError, ReportedError } from '../http/exchangeError';
import { failureOfError } from './httpFailure';
import { cleanText } from './redact';
import { causesOf, failureOfSystem } from './systemFailure';

/** This is more than is shown, because redacting shortens the text. */
const maxDetailChars = 64 * 1024;

/** How far a request got before it failed. */
interface AttemptProgress {
  /** Present once the response headers arrived. */
  readonly status?: number;
  /** The gateway's own ID of the request. */
  readonly requestId?: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds since 1970; absent if the request was not sent. */
  readonly sentAt?: number;
  /** Absent for requests other than completions. */
  readonly attempt?: AttemptedCompletion;
  /** What the gateway said before the answer broke. */
  readonly lastWords?: string | undefined;
}

/** The texts of the failure are redacted, printable and limited to 2 kB. Never throws. */
export function toFailure(
  error: unknown,
  connection: Connection,
  progress: AttemptProgress,
): Failure {
  const secrets = secretsOf(connection);
  const clean = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : cleanText(text, secrets);
  const failure = classify(error, connection, progress);
  const detail = [progress.lastWords, failure.detail]
    .filter((text) => text !== undefined)
    .join('\n')
    .trim()
    .slice(0, maxDetailChars);
  return omitUndefined({
    ...failure,
    host: new URL(connection.baseUrl).host,
    status: failure.status ?? progress.status,
    wasSent:
      failure.kind === 'unexpected' && progress.sentAt !== undefined ? (true as const) : undefined,
    keyFromCommand: connection.commandKey === undefined ? undefined : (true as const),
    detail: detail === '' ? undefined : clean(detail),
    redirectTarget: clean(failure.redirectTarget),
    // A name that is redacted is none.
    demand: failure.demand?.name === clean(failure.demand?.name) ? failure.demand : undefined,
    requestId: clean(failure.requestId ?? progress.requestId),
  });
}

function classify(error: unknown, connection: Connection, progress: AttemptProgress): Failure {
  const causes = causesOf(error);
  for (const cause of causes) {
    if (cause instanceof ExchangeError) {
      return cause.failure;
    }
    if (cause instanceof HttpError || cause instanceof ReportedError) {
      return failureOfError(cause, connection, progress);
    }
  }
  return failureOfSystem(causes, progress.status !== undefined);
}
