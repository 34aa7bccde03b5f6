// The gateway as the rest of the extension sees it; `src/gateway` implements `GatewayAccess`.
import type { ApiFormat } from './apiFormat';
import type { GatewayRef } from './gatewayRef';
import type { BaseUrlProblem, Failure, FailureKind } from './failure';
import type { ChatModel, ModelListResult } from './ports';

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
  /** Extra request headers for this origin (`portico.headers`), with `${apiKey}` in place of the key. */
  readonly headers: Readonly<Record<string, string>>;
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

export type RefreshedModelList = ModelListResult & {
  /** Which gateway was asked; absent if nothing could be sent. */
  readonly gateway?: GatewayRef;
};

export interface ModelLister {
  /** Requests the model list from the gateway. Never throws. */
  refresh(signal?: AbortSignal): Promise<RefreshedModelList>;
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
  /** Whether an allowed header carries the key with `${apiKey}`; then a request needs one. */
  sendsKeyInHeader(headers: Connection['headers']): boolean;
  /** A client that calls `connection` before each request. */
  connect(connection: () => Promise<Connection | Failure>): GatewayClient;
}

/** Tells a result from a failure. The result must not have a `kind` of its own. */
export function isFailure(result: object): result is Failure {
  return 'kind' in result;
}
