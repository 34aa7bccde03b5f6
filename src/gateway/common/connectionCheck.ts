// The connection check as the gateway performs it and the editor shows it.
import type { ChatModel, CompletionRequest } from './chatModel';
import type { Connection } from './connection';
import type { Failure } from './failure';
import type { GatewayAccess, ParsedBaseUrl } from './gatewayAccess';
import type { ModelListResult } from './modelRecord';

/** The stages in the order in which they are shown. */
export const checkStages = [
  'url',
  'dns',
  'tcp',
  'tls',
  'proxy',
  /** Whether the API answers at the Base URL. */
  'answer',
  'authorization',
  'list',
  /** Whether the chosen model is in the list. */
  'model',
  /** A short answer that is not streamed. This stage and the next cost tokens. */
  'unstreamed',
  'streamed',
] as const;

export type CheckStage = (typeof checkStages)[number];

/** The proxy that VS Code's settings and the environment name; the system may use one that they do not name. */
export type ProxyInUse =
  | { readonly kind: 'loopback' | 'excluded' | 'off' | 'system' }
  /** `source`: the setting or the environment variable that names it. */
  | {
      readonly kind: 'named';
      readonly host: string;
      readonly port: number;
      readonly source: string;
    };

export type CheckNote =
  /** The host is an IP address: there is no name to look up. */
  | 'isAddress'
  | 'doneByProxy'
  | 'plainHttp'
  /** The probe failed, but the request got through a proxy that only the system knows. */
  | 'reachedBySystemProxy'
  /** Node.js does not trust the certificate, but the system does. */
  | 'trustedBySystem'
  /** There is no model list under `/v1` either. */
  | 'noListAtV1'
  /** The error does not show whether the key is valid. */
  | 'inconclusive'
  | 'noModel';

/** What a stage found. Texts from other machines are redacted and printable. */
interface CheckFacts {
  readonly baseUrl?: string;
  readonly addresses?: readonly string[];
  readonly connectedTo?: string;
  /** `validTo`: in ms since 1970; NaN where it cannot be read. */
  readonly certificate?: { readonly issuer: string; readonly validTo: number };
  readonly proxy?: ProxyInUse;
  /** HTTP status of an error. */
  readonly status?: number;
  /** The Base URL that works in place of the one that was checked. */
  readonly workingBaseUrl?: string;
  readonly keySent?: boolean;
  readonly modelCount?: number;
  readonly model?: { readonly id: string; readonly isListed: boolean };
  readonly firstTokenMs?: number;
  /** `ms`: from the first chunk to the last. */
  readonly chunks?: { readonly count: number; readonly ms: number };
  /** The model that answered, where it is not the one that was asked. */
  readonly servedBy?: string;
  readonly note?: CheckNote;
}

/** Why a probe failed, where that says more than the kind of failure. */
export type CheckCause =
  | 'notFound'
  | 'lookupFailed'
  | 'refused'
  | 'timedOut'
  | 'notTls'
  | 'expired'
  | 'notYetValid'
  /** The certificate belongs to another host. */
  | 'wrongHost'
  | 'untrusted';

export interface StageResult {
  readonly stage: CheckStage;
  readonly outcome: 'passed' | 'warned' | 'failed' | 'skipped';
  /** Absent where the stage did not wait for anything itself. */
  readonly ms?: number;
  readonly facts: CheckFacts;
  readonly cause?: CheckCause;
  readonly failure?: Failure;
}

export interface CheckedConnection {
  readonly parsed: ParsedBaseUrl;
  /** The ID of the chosen model; `''` for none. */
  readonly model: string;
  readonly proxy: ProxyInUse;
  resolve(): Promise<Connection | Failure>;
  /** Never rejects. */
  list(signal: AbortSignal): Promise<ModelListResult>;
  /** The Base URL that works in place of the one that gave `failure`, if there is one. */
  workingBaseUrl(failure: Failure): Promise<string | undefined>;
}

export interface CheckedModel {
  readonly chatModel: ChatModel;
  readonly request: Omit<CompletionRequest, 'messages' | 'stream'>;
}

/** The gateway port with the connection check, which only Diagnose Connection uses. */
export interface CheckableGatewayAccess extends GatewayAccess {
  readonly check: ConnectionCheck;
}

/** Both never throw and end as soon as `signal` aborts. A later result of a stage replaces an earlier one. */
interface ConnectionCheck {
  /** The free stages, up to the first fault that makes the rest pointless. */
  connection(subject: CheckedConnection, signal: AbortSignal): AsyncIterable<StageResult>;
  /** The last two stages: one request to the model each. */
  model(subject: CheckedModel, signal: AbortSignal): AsyncIterable<StageResult>;
}

/** Whether the model may answer: some gateways have no list, or hide it from the key. */
export function canAskModel(model: string, results: Iterable<StageResult>): boolean {
  const stops = ({ stage, outcome, failure }: StageResult): boolean =>
    outcome === 'failed' && stage !== 'list' && failure?.kind !== 'forbidden';
  return model !== '' && ![...results].some(stops);
}
