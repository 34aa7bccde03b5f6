// Failures: one name for everything that can go wrong with a request, shared by texts, buttons and tests.
import type { Quirk } from './quirk';

export const failureKinds = [
  /** The Base URL is missing or invalid. Nothing was sent. */
  'notConfigured',
  /** The gateway requires a key and none is stored. */
  'keyMissing',
  /** A key was stored, but VS Code no longer has it. Nothing was sent. */
  'keyLost',
  /** The program of `portico.keyCommand` gave no key. Nothing was sent. */
  'keyCommandFailed',
  /** The gateway rejected the key (401). */
  'keyRejected',
  /** Plain http to another machine, without the user's consent. Nothing was sent. */
  'insecure',
  /** It would reach the user's budget, and the user has not agreed. Nothing was sent. */
  'overBudget',
  /** The key may not do this (403). */
  'forbidden',
  /** A firewall, an address list or a region check refused where the request came from. */
  'blocked',
  /** The account has no credit left. */
  'noCredit',
  /** The gateway does not offer the model, or no longer does. */
  'modelNotFound',
  'rateLimited',
  /** The request exceeds the model's context length. */
  'contextTooLong',
  /** The request has too many bytes, or more tokens than the rate limit ever allows at once. */
  'requestTooLarge',
  /** A content filter in front of the model rejected the request. */
  'contentFiltered',
  /** The gateway rejected the request for another reason. */
  'badRequest',
  /** The host name was not resolved, or no connection was made. Nothing was sent. */
  'unreachable',
  'certificate',
  /** The proxy rejected the request or failed. */
  'proxy',
  /** No content within the first-token time-out. */
  'firstTokenTimeout',
  /** No further content within the idle time-out. */
  'idleTimeout',
  /** A response that is not streamed took too long. */
  'totalTimeout',
  /** The connection broke after the request was sent. */
  'connectionLost',
  /** The window was reloaded or closed while the answer was running. */
  'windowClosed',
  /** The gateway redirected the request. Portico follows no redirects. */
  'redirected',
  /** The response is HTML, or otherwise not from the API. */
  'notApi',
  /** The response exceeded a size limit. */
  'tooLarge',
  /** The gateway answered without content. */
  'emptyReply',
  /** The stream contained an event that cannot be parsed. */
  'malformedStream',
  /** The stream reported an error that no other kind describes. */
  'streamError',
  /** The provider could not read the call of a tool that the model wrote. */
  'malformedCall',
  /** The server has to load the model first. */
  'modelLoading',
  /** The gateway reported that it failed (5xx). */
  'serverError',
  /** A defect in Portico. */
  'unexpected',
] as const;

export type FailureKind = (typeof failureKinds)[number];

/** What a model may answer with besides text. */
export const mediaKinds = ['image', 'audio', 'video'] as const;

export type Media = (typeof mediaKinds)[number];

export const baseUrlProblems = [
  'empty',
  'credentials',
  'query',
  'fragment',
  'scheme',
  'blank',
  'host',
  'key',
  'characters',
] as const;

export type BaseUrlProblem = (typeof baseUrlProblems)[number];

export const keyCommandProblems = [
  /** The user did not allow to run it. */
  'declined',
  /** The argument list is too long to be shown before it runs. */
  'tooLong',
  /** No program has this name, or none is at this path. */
  'notFound',
  /** Windows runs batch files with a shell. */
  'batchFile',
  'notStarted',
  /** It ended with another exit code than 0. */
  'exitCode',
  /** A signal ended it. */
  'killed',
  'timedOut',
  'tooMuchOutput',
  /** It printed something that cannot be a key. */
  'noKey',
  /** The user canceled it, or the window was closed. */
  'canceled',
] as const;

export type KeyCommandProblem = (typeof keyCommandProblems)[number];

export const notApiCauses = [
  'missingV1',
  'signInPage',
  'wrongPath',
  /** The API itself reports that it has nothing at the URL; `detail` quotes it. */
  'unknownUrl',
  'gatewayDown',
] as const;

