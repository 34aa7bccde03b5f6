// Adjustments: requests that Portico repeats, adapts or changes without a click, always in view of the user.
import type { Failure } from './failure';
import type { Quirk } from './quirk';

/** The pause before an automatic retry. */
export interface RetryWait {
  /** Why the request before it failed. */
  readonly failure: Failure;
  /** The length of the pause. */
  readonly delayMs: number;
  /** The end of the pause, in ms since 1970. */
  readonly retryAt: number;
}

/** What Portico did about a request on its own. */
export type RequestAdjustment =
  /** Retried unchanged, after a pause. */
  | { readonly kind: 'delayed'; readonly failure: Failure }
  /** Retried without what the gateway rejected. */
  | { readonly kind: 'adapted'; readonly quirk: Quirk; readonly failure: Failure }
  /** Retried with the limit on the answer that the gateway named. */
  | { readonly kind: 'maxTokensLowered'; readonly failure: Failure }
  /** Sent again with a new key of the key command, since the gateway rejected the one before. */
  | { readonly kind: 'keyRenewed'; readonly failure: Failure }
  /** Sent without images from the start: the model is known to reject them. */
  | { readonly kind: 'imagesOmitted'; readonly quirk: 'noImages' };
