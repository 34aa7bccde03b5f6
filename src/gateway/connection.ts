// What a request is sent with and what is noted of it, for every file in this folder.
import type { Clock } from '../base/clock';
import type { Connection } from '../chat/ports';
import type { Failure, FailureKind } from '../shared/failure';

/** One line of the log: never contents, never the key. */
export interface RequestRecord {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly model?: string;
  /** HTTP status, where an answer came. */
  readonly status?: number;
  readonly ms: number;
  readonly requestId?: string;
  readonly failureKind?: FailureKind;
}

export interface GatewayOptions {
  readonly clock: Clock;
  /** Portico's own version, for the User-Agent. */
  readonly version: string;
  /** Called once for each request that left or was kept from leaving. */
  readonly onRequest: (record: RequestRecord) => void;
}

/** Resolved anew for each request; a failure is then all that the request gives. */
export type ResolveConnection = () => Promise<Connection | Failure>;

export function isFailure(value: Connection | Failure): value is Failure {
  return 'kind' in value;
}

/** What must never be seen: the key and the values of the extra headers. */
export function secretsOf(connection: Connection): readonly string[] {
  const values = Object.values(connection.headers);
  return connection.key === undefined ? values : [connection.key, ...values];
}
