// QuirkSignature: how an error shows a quirk.
import type { Quirk } from '../../common/quirk';
import type { Sighting } from '../failures/signature';

/** A sentence that refuses something. All patterns match messages in lower case. */
export interface RefusalSignature extends Sighting {
  /** A complete phrase. Absent where the sample names the parameter and refuses it. */
  readonly phrase?: RegExp;
  /** What the request of the sample had besides a question, in the words of the tests; absent if nothing else. */
  readonly asked?: string;
}

export interface QuirkSignature {
  /** The parameter's names in the error's `param`. */
  readonly param?: RegExp;
  /** Its names in a message, as complete words; absent where only a phrase of the rows shows the quirk. */
  readonly name?: RegExp;
  /** HTTP statuses of a refusal, if not only 400 and 422. */
  readonly statuses?: readonly number[];
  readonly rows: readonly RefusalSignature[];
}

/** A sentence that names a parameter, with a word that refuses something else. */
export interface LookAlikeSignature extends RefusalSignature {
  readonly phrase: RegExp;
  readonly quirks: readonly Quirk[];
}
