// What a row of the tables of secrets has.

export interface TokenShape {
  /** It has the flag g. What the group `before` has is not part of the secret. */
  readonly pattern: RegExp;
  /** What the user sees. */
  readonly name: string;
  /** The default is `isKey()`. */
  readonly isSecret?: (value: string, before: string) => boolean;
}

/** Longer ones are data. */
export const maxTokenChars = 512;
