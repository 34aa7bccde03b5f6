// The gateway as the rest of the extension sees it; `src/gateway/node/gateway.ts` implements `GatewayAccess`.
import type { ChatModel } from './chatModel';
import type { Connection } from './connection';
import type { BaseUrlProblem, Failure, FailureKind } from './failure';
import type { GatewayRef } from './gatewayRef';
import type { ModelListResult } from './modelRecord';

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
