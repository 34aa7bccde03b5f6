// What each kind of failure means for retries, costs, versions, notices, end states, other models, the setup and the
// connection check: one line per kind, so that the compiler asks for all of it where a kind is added.
import type { FailureKind } from './failure';

interface FailureTraits {
  /**
   * How far the request got. It decides about automatic retries and their explanation, about “You may have been charged”,
   * whether Retry comes before the other buttons, and whether the attempt counts as a version:
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
  /**
   * The stage of the connection check that it is about, if the request for the model list fails. `authorization`: with
   * another key the request may succeed.
   */
  readonly stage: 'url' | 'proxy' | 'tls' | 'answer' | 'authorization' | 'list';
  /** Whether another question would fail in the same way: then the first button is the remedy, not Retry. */
  readonly repeats: boolean;
  /** The step of the setup (`SetupStep`) that sending a question opens instead. */
  readonly missingStep: 'baseUrl' | 'apiKey' | undefined;
}

// prettier-ignore
export const failureTraits: Readonly<Record<FailureKind, FailureTraits>> = {
  notConfigured:     { progress: 'notSent',     lacksModel: 'no',    stage: 'url',           repeats: true,  missingStep: 'baseUrl' },
  keyMissing:        { progress: 'notSent',     lacksModel: 'no',    stage: 'authorization', repeats: true,  missingStep: 'apiKey' },
  keyLost:           { progress: 'notSent',     lacksModel: 'no',    stage: 'authorization', repeats: true,  missingStep: 'apiKey' },
  keyCommandFailed:  { progress: 'notSent',     lacksModel: 'no',    stage: 'authorization', repeats: true,  missingStep: undefined },
  keyRejected:       { progress: 'rejected',    lacksModel: 'no',    stage: 'authorization', repeats: true,  missingStep: undefined },
  insecure:          { progress: 'notSent',     lacksModel: 'no',    stage: 'url',           repeats: true,  missingStep: undefined },
  overBudget:        { progress: 'notSent',     lacksModel: 'no',    stage: 'answer',        repeats: true,  missingStep: undefined },
  forbidden:         { progress: 'rejected',    lacksModel: 'maybe', stage: 'authorization', repeats: true,  missingStep: undefined },
  blocked:           { progress: 'rejected',    lacksModel: 'no',    stage: 'answer',        repeats: true,  missingStep: undefined },
  noCredit:          { progress: 'rejected',    lacksModel: 'no',    stage: 'list',          repeats: true,  missingStep: undefined },
  modelNotFound:     { progress: 'rejected',    lacksModel: 'yes',   stage: 'list',          repeats: true,  missingStep: undefined },
  rateLimited:       { progress: 'busy',        lacksModel: 'no',    stage: 'list',          repeats: false, missingStep: undefined },
  contextTooLong:    { progress: 'rejected',    lacksModel: 'no',    stage: 'list',          repeats: false, missingStep: undefined },
  requestTooLarge:   { progress: 'rejected',    lacksModel: 'no',    stage: 'list',          repeats: false, missingStep: undefined },
  contentFiltered:   { progress: 'rejected',    lacksModel: 'no',    stage: 'list',          repeats: false, missingStep: undefined },
  badRequest:        { progress: 'rejected',    lacksModel: 'maybe', stage: 'list',          repeats: false, missingStep: undefined },
  unreachable:       { progress: 'connecting',  lacksModel: 'no',    stage: 'answer',        repeats: true,  missingStep: undefined },
  certificate:       { progress: 'notSent',     lacksModel: 'no',    stage: 'tls',           repeats: true,  missingStep: undefined },
  proxy:             { progress: 'notSent',     lacksModel: 'no',    stage: 'proxy',         repeats: true,  missingStep: undefined },
  firstTokenTimeout: { progress: 'started',     lacksModel: 'no',    stage: 'answer',        repeats: false, missingStep: undefined },
  idleTimeout:       { progress: 'cutOff',      lacksModel: 'no',    stage: 'answer',        repeats: false, missingStep: undefined },
  totalTimeout:      { progress: 'cutOff',      lacksModel: 'no',    stage: 'answer',        repeats: false, missingStep: undefined },
  connectionLost:    { progress: 'cutOff',      lacksModel: 'no',    stage: 'answer',        repeats: false, missingStep: undefined },
  windowClosed:      { progress: 'cutOff',      lacksModel: 'no',    stage: 'list',          repeats: false, missingStep: undefined },
  redirected:        { progress: 'notSent',     lacksModel: 'no',    stage: 'answer',        repeats: true,  missingStep: undefined },
  notApi:            { progress: 'serverError', lacksModel: 'maybe', stage: 'answer',        repeats: false, missingStep: undefined },
  tooLarge:          { progress: 'cutOff',      lacksModel: 'no',    stage: 'list',          repeats: false, missingStep: undefined },
  emptyReply:        { progress: 'started',     lacksModel: 'maybe', stage: 'list',          repeats: false, missingStep: undefined },
  malformedStream:   { progress: 'cutOff',      lacksModel: 'no',    stage: 'list',          repeats: false, missingStep: undefined },
  streamError:       { progress: 'started',     lacksModel: 'maybe', stage: 'list',          repeats: false, missingStep: undefined },
  malformedCall:     { progress: 'started',     lacksModel: 'no',    stage: 'list',          repeats: false, missingStep: undefined },
  modelLoading:      { progress: 'busy',        lacksModel: 'no',    stage: 'list',          repeats: false, missingStep: undefined },
  serverError:       { progress: 'serverError', lacksModel: 'maybe', stage: 'list',          repeats: false, missingStep: undefined },
  unexpected:        { progress: 'unknown',     lacksModel: 'no',    stage: 'answer',        repeats: false, missingStep: undefined },
};
