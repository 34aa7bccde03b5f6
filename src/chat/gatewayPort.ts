// What the settings and the view need of the gateway's room, which none of them may import.
import type { Failure, FailureKind } from '../shared/conversation/failure';
import type { ChatModel, ModelLister } from './ports';

/** How the gateway of the moment is reached. Holds the key: never logged, never sent to the view. */
export interface Connection {
  /** As used: with `/v1` or its like, without a trailing slash. */
  readonly baseUrl: string;
  readonly origin: string;
  readonly loopback: boolean;
  /** Absent only where none is stored; a request then leaves only if the origin is loopback. */
  readonly key?: string;
  /** Which of the origin's keys that is; absent for the one without a label. */
  readonly keyLabel?: string;
  /** Extra request headers of this origin. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeouts: Timeouts;
}

/** In seconds; 0 means no limit. */
export interface Timeouts {
  /** From sending to the first content. */
  readonly firstTokenSeconds: number;
  /** Between two contents. */
  readonly idleSeconds: number;
  /** A reply that is not streamed, as a whole. */
  readonly totalSeconds: number;
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
  readonly failureKind?: FailureKind;
}

export interface GatewayClient {
  readonly chatModel: ChatModel;
  readonly catalog: ModelLister;
}

export type BaseUrlProblem =
  'empty' | 'credentials' | 'query' | 'fragment' | 'scheme' | 'blank' | 'host';

export type ParsedBaseUrl =
  | {
      readonly ok: true;
      /** As used. */
      readonly baseUrl: string;
      readonly origin: string;
      readonly loopback: boolean;
    }
  | { readonly ok: false; readonly problem: BaseUrlProblem };

export type NormalizedKey =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly problem: 'empty' | 'characters' };

/** What the settings and inputs need to know of the gateway room. */
export interface Gateway {
  parseBaseUrl(typed: string): ParsedBaseUrl;
  normaliseKey(typed: string): NormalizedKey;
  /** `…` and the last four characters; `''` for keys under 12. */
  fingerprint(key: string): string;
  /** Whether an entry of `portico.headers` is sent; one that is not is left out. */
  mayBeSent(name: string, value: string): boolean;
  /** A client that asks for its connection anew before each request. */
  connect(connection: () => Promise<Connection | Failure>): GatewayClient;
}
