// A request belongs to one gateway and one key; both are fixed here before anything is sent.
import type { Failure } from '../shared/failure';

/** All limits in seconds; 0 means no limit. */
export interface Timeouts {
  /** From sending to the first content of a streamed answer. */
  readonly firstTokenSeconds: number;
  /** Between two pieces of content of a streamed answer. */
  readonly idleSeconds: number;
  /** From sending to the end of a reply that is not streamed. */
  readonly totalSeconds: number;
}

/** One gateway as it is asked now. `baseUrl`, `origin` and `loopback` are what parseBaseUrl gives. */
export interface Connection {
  readonly baseUrl: string;
  readonly origin: string;
  readonly loopback: boolean;
  /** The origin's key, normalised. */
  readonly key?: string;
  /** A key was stored for this origin, whether or not it can still be read. */
  readonly keyStored: boolean;
  /** The origin's extra request headers; names that are refused are left out when sending. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeouts: Timeouts;
}

/** One line of the log: never contents, never the key. */
export interface RequestRecord {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly model?: string;
  /** HTTP status, where an answer came. */
  readonly status?: number;
  readonly ms: number;
  readonly requestId?: string;
  readonly failureKind?: Failure['kind'];
}

export interface GatewayOptions {
  /** The Base URL of the gateway in use, without asking anything; undefined when there is none. */
  readonly baseUrl: () => string | undefined;
  /** Resolved anew for each request; a failure is then all that the request gives. */
  readonly connection: () => Promise<Connection | Failure>;
  /** Portico's own version, for the User-Agent. */
  readonly version: string;
  readonly onRequest: (record: RequestRecord) => void;
}

export function isFailure(value: Connection | Failure): value is Failure {
  return 'kind' in value;
}

/** What must never be seen: the key and the values of the extra headers. */
export function secretsOf(connection: Connection): readonly string[] {
  const values = Object.values(connection.headers);
  return connection.key === undefined ? values : [connection.key, ...values];
}
