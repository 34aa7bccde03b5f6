// The cases: each change in each format under each mutation.
import { visibleText } from '../../../src/base/text/visibleText';
import type { CodeSymbol, SeenText } from '../../../src/features/apply/common/placement';
import { splice, type Change, type SourceFile } from './corpus';
import {
  changedSymbol,
  completeFile,
  editFormats,
  englishMarks,
  hunksOf,
  partialCode,
  type Answer,
  type Hunk,
} from './formats';
import {
  fileMutations,
  quoteMutations,
  twinInBlock,
  type Mutated,
  type Mutation,
} from './mutations';
import type { ReadOutline } from './outline';
import { Random } from './random';
import { unsaidForms, type UnsaidForm } from './unsaidForms';

export interface Case {
  readonly number: number;
  /** What it is called, and what is right. */
  readonly mutation: Pick<Mutation, 'name'> & Pick<UnsaidForm, 'expects'>;
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
export const unsaid = 'code or quotes';
export const formats = [...Object.keys(editFormats), complete, marks, symbol];

/** The numbers of the cases of one change or file begin at a multiple of this, those of files behind those of changes. */
const numbersPerFile = 10_000;
export const firstOfFiles = 1000 * numbersPerFile;

/** The same seed gives the same order and numbers. @param only the number of the only one that is asked for */
export function* enumerateCases(
  changes: readonly Change[],
  seed: number,
  outline: ReadOutline,
  only?: number,
): Generator<Case> {
  for (const [at, change] of changes.entries()) {
    let number = at * numbersPerFile;
    if (only !== undefined && Math.floor(only / numbersPerFile) !== at) continue;
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
        const symbols = Object.hasOwn(editFormats, format)
          ? []
          : symbolsOf(now, change.language, outline);
        const seen = seenOf(mutated, base);
        const twin = format === marks ? twinInBlock(mutated) : undefined;
        const meant = twin ? { ...mutated, twin } : mutated;
        yield { number, mutation, mutated: meant, format, answer, hunks, base, seen, now, symbols };
      }
    }
  }
}

/** Answers that leave something out of a file, or say it in another way. */
export function* enumerateUnsaid(
  files: readonly SourceFile[],
  seed: number,
  outline: ReadOutline,
  only?: number,
): Generator<Case> {
  for (const [at, file] of files.entries()) {
    let number = firstOfFiles + at * numbersPerFile;
    if (only !== undefined && Math.floor((only - firstOfFiles) / numbersPerFile) !== at) continue;
    for (const [row, form] of unsaidForms.entries()) {
      for (const written of form.write(file, new Random(seed * 1e6 + at * 100 + row))) {
        if (!written) continue;
        const { mutated, answer } = written;
        const base = lines(mutated.change.before);
        const now = resultOf(mutated, []);
        number += 1;
        yield {
          number,
          mutation: form,
          mutated,
          format: unsaid,
          answer,
          hunks: [],
          base,
          seen: [{ text: base }],
          now,
          symbols: form.hasSymbols === false ? [] : symbolsOf(now, file.language, outline),
        };
      }
    }
  }
}

/** What VS Code's servers name: keys only in JSON. */
function symbolsOf(text: string, language: string, outline: ReadOutline): readonly CodeSymbol[] {
  const { definitions, keys } = outline(text, language);
  return [...definitions, ...(language === 'JSON' ? keys : [])].map(({ name, start, end }) => ({
    name,
    start,
    end,
  }));
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
  outline: ReadOutline,
  seed: number,
): Answer | undefined {
  const { change, marks: words = englishMarks, rewrite = (answer) => answer } = mutated;
  const answer =
    editFormats[format]?.(hunks, change, seed) ??
    (format === complete
      ? completeFile(change)
      : format === marks
        ? partialCode(change, hunks, words)
        : changedSymbol(change, outline(lines(change.before), change.language).definitions));
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
