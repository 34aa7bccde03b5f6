// The options, the resolver and the log record that all requests share.
import type { Clock } from '../../base/clock';
import { omitUndefined } from '../../base/omitUndefined';
import type { Connection } from '../common/connection';
import type { Failure } from '../common/failure';
import type { RequestRecord } from '../common/gatewayAccess';
import { cleanText } from './failures/redact';
import type { Exchange } from './http/guardedFetch';
import { withKey } from './http/requestHeaders';

export interface GatewayOptions {
  readonly clock: Clock;
  /** Portico's version, for the User-Agent. */
  readonly version: string;
  /** Called once for each request, whether or not it was sent. */
  readonly onRequest: (record: RequestRecord) => void;
  /** Makes IDs for tool calls of gateways that send none: 9 letters and digits. Random by default. */
  readonly newCallId?: () => string;
}

/** Called once per request. After that, only guardedFetch checks the connection. */
export type ResolveConnection = () => Promise<Connection | Failure>;

/** The texts that may not be shown: the key and the values of the extra headers and query parameters. */
export function secretsOf({ key, headers, queryParameters }: Connection): readonly string[] {
  const values = [headers, queryParameters ?? {}]
    .flatMap((entries) => Object.values(entries))
    .map((value) => withKey(value, key ?? ''));
  return key === undefined ? values : [key, ...values];
}

/** Builds a line of the request log; its texts are redacted. */
export function toRequestRecord(
  request: Pick<RequestRecord, 'method' | 'model' | 'durationMs'>,
  exchange: Exchange,
  failure: Failure | undefined,
  connection: Connection,
): RequestRecord {
  const secrets = secretsOf(connection);
  const requestId = failure?.requestId ?? exchange.requestId;
  return omitUndefined({
    ...request,
    path: cleanText(exchange.path, secrets),
    status: exchange.status,
    requestId: requestId === undefined ? undefined : cleanText(requestId, secrets),
    failureKind: failure?.kind,
  });
}
