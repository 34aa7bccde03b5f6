// What a check of the connection finds out, stage by stage: the gateway's room looks, the editor shows it.
import type { Failure } from '../shared/conversation/failure';
import type { Connection, ParsedBaseUrl } from './gatewayPort';
import type { ChatModel, CompletionRequest, ModelListResult } from './ports';

/** In the order in which they are looked at. */
export const checkStages = [
  'url',
  'dns',
  'tcp',
  'tls',
  'proxy',
  /** What answers at the Base URL, and whether that is the API. */
  'answer',
  'authorization',
  'list',
  /** Whether the chosen model is in the list. */
  'model',
  /** One short answer that is not streamed. */
  'whole',
  'streamed',
] as const;

export type CheckStage = (typeof checkStages)[number];

/** Which proxy a request goes through, as far as settings and environment tell. */
export type ProxyInUse =
  | { readonly kind: 'none'; readonly because: 'loopback' | 'excluded' | 'off' }
  | {
      readonly kind: 'known';
      readonly host: string;
      readonly port: number;
      /** The setting or the environment variable that names it. */
      readonly from: string;
    }
  /** Nothing names one; the system may all the same. */
  | { readonly kind: 'system' };

/** What VS Code is told of proxies; an empty text stands for nothing. */
export interface ProxySettings {
  /** `http.proxySupport` */
  readonly support: string;
  /** `http.proxy` */
  readonly proxy: string;
  /** `http.noProxy` */
  readonly noProxy: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** One thing that a stage found. Texts of other machines are redacted and printable. */
export type Finding =
  | { readonly what: 'baseUrl'; readonly used: string }
  | { readonly what: 'addresses'; readonly addresses: readonly string[] }
  /** The host is an address already: there is no name to look up. */
  | { readonly what: 'isAddress' }
  | { readonly what: 'connectedTo'; readonly address: string }
  | { readonly what: 'leftToProxy' }
  /** What the stage could not do itself was done all the same: by a proxy that the system chose. */
  | { readonly what: 'doneByProxy' }
  | { readonly what: 'plainHttp' }
  | {
      readonly what: 'certificate';
      readonly issuer: string;
      /** Milliseconds since 1970. */
      readonly validTo: number;
    }
  | { readonly what: 'trust'; readonly by: 'bundled' | 'system' }
  | { readonly what: 'proxy'; readonly proxy: ProxyInUse }
  | { readonly what: 'status'; readonly status: number }
  | { readonly what: 'workingBaseUrl'; readonly baseUrl: string }
  /** No model list is found with “/v1” at the end either. */
  | { readonly what: 'noneAtV1' }
  | { readonly what: 'key'; readonly sent: boolean }
  /** The answer was an error that does not tell whether the key is good. */
  | { readonly what: 'untold' }
  | { readonly what: 'models'; readonly count: number }
  | { readonly what: 'model'; readonly id: string; readonly offered: boolean }
  | { readonly what: 'noModel' }
  /** Another model answered than was asked. */
  | { readonly what: 'servedBy'; readonly model: string }
  | { readonly what: 'firstToken'; readonly ms: number }
  | {
      readonly what: 'pieces';
      readonly count: number;
      /** From the first piece to the last, in ms. */
      readonly ms: number;
      /** They came together although the answer took its time: something on the way holds it back. */
      readonly atOnce: boolean;
    };

/** What is wrong, where that is more than the failure's kind says. */
export type CheckCause =
  /** No such name. */
  | 'notFound'
  /** The name could not be looked up. */
  | 'noNameServer'
  | 'refused'
  /** Nothing came within the stage's limit. */
  | 'silent'
  | 'notTls'
  | 'expired'
  | 'notYetValid'
  /** The certificate is for another host. */
  | 'otherHost'
  | 'untrusted';

export interface StageResult {
  readonly stage: CheckStage;
  readonly outcome: 'passed' | 'warned' | 'failed' | 'skipped';
  /** Absent where the stage had nothing of its own to wait for. */
  readonly ms?: number;
  readonly findings: readonly Finding[];
  readonly cause?: CheckCause;
  /** In seconds; where `cause` is `silent`. */
  readonly limitSeconds?: number;
  readonly failure?: Failure;
}

export type CheckEvent =
  | { readonly type: 'begun'; readonly stage: CheckStage }
  | { readonly type: 'ended'; readonly result: StageResult }
  /** The last event of `connection`, unless it was cancelled. */
  | {
      readonly type: 'done';
      /** Whether it makes sense to ask the model. */
      readonly canAsk: boolean;
    };

/** What is checked, and the ways in which it is asked. */
export interface CheckedConnection {
  readonly parsed: ParsedBaseUrl;
  /** The ID of the chosen model; `''` for none. */
  readonly model: string;
  readonly proxySettings: ProxySettings;
  resolve(): Promise<Connection | Failure>;
  list(signal: AbortSignal): Promise<ModelListResult>;
  /** The address that works where the one of `failure` does not, if it is known. */
  workingBaseUrl(failure: Failure): Promise<string | undefined>;
}

export interface CheckedModel {
  readonly chatModel: ChatModel;
  readonly request: Omit<CompletionRequest, 'messages' | 'stream'>;
}

export interface ConnectionCheck {
  /**
   * The stages that cost nothing. Never throws; ends where going on makes no sense, and as soon as
   * `signal` aborts.
   */
  connection(subject: CheckedConnection, signal: AbortSignal): AsyncIterable<CheckEvent>;
  /** The last two stages: asks the model once for each. Never throws. */
  model(subject: CheckedModel, signal: AbortSignal): AsyncIterable<CheckEvent>;
}
