// Whatever is thrown on the way to an answer becomes one failure here, and loses its secrets here.
import type { Connection } from '../../chat/gatewayPort';
import type { Failure } from '../../shared/conversation/failure';
import { secretsOf } from '../connection';
import { ExchangeError, HttpError, ReportedError } from '../http/exchangeError';
import { failureOfReport, failureOfStatus } from './httpFailure';
import type { AttemptedCompletion } from '../quirks/quirks';
import { cleanText } from './redact';
import { causesOf, failureOfSystem } from './systemFailure';

/** In characters: more than can be shown once what may not be shown is taken out. */
const longestDetail = 64 * 1024;

/** How far an exchange had come when it failed. */
interface Progress {
  /** Present once the answer's header had come. */
  readonly status?: number;
  /** The gateway's own ID of the request. */
  readonly requestId?: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Present where a completion was asked for. */
  readonly sent?: AttemptedCompletion;
}

/** Maps an error; its texts are redacted, printable and capped. Never throws. */
export function toFailure(error: unknown, connection: Connection, progress: Progress): Failure {
  const secrets = secretsOf(connection);
  const clean = (text: string): string => cleanText(text, secrets);
  const found = classify(error, connection, progress);
  const {
    detail = '',
    target,
    requestId = progress.requestId,
    status = progress.status,
    ...rest
  } = found;
  return {
    ...rest,
    host: new URL(connection.baseUrl).host,
    ...(status === undefined ? {} : { status }),
    ...(detail.trim() === '' ? {} : { detail: clean(detail.trim().slice(0, longestDetail)) }),
    ...(target === undefined ? {} : { target: clean(target) }),
    ...(requestId === undefined ? {} : { requestId: clean(requestId) }),
  };
}

function classify(error: unknown, connection: Connection, progress: Progress): Failure {
  const causes = causesOf(error);
  for (const link of causes) {
    if (link instanceof ExchangeError) {
      return link.failure;
    }
    if (link instanceof HttpError) {
      return failureOfStatus(link, connection, progress);
    }
    if (link instanceof ReportedError) {
      return failureOfReport(link, connection, progress.sent);
    }
  }
  return failureOfSystem(causes, progress.status !== undefined);
}
