// A rule of the scanner: literals without which nothing matches, and what finds secrets around them.

/** UTF-16 offsets in the text; `end` is exclusive. */
export interface FoundSecret {
  readonly start: number;
  readonly end: number;
  /** For the user. */
  readonly rule: string;
}

export interface ScannerRule {
  /** Of ASCII characters; where their case matters, the rule checks it. */
  readonly literals: readonly string[];
  /** Starts the scan of a text. */
  readonly scan: (text: string, report: (secret: FoundSecret) => void) => RuleScan;
}

export interface RuleScan {
  /** Called for each occurrence of one of the literals, in the order in which they end. */
  readonly onLiteral: (start: number, literal: string) => void;
  readonly finish?: () => void;
}
