// Everything that can go wrong with a request has one name here, so that text, buttons and tests agree.
import type { Quirk } from './quirk';

export const failureKinds = [
  /** No Base URL, or one that cannot be used. Nothing was sent. */
  'notConfigured',
  /** The gateway needs a key and none is stored. */
  'keyMissing',
  /** A key was stored earlier, and VS Code no longer has it. Nothing was sent. */
  'keyLost',
  /** The gateway refused the key (401). */
  'keyRejected',
  /** Plain http to another machine, and the user has not agreed. Nothing was sent. */
  'insecure',
  /** The conversation was held elsewhere, and the user has not agreed to go on here. Nothing was sent. */
  'otherGateway',
  'forbidden',
  'noCredit',
  'modelGone',
  'rateLimited',
  'contextTooLong',
  'badRequest',
  /** Name not resolved, connection refused, no route. Nothing was sent. */
  'unreachable',
  'certificate',
  'proxy',
  'firstTokenTimeout',
  'idleTimeout',
  'totalTimeout',
  /** The connection broke after the request was sent. */
  'connectionLost',
  /** The window was reloaded or closed while the answer ran. */
  'windowClosed',
  'redirected',
  /** HTML or another answer that is not the API's. */
  'notApi',
  /** A size cap was met. */
  'tooLarge',
  'emptyReply',
  /** An event in mid-stream that could not be read. */
  'garbled',
  /** The stream itself reported an error that has no better name. */
  'streamError',
  'serverError',
  'unexpected',
] as const;

export type FailureKind = (typeof failureKinds)[number];

/** Why no (whole) answer came. Holds nothing secret: every text is redacted before it gets here. */
export interface Failure {
  readonly kind: FailureKind;
  /** HTTP status, where an answer came. */
  readonly status?: number;
  /** The request never left: no name, no connection or no TLS. Only where that is certain. */
  readonly nothingSent?: true;
  /** How long the server asks to wait, in ms. */
  readonly retryAfterMs?: number;
  /** The gateway's own ID of the request. */
  readonly requestId?: string;
  /** The server's or the system's own words, redacted, at most 2 KB. */
  readonly detail?: string;
  /** `host[:port]` that was asked. */
  readonly host?: string;
  /** Which of the gateway's keys is meant, where it has a label. */
  readonly keyLabel?: string;
  /** Where a refused redirect pointed to: origin and path, no query. */
  readonly target?: string;
  /** What most likely explains an answer that is not the API's. */
  readonly likelyCause?: 'missingV1' | 'signInPage' | 'wrongPath' | 'gatewayDown';
  /** The limit that ran out, in seconds. */
  readonly limitSeconds?: number;
  /** The limit is not the user's setting but one that nobody here can change. */
  readonly fixedLimit?: true;
  /** What the gateway refused of the request, where asking without it may help. */
  readonly quirk?: Quirk;
  /** Tokens the request needs and tokens the model takes, where the server said so. */
  readonly tokens?: { readonly needed?: number; readonly limit?: number };
}
