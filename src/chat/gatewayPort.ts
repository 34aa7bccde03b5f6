// The gateway as the rest of the extension sees it; `src/gateway` implements `GatewayAccess`.
import type { ApiFormat } from '../shared/conversation/apiFormat';
import type { BaseUrlProblem, Failure, FailureKind } from '../shared/conversation/failure';
import type { ChatModel, ModelLister } from './ports';

/** All that a request to the current gateway needs. Holds the API key: never log it or send it to the webview. */
export interface Connection {
  /** Normalized: ends in `/v1` or the like, without a trailing slash. */
  readonly baseUrl: string;
  readonly origin: string;
  readonly isLoopback: boolean;
  /** Absent where none is stored; then requests go only to a loopback origin. */
  readonly key?: string;
  /** Which of the origin's keys `key` is; absent for the default key. */
  readonly keyLabel?: string;
  /** Extra request headers for this origin (`portico.headers`). */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeouts: Timeouts;
  /** The API formats that the user's settings name for models. */
  readonly apiFormats?: readonly ApiFormat[];
}

/** In seconds; 0 means no limit. */
export interface Timeouts {
  /** From sending the request to the first content. */
  readonly firstTokenSeconds: number;
  /** Between two pieces of content. */
  readonly idleSeconds: number;
  /** For a complete response that is not streamed. */
  readonly totalSeconds: number;
}

/** One line of the request log. Never holds contents or the key. */
export interface RequestRecord {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly model?: string;
  /** HTTP status; absent without a response. */
  readonly status?: number;
  readonly durationMs: number;
  readonly requestId?: string;
  readonly failureKind?: FailureKind;
}

export interface GatewayClient {
  readonly chatModel: ChatModel;
  readonly modelLister: ModelLister;
}

export type ParsedBaseUrl =
  | {
      readonly ok: true;
      /** Normalized, as in `Connection`. */
      readonly baseUrl: string;
      readonly origin: string;
      readonly isLoopback: boolean;
    }
  | { readonly ok: false; readonly problem: BaseUrlProblem };

export type NormalizedKey =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly problem: 'empty' | 'characters' };

/** Reads what the user enters about gateways, and creates clients that send requests to them. */
export interface GatewayAccess {
  parseBaseUrl(typed: string): ParsedBaseUrl;
  /** Trims an API key as typed or pasted by the user. */
  normalizeKey(typed: string): NormalizedKey;
  /** `…` and the key's last four characters; `''` for keys of fewer than 12. */
  fingerprint(key: string): string;
  /** Whether an entry of `portico.headers` may be sent; others are ignored. */
  isAllowedHeader(name: string, value: string): boolean;
  /** A client that calls `connection` before each request. */
  connect(connection: () => Promise<Connection | Failure>): GatewayClient;
}

/** Tells a result from a failure. The result must not have a `kind` of its own. */
export function isFailure(result: object): result is Failure {
  return 'kind' in result;
}
