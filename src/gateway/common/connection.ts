// The connection to a gateway: the address, key, headers and time limits of its requests.
import type { ApiFormat } from './apiFormat';
import type { Failure } from './failure';

/** All that a request to the current gateway needs. Holds the API key: never log it or send it to the webview. */
export interface Connection {
  /** Normalized: ends in `/v1` or the like, without a trailing slash. */
  readonly baseUrl: string;
  readonly origin: string;
  readonly isLoopback: boolean;
  /** Absent where none is stored; then requests go only to a loopback origin. */
  readonly key?: string;
  /** Present where `key` came from a key command. */
  readonly commandKey?: CommandKey;
  /** Which of the origin's keys `key` is; absent for the default key. */
  readonly keyLabel?: string;
  /** Extra request headers for this origin (`portico.headers`), with placeholders (`placeholders.ts`). */
  readonly headers: Readonly<Record<string, string>>;
  /** Added to every request of this origin (`portico.queryParameters`), with the same placeholders. */
  readonly queryParameters?: Readonly<Record<string, string>>;
  /** Random, and stored for this machine and origin; needed only where a placeholder stands for it. */
  readonly machineId?: string;
  readonly timeouts: Timeouts;
  /** The API formats that the user's settings name for models. */
  readonly apiFormats?: readonly ApiFormat[];
}

/** A key that a program printed (`portico.keyCommand`), for the requests of one question. */
export interface CommandKey {
  /** The key that is sent now. */
  readonly current: string;
  /**
   * Runs the command again for a question whose key was rejected; sends nothing. Resolves to another key,
   * or to why there is none; undefined if it prints the same key, or ran again before. Never rejects.
   */
  replace(rejected: string): Promise<string | Failure | undefined>;
}

/** The time limits of a request; 0 means no limit. */
export interface Timeouts {
  /** The time from sending the request to the first content. */
  readonly firstTokenSeconds: number;
  /** The time between two pieces of content. */
  readonly idleSeconds: number;
  /** The time for a complete response that is not streamed. */
  readonly totalSeconds: number;
}
