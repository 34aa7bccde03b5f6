// What each kind of failure means for retries, costs, end states, other models and the connection check:
// one line per kind, so that the compiler asks for a new one.
import type { FailureKind } from './failure';
import type { CheckStage } from './connectionCheck';

interface FailureTraits {
  /**
   * How far the request got:
   * - `notSent`: no gateway has it
   * - `connecting`: it may have been sent, see `nothingSent`
   * - `rejected`: the gateway answered it with an error
   * - `busy`: the gateway limits requests
   * - `serverError`: the gateway failed, or something in front of it; the status says more
   * - `started`: the gateway may have worked on the answer
   * - `cutOff`: like `started`, but the transport failed instead of the stream reporting an error
   * - `unknown`: Portico failed, see `wasSent`
   */
  readonly progress:
    | 'notSent'
    | 'connecting'
    | 'rejected'
    | 'busy'
    | 'serverError'
    | 'started'
    | 'cutOff'
    | 'unknown';
  /** Whether the gateway lacks the model; a fresh model list clears up `maybe`. */
  readonly lacksModel: 'yes' | 'maybe' | 'no';
  /** The stage of the connection check that it is about, if the request for the model list fails. */
  readonly stage: CheckStage;
  /** Whether another question would fail in the same way. */
  readonly repeats: boolean;
}

export const failureTraits: Readonly<Record<FailureKind, FailureTraits>> = {
  notConfigured: { progress: 'notSent', lacksModel: 'no', stage: 'url', repeats: true },
  keyMissing: { progress: 'notSent', lacksModel: 'no', stage: 'authorization', repeats: true },
  keyLost: { progress: 'notSent', lacksModel: 'no', stage: 'authorization', repeats: true },
  keyCommandFailed: {
    progress: 'notSent',
    lacksModel: 'no',
    stage: 'authorization',
    repeats: true,
  },
  keyRejected: { progress: 'rejected', lacksModel: 'no', stage: 'authorization', repeats: true },
  insecure: { progress: 'notSent', lacksModel: 'no', stage: 'url', repeats: true },
  forbidden: { progress: 'rejected', lacksModel: 'maybe', stage: 'authorization', repeats: true },
  noCredit: { progress: 'rejected', lacksModel: 'no', stage: 'list', repeats: true },
  modelNotFound: { progress: 'rejected', lacksModel: 'yes', stage: 'list', repeats: true },
  rateLimited: { progress: 'busy', lacksModel: 'no', stage: 'list', repeats: false },
  contextTooLong: { progress: 'rejected', lacksModel: 'no', stage: 'list', repeats: false },
  requestTooLarge: { progress: 'rejected', lacksModel: 'no', stage: 'list', repeats: false },
  contentFiltered: { progress: 'rejected', lacksModel: 'no', stage: 'list', repeats: false },
  badRequest: { progress: 'rejected', lacksModel: 'maybe', stage: 'list', repeats: false },
  unreachable: { progress: 'connecting', lacksModel: 'no', stage: 'answer', repeats: true },
  certificate: { progress: 'notSent', lacksModel: 'no', stage: 'tls', repeats: true },
  proxy: { progress: 'notSent', lacksModel: 'no', stage: 'proxy', repeats: true },
  firstTokenTimeout: { progress: 'started', lacksModel: 'no', stage: 'answer', repeats: false },
  idleTimeout: { progress: 'cutOff', lacksModel: 'no', stage: 'answer', repeats: false },
  totalTimeout: { progress: 'cutOff', lacksModel: 'no', stage: 'answer', repeats: false },
  connectionLost: { progress: 'cutOff', lacksModel: 'no', stage: 'answer', repeats: false },
  windowClosed: { progress: 'cutOff', lacksModel: 'no', stage: 'list', repeats: false },
  redirected: { progress: 'notSent', lacksModel: 'no', stage: 'answer', repeats: true },
  notApi: { progress: 'serverError', lacksModel: 'maybe', stage: 'answer', repeats: false },
  tooLarge: { progress: 'cutOff', lacksModel: 'no', stage: 'list', repeats: false },
  emptyReply: { progress: 'started', lacksModel: 'maybe', stage: 'list', repeats: false },
  malformedStream: { progress: 'cutOff', lacksModel: 'no', stage: 'list', repeats: false },
  streamError: { progress: 'started', lacksModel: 'maybe', stage: 'list', repeats: false },
  serverError: { progress: 'serverError', lacksModel: 'maybe', stage: 'list', repeats: false },
  unexpected: { progress: 'unknown', lacksModel: 'no', stage: 'answer', repeats: false },
};
