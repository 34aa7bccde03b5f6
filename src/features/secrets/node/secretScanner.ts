// What a scan for secrets is to the checks before sending: its findings, and how they are masked.
import { base64Cores } from '../../../gateway/node/failures/redact';

/** UTF-16 offsets in the text; `end` is exclusive. */
export interface FoundSecret {
  readonly start: number;
  readonly end: number;
  /** What the user sees, for example “GitHub token”. */
  readonly rule: string;
}

/** Finds the secrets that one rule knows, in any order. */
export type ScannerRule = (text: string) => Iterable<FoundSecret>;

export interface SecretFinding extends FoundSecret {
  /** The index of the text in which it was found. */
  readonly textIndex: number;
  /** The first line is 1. */
  readonly line: number;
  /** Its first characters; never all of it. */
  readonly masked: string;
  /** One-way hash of the secret. */
  readonly digest: string;
}

export interface SecretScanResult {
  readonly findings: readonly SecretFinding[];
  /** The scan took too long or failed: there may be others. */
  readonly isIncomplete: boolean;
}

export interface SecretScanner {
  /** Prepares for the first scan, which would be slower otherwise. */
  warmUp(): void;
  /**
   * Never rejects.
   *
   * @param known secrets to look for, for example the key of the gateway
   */
  scan(
    texts: readonly string[],
    known: readonly string[],
    signal: AbortSignal,
  ): Promise<SecretScanResult>;
}

/** How the key of a gateway may be written in a text: as it is, for a URL, and within Base64. */
export function formsOfKey(key = ''): readonly string[] {
  if (key === '') {
    return [];
  }
  const encoded = encodeURIComponent(key.toWellFormed());
  const lowerCase = encoded.replaceAll(/%../gu, (code) => code.toLowerCase());
  return [key, encoded, lowerCase, ...base64Cores(key)];
}

export function placeholderFor(rule: string): string {
  return `[${rule} removed]`;
}

/** Replaces each finding, all of which are in this text. */
export function maskSecrets(text: string, findings: readonly FoundSecret[]): string {
  let result = '';
  let end = 0;
  for (const finding of findings.toSorted((a, b) => a.start - b.start)) {
    if (finding.start >= end) {
      result += text.slice(end, finding.start) + placeholderFor(finding.rule);
    }
    end = Math.max(end, finding.end);
  }
  return result + text.slice(end);
}
