// The gateway as the rest of the extension sees it; `src/gateway/node/gateway.ts` implements `GatewayAccess`.
import type { ApiFormat } from './apiFormat';
import type { BalanceAddress, BalanceResult } from './balance';
import type { ChatModel } from './chatModel';
import type { Connection } from './connection';
import type { BaseUrlProblem, Failure, FailureKind } from './failure';
import type { GatewayRef } from './gatewayRef';
import type { GatewaySoftware, ModelListResult } from './modelRecord';
import type { Price } from './usage';

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
  /**
   * Requests the price list that the software has beside its model list. Never throws.
   * @returns prices by model ID; undefined if there is no such list, or it could not be fetched
   */
  prices(
    software: GatewaySoftware,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, Price> | undefined>;
}

export interface BalanceAccess {
  /** Asks as the software wants to be asked. Never throws. */
  ask(software: GatewaySoftware, signal?: AbortSignal): Promise<BalanceResult>;
}

export interface GatewayClient {
  readonly chatModel: ChatModel;
  readonly modelLister: ModelLister;
  readonly balance: BalanceAccess;
}

export type ParsedBaseUrl =
  | {
      readonly ok: true;
      /** Normalized, as in `Connection`. */
      readonly baseUrl: string;
      readonly origin: string;
      readonly isLoopback: boolean;
    }
  | {
      readonly ok: false;
      readonly problem: BaseUrlProblem;
      /** The two parts of an address whose only problem is its query. */
      readonly split?: {
        readonly baseUrl: string;
        readonly queryParameters: Readonly<Record<string, string>>;
      };
    };

export type NormalizedKey =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly problem: 'empty' | 'characters' };

/** What a pasted text or a link says about one gateway. */
export interface FoundSetup {
  /** Normalized, as in `ParsedBaseUrl`. */
  readonly baseUrl: string;
  /** Split off from the address. */
  readonly queryParameters?: Readonly<Record<string, string>>;
  readonly key?: string;
  readonly name?: string;
  readonly model?: string;
  readonly apiFormat?: ApiFormat;
}

export type SetupReading = {
  /** The text has a secret, or may have one, which may belong to something else: it is not shown. */
  readonly hasSecret: boolean;
} & (
  | {
      readonly type: 'found';
      /** At least one, in the order of the text; no two have the same address, key and model. */
      readonly setups: readonly [FoundSetup, ...FoundSetup[]];
    }
  | {
      /** Nothing says where the key belongs. */
      readonly type: 'key';
      readonly key: string;
      /** The address of the only provider whose keys begin like this one. */
      readonly baseUrl?: string;
    }
  | {
      readonly type: 'problem';
      /** `mcp`: it sets up servers of tools. */
      readonly problem: BaseUrlProblem | 'tooLong' | 'mcp';
    }
);

/** Reads what the user enters about gateways, and creates clients that send requests to them. */
export interface GatewayAccess {
  parseBaseUrl(typed: string): ParsedBaseUrl;
  /** Reads what a pasted text or a link says about gateways; an address alone as `parseBaseUrl()` does. */
  readSetup(text: string): SetupReading;
  /** Where to look for the API if it is not at a Base URL, the likeliest address first. */
  neighboringBaseUrls(baseUrl: string): readonly string[];
  /** Trims an API key as typed or pasted by the user. */
  normalizeKey(typed: string): NormalizedKey;
  /** `…` and the key's last four characters; `''` for keys of fewer than 12. */
  fingerprint(key: string): string;
  /** Whether an entry of `portico.headers` may be sent; others are ignored. */
  readonly isAllowedHeader: (name: string, value: string) => boolean;
  /** The same of an entry of `portico.queryParameters`. */
  readonly isAllowedQueryParameter: (name: string, value: string) => boolean;
  /** Whether a header or query parameter that may be sent has `${apiKey}`; then a request needs a key. */
  placesKey(connection: Pick<Connection, 'headers' | 'queryParameters'>): boolean;
  /** Where each software would be asked for the balance. Sends nothing. */
  balanceAddresses(baseUrl: string): readonly BalanceAddress[];
  /** A client that calls `connection` before each request. */
  connect(connection: () => Promise<Connection | Failure>): GatewayClient;
}
