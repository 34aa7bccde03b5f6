// What a request is sent with and what is noted of it, for every file in this folder.
import type { Clock } from '../base/clock';
import type { Connection, RequestRecord } from '../chat/gatewayPort';
import type { Failure } from '../shared/conversation/failure';

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
