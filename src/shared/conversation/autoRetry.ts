// Automatic retries: requests that Portico repeats or adapts without a click, always in view of the user.
import type { Failure } from './failure';
import type { Quirk } from './quirk';

/** The pause before an automatic retry. */
export interface RetryWait {
  /** Why the request before it failed. */
  readonly failure: Failure;
  /** Length of the pause, in ms. */
  readonly delayMs: number;
  /** End of the pause, in ms since 1970. */
  readonly retryAt: number;
}

/** Why a request was retried automatically, or changed before it was sent. */
export type AutoRetry =
  /** Retried unchanged, after a pause. */
  | { readonly kind: 'delayed'; readonly failure: Failure }
  /** Retried without what the gateway refused. */
  | { readonly kind: 'adapted'; readonly quirk: Quirk; readonly failure: Failure }
  /** Sent without images from the start: the model is known to refuse them. No retry took place. */
  | { readonly kind: 'imagesOmitted'; readonly quirk: 'noImages' };
