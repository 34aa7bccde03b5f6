// QuirkRule: how an error shows a quirk, and how the request changes.
import type { CompletionRequest } from '../../common/ports';

/** All patterns match messages in lower case. */
export interface QuirkRule {
  /** The parameter's names in the error's `param`. */
  readonly param?: RegExp;
  /** Its unambiguous names in a message. */
  readonly name: string;
  /** An everyday word that names it only in quotes, beside "parameter" or at the start of a sentence. */
  readonly word?: string;
  /** Complete phrases that reject it. */
  readonly phrase?: RegExp;
  /** Evidence without which the quirk does not help. */
  readonly requires?: RegExp;
  /** What only looks like a rejection of it, for example of its value: a retry would change the request's meaning. */
  readonly except?: RegExp;
  /** HTTP statuses of a rejection, if not only 400 and 422. */
  readonly statuses?: readonly number[];
  /** What is sent instead. Absent where the API formats read the quirk when they write the body. */
  readonly apply?: (request: CompletionRequest) => CompletionRequest;
}
