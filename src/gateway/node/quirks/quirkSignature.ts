// QuirkSignature: how an error shows a quirk.
import type { Signature } from '../failures/signature';

/** A sentence that refuses something. */
export interface RefusalSignature extends Pick<Signature, 'source' | 'sample'> {
  /** A complete phrase. Absent where the sample names the parameter and refuses it. */
  readonly phrase?: RegExp;
  /** What the request of the sample had besides a question, in the words of the tests; absent if nothing else. */
  readonly asked?: string;
}

/** All patterns match messages in lower case. */
export interface QuirkSignature {
  /** The parameter's names in the error's `param`. */
  readonly param?: RegExp;
  /** Its unambiguous names in a message. */
  readonly name: RegExp;
  /** An everyday word that names it only in quotes, next to "parameter" or at the start of a clause. */
  readonly word?: RegExp;
  /** Evidence without which the quirk does not help. */
  readonly requires?: RegExp;
  /** What only looks like a refusal of it, for example of its value: a retry would change the request's meaning. */
  readonly except?: RegExp;
  /** HTTP statuses of a refusal, if not only 400 and 422. */
  readonly statuses?: readonly number[];
  readonly rows: readonly RefusalSignature[];
}
