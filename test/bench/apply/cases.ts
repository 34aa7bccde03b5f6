// The cases: each change in each format under each mutation.
import type { CodeSymbol, SeenText } from '../../../src/features/apply/common/placement';
import { visibleText } from '../../../src/base/text/visibleText';
import { type Change, splice } from './corpus';
import {
  type Answer,
  type Hunk,
  changedSymbol,
  completeFile,
  editFormats,
  englishMarks,
  hunksOf,
  partialCode,
} from './formats';
import { type Mutated, type Mutation, fileMutations, quoteMutations } from './mutations';
import type { Outline } from './outline';
import { Random } from './random';

export interface Case {
  readonly number: number;
  readonly mutation: Mutation;
  readonly mutated: Mutated;
  readonly format: string;
  readonly answer: Answer;
  readonly hunks: readonly Hunk[];
  /** The file as the model saw it. */
  readonly base: string;
  readonly seen: readonly SeenText[];
  /** The file at Apply. */
  readonly now: string;
  readonly symbols: readonly CodeSymbol[];
}

const marks = 'partial code with marks';
const symbol = 'one function or class';
const complete = 'complete file';
export const formats = [...Object.keys(editFormats), complete, marks, symbol];

/** In the same order with the same numbers for a seed. */
export function* enumerateCases(
  changes: readonly Change[],
  seed: number,
  outline: Outline,
): Generator<Case> {
  let number = 0;
  for (const [at, change] of changes.entries()) {
    const others = changes.filter(
      ({ language, path }) => language === change.language && path !== change.path,
    );
    for (const [row, mutation] of [...fileMutations, ...quoteMutations].entries()) {
      const random = new Random(seed * 1e6 + at * 100 + row);
      const mutated = mutation.mutate(change, random, random.pick(others) ?? change);
      if (!mutated) continue;
      const base = encoded(mutated, lines(mutated.change.before));
      const now = resultOf(mutated, []);
      const hunks = mutated.hunks ?? hunksOf(mutated.change);
      for (const format of formats.filter((each) => isMeasured(mutation, each))) {
        const answer = write(format, mutated, hunks, outline, random.below(3));
        if (!answer) continue;
        number += 1;
        const symbols = Object.hasOwn(editFormats, format) ? [] : outline(now, change.language);
        const seen = seenOf(mutated, base);
        yield { number, mutation, mutated, format, answer, hunks, base, seen, now, symbols };
      }
    }
  }
}

function isMeasured(mutation: Mutation, format: string): boolean {
  const isEdits = Object.hasOwn(editFormats, format);
  switch (mutation.formats) {
    case 'all':
      return true;
    case 'edits':
      return isEdits;
    case 'edits and symbol':
      return isEdits || format === symbol;
    case 'marks':
      return format === marks;
    case 'closed':
      // Nothing in a diff says that more should follow.
      return format !== 'unified diff';
  }
}

function write(
  format: string,
  mutated: Mutated,
  hunks: readonly Hunk[],
  outline: Outline,
  seed: number,
): Answer | undefined {
  const { change, marks: words = englishMarks, rewrite = (answer) => answer } = mutated;
  const answer =
    editFormats[format]?.(hunks, change, seed) ??
    (format === complete
      ? completeFile(change)
      : format === marks
        ? partialCode(change, hunks, words)
        : changedSymbol(change, outline(lines(change.before), change.language)));
  return answer && rewrite(answer);
}

const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');

function encoded({ encode = (text) => text }: Mutated, text: string): string {
  return encode(text);
}

/** The file at Apply, with these parts of the change in it. */
export function resultOf(mutated: Mutated, parts: readonly number[]): string {
  const { change, drift = [], reveal = (text: string) => text } = mutated;
  const splices = [...drift, ...parts.map((at) => change.parts[at]!)];
  return encoded(mutated, reveal(lines(splice(change.before, splices))));
}

function seenOf({ change, seen }: Mutated, base: string): readonly SeenText[] {
  if (seen === 'nothing') return [];
  if (!seen) return [{ text: visibleText(base).text.replace(/(?<!\n)$/u, '\n') }];
  const text = lines(change.before.slice(seen.start, seen.end));
  return [{ text, startLine: seen.start + 1 }];
}
