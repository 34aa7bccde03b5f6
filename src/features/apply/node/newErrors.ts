// Tells which errors of a file are new after a change. One that only moved is the same: its message, code and source are, and
// it stands where the change has put its line, or in a line with the same text.
import type { LineRange } from '../common/fileText';

export interface FoundError {
  /** Counted from 0. */
  readonly line: number;
  readonly message: string;
  readonly code: string;
  /** The program that reports it. */
  readonly source: string;
  /** The line of code. */
  readonly text: string;
}

/** An error that was found before. */
export interface KnownError<E extends FoundError = FoundError> {
  error: E;
  /** The lines in which it must be now: several if a change has replaced its line. */
  at: LineRange;
}

export function knownError<E extends FoundError>(error: E): KnownError<E> {
  return { error, at: { start: error.line, end: error.line + 1 } };
}

/** Each known error is at most one of those now. The earlier of two equal known ones is found first. */
export function compareErrors<E extends FoundError>(
  known: readonly KnownError<E>[],
  now: readonly E[],
): { readonly same: ReadonlyMap<KnownError<E>, E>; readonly fresh: readonly E[] } {
  const same = new Map<KnownError<E>, E>();
  const fresh = new Set(now);
  const isAt = ({ at }: KnownError<E>, { line }: E): boolean => at.start <= line && line < at.end;
  const hasText = ({ error }: KnownError<E>, { text }: E): boolean => error.text === text;
  const rules = [
    (one: KnownError<E>, error: E) => isAt(one, error) && hasText(one, error),
    isAt,
    hasText,
  ];
  for (const isSame of rules) {
    for (const one of known) {
      const found = same.has(one)
        ? undefined
        : [...fresh].find((error) => isAlike(one.error, error) && isSame(one, error));
      if (found !== undefined) {
        same.set(one, found);
        fresh.delete(found);
      }
    }
  }
  return { same, fresh: [...fresh] };
}

function isAlike(a: FoundError, b: FoundError): boolean {
  return a.message === b.message && a.code === b.code && a.source === b.source;
}
