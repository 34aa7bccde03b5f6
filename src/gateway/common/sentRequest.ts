// A request as it was sent, for the view of the sent request.
import type { JsonRecord } from '../../base/mergeObjects';

/** Stands for the API key wherever a request is shown. */
export const keyVariable = '$PORTICO_API_KEY';

/** Stands for the values of the user's own headers wherever a request is shown. */
export const hiddenValue = '[hidden]';

/** A request as sent, with the placeholders above from the start: it never held the key. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body byte for byte. */
  readonly body: string;
  /** The parameters from the user's settings, which the body contains. */
  readonly parameters?: JsonRecord;
}
