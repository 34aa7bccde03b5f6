// Trims the diffs of a commit to a token budget, file by file, and lists what was omitted.
import { answerReserve } from '../../../conversation/common/contextLimit';
import { estimateTokens } from '../../../gateway/common/tokenEstimate';
import type { ChangedFile, FileDiff, Omission } from './changedFile';

/** In tokens, where the model's context length is unknown. */
const defaultDiffTokens = 8_000;

/** In tokens: more diff costs more than it improves a commit message. */
const maxDiffTokens = 32_000;

/** Of the context length: the estimate may be wrong, and reasoning needs space too. */
const diffShare = 0.5;

/** Shorter excerpts of a file say nothing. In tokens. */
const minExcerptTokens = 40;

/** In tokens. If equal shares would be smaller, the shortest diffs get this much until the budget is used up. */
const minShareTokens = 100;

/** Generated files come last: their diffs are long and say little. */
const generated =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum|[^/]*\.(?:lock|lockb|map|snap|svg)|[^/]*\.min\.[^/]*|[^/]*\.(?:g|generated|pb)\.[^/]*)$/iu;

/** A file as it is sent. Without `diff` only its name is sent, because of `omission`. */
export interface TrimmedFile extends ChangedFile {
  readonly diff?: string;
  /** Lines that were cut off at the end of `diff`. */
  readonly omittedLines?: number;
  readonly omission?: Omission;
}

/** The tokens for all diffs together. `maxTokens`: the limit on the answer, if one is sent. */
export function diffBudget(contextLength: number | undefined, maxTokens?: number): number {
  if (contextLength === undefined) {
    return defaultDiffTokens;
  }
  const available = contextLength - answerReserve(contextLength, maxTokens);
  return Math.floor(Math.min(contextLength * diffShare, available, maxDiffTokens));
}

/**
 * Returns all files in the same order. The budget is divided equally; what a short diff does not need goes to the longer
 * ones, which are cut at the end of a line. Generated files share what the others do not need. Takes time in proportion
 * to the length of the diffs, apart from sorting the files.
 */
export function trimDiffs(files: readonly FileDiff[], budget: number): readonly TrimmedFile[] {
  const sized = files.flatMap((file, index) =>
    'diff' in file
      ? [{ index, isGenerated: generated.test(file.path), lines: sizedLines(file) }]
      : [],
  );
  const shares = new Map<number, number>();
  let remaining = budget;
  for (const isGenerated of [false, true]) {
    const group = sized.filter((file) => file.isGenerated === isGenerated);
    const bySize = group.toSorted((a, b) => a.lines.tokens - b.lines.tokens);
    for (const [position, { index, lines }] of bySize.entries()) {
      const shareCount = Math.max(1, Math.floor(remaining / minShareTokens));
      const equalShare = remaining / Math.min(bySize.length - position, shareCount);
      const share = Math.min(lines.tokens, equalShare);
      shares.set(index, share);
      remaining -= share;
    }
  }
  const linesByFile = new Map(sized.map(({ index, lines }) => [index, lines]));
  return files.map((file, index) => {
    const lines = linesByFile.get(index);
    return lines === undefined || !('diff' in file)
      ? file
      : trimmed(file, lines, shares.get(index) ?? 0);
  });
}

interface SizedLines {
  readonly lines: readonly string[];
  /** Of each line. */
  readonly sizes: readonly number[];
  readonly tokens: number;
}

function sizedLines({ diff }: { readonly diff: string }): SizedLines {
  const lines = diff.split('\n');
  const sizes = lines.map((line) => estimateTokens(`${line}\n`));
  return { lines, sizes, tokens: sizes.reduce((sum, size) => sum + size, 0) };
}

function trimmed(
  { diff, ...file }: ChangedFile & { readonly diff: string },
  { lines, sizes, tokens }: SizedLines,
  share: number,
): TrimmedFile {
  if (tokens <= share) {
    return { ...file, diff };
  }
  let used = 0;
  const end = sizes.findIndex((size) => {
    used += size;
    return used > share;
  });
  const count = end < 0 ? lines.length : end;
  return share < minExcerptTokens || count === 0
    ? { ...file, omission: 'budget' }
    : { ...file, diff: lines.slice(0, count).join('\n'), omittedLines: lines.length - count };
}
