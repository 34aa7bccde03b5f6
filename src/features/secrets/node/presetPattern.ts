// A pattern of secretlint's rules: what it needs, and how far it reaches around that.

export interface PresetPattern {
  /** The rule's ID without "@secretlint/secretlint-rule-". */
  readonly rule: string;
  /** Each match contains at least one of them. */
  readonly literals: readonly string[];
  /** A literal in another letter case is none. */
  readonly isCaseSensitive?: boolean;
  /** How far a match may begin before the literal, with the characters that decide whether it begins there. */
  readonly before?: number;
  /** How far a match may reach from the literal's start, with the characters that decide whether it ends there. */
  readonly after: number;
  /**
   * What `after` counts where a match has no longest length: characters that are not white space; or it counts from the
   * end of the line, or of the letters, digits and hyphens, instead.
   */
  readonly unit?: 'visible' | 'line' | 'word';
  /** Has to match right behind the literal. With the flag y. */
  readonly follows?: RegExp;
  /** Names by message ID. */
  readonly names: Readonly<Record<string, string>>;
  /** The path that makes the rule apply the pattern. */
  readonly path?: string;
  /** Whether anything may stand for the secret, a placeholder too. */
  readonly isFreeText?: boolean;
  /** What is secret of that which the rule reports: by default all of it. */
  readonly value?: 'password' | 'word';
  /** What is between the start that the rule reports and the secret, where it reports the start of something longer. */
  readonly separator?: RegExp;
}
