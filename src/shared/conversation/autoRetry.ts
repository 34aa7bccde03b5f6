// A question that is asked again without a click: why, and for how long it waits before.
import type { Failure } from './failure';
import type { Quirk } from './quirk';

/** The pause before a question is asked again by itself. */
export interface RetryWait {
  /** Why no answer came. */
  readonly failure: Failure;
  /** The whole pause, in ms. */
  readonly ms: number;
  /** When it is over, in milliseconds since 1970. */
  readonly until: number;
}

/** Why a question was asked again without a click, or without all that it holds. */
export type AutoRetry =
  /** After a pause, as it was. */
  | { readonly kind: 'waited'; readonly failure: Failure }
  /** Without what was refused. */
  | { readonly kind: 'quirk'; readonly quirk: Quirk; readonly failure: Failure }
  /** It was sent without its pictures at once: the model is known to refuse them. */
  | { readonly kind: 'omitted'; readonly quirk: 'noImages' };