export type NotApiCause = (typeof notApiCauses)[number];

/** How a response breaks the rules of HTTP or a limit that VS Code's network stack has for it, or the scheme is wrong. */
export const protocolFaults = [
  /** The address has https, and the server answers without TLS. */
  'notTls',
  /** The address has http, and the server accepts only TLS. */
  'tlsOnly',
  'headersTooLarge',
  /** It is longer or shorter than its Content-Length says. */
  'contentLength',
  /** It cannot be decompressed. */
  'compression',
  'invalidHttp',
] as const;

export type ProtocolFault = (typeof protocolFaults)[number];

/** A header or query parameter that a gateway wants with each request, and that the user can set. */
export interface Demand {
  readonly place: 'header' | 'queryParameter';
  readonly name: string;
  /** The origin that demands it. */
  readonly origin: string;
}

/** Why there is no complete answer. Contains no secrets: all texts are redacted. */
export interface Failure {
  readonly kind: FailureKind;
  /** Why nothing is configured. */
  readonly baseUrlProblem?: BaseUrlProblem;
  /** Why a key command returned no key. No failure contains its output. */
  readonly keyCommandProblem?: KeyCommandProblem;
  /** What the key command exited with. */
  readonly exitCode?: number;
  /** The key that was sent came from a key command, not from the secret storage. */
  readonly keyFromCommand?: true;
  /** HTTP status, if there was a response. */
  readonly status?: number;
  /** The request certainly never left the machine: no DNS, connection or TLS. Such a request can be retried at no cost. */
  readonly nothingSent?: true;
  /** The request had left the machine when Portico failed, which is `unexpected`. */
  readonly wasSent?: true;
  /** The gateway's reply proves that it did not start to answer: only for status 503, where it may have. */
  readonly notStarted?: true;
  /** `modelLoading` has it: the server is on the user's own machine or network, and is asked again until it is ready. */
  readonly isLocal?: true;
  /** The gateway asks not to send the request again (`x-should-retry: false`). */
  readonly retryForbidden?: true;
  /** How long the server asked to wait. */
  readonly retryAfterMs?: number;
  readonly requestId?: string;
  /** The message of the server or the operating system, redacted, at most 2 KB. */
  readonly detail?: string;
  /** `host[:port]` of the request. */
  readonly host?: string;
  /** The name of the key, if it has one. */
  readonly keyLabel?: string;
  /** How much of the budget is spent, and how to go on: a text for the user. */
  readonly budgetAdvice?: string;
  /** The target of the redirect that was not followed: origin and path, no query. */
  readonly redirectTarget?: string;
  /** The most likely reason for `notApi`. */
  readonly likelyCause?: NotApiCause;
  /** What was wrong with the response itself. */
  readonly protocolFault?: ProtocolFault;
  /** The gateway says that the model does not answer requests in this API format. */
  readonly wrongApiFormat?: true;
  /** Only the HTTP status says `forbidden` or `keyRejected`: the reason may be something other than key and model. */
  readonly unexplained?: true;
  /** What the gateway says that the request lacked. */
  readonly demand?: Demand;
  /** What the answer had in place of text. */
  readonly media?: Media;
  /** The time-out that expired. */
  readonly timeoutSeconds?: number;
  /** The time-out is not a setting: the user cannot change it. */
  readonly isFixedTimeout?: true;
  /** What the gateway rejected, if a request without it may succeed. */
  readonly quirk?: Quirk;
  /**
   * The most tokens that the request may ask for (`portico.maxTokens`), where it asked for more and the prompt
   * itself fits.
   */
  readonly maxOutputTokens?: number;
  /** Tokens that the request needs and that the model accepts, if the server reported them. */
  readonly tokens?: { readonly needed?: number; readonly limit?: number };
}

/** Time-outs of servers, and of the proxies in front of them; 522 and 524 are Cloudflare's. */
export const slowStatuses: readonly number[] = [408, 504, 522, 524];

/** Tells a result from a failure. The result must not have a `kind`. */
export function isFailure(result: object): result is Failure {
  return 'kind' in result;
}
