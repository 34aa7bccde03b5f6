// Trims the diffs of a commit to a token budget, file by file.
import { answerReserve } from '../../../conversation/common/contextLimit';
import { estimateTokens } from '../../../gateway/common/tokenEstimate';
import type { ChangedFile } from './changedFile';

/** The diffs get this many tokens where the model's context length is unknown. */
const defaultTokens = 8_000;

/** More diff than this costs more than it improves a commit message. */
const maxTokens = 32_000;

/** Equal shares of very many files would be fragments: then some files get this many tokens, others nothing. */
const minShare = 100;

/** Lines of more UTF-16 code units are minified or data, and would take seconds to measure. */
const maxLineLength = 10_000;

/** Generated files come last: their diffs are long and say little. */
const generated =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum|[^/]*\.(?:lock|lockb|map|snap|svg)|[^/]*\.min\.[^/]*|[^/]*\.(?:g|generated|pb)\.[^/]*)$/iu;

/**
 * The tokens for the whole request: half the context length, because the estimate may be wrong and reasoning needs
 * space too.
 * @param answerLimit the limit on the answer, if one is sent
 */
export function requestBudget(contextLength: number | undefined, answerLimit?: number): number {
  if (contextLength === undefined) {
    return defaultTokens;
  }
  const available = contextLength - answerReserve(contextLength, answerLimit);
  return Math.floor(Math.min(contextLength / 2, available, maxTokens));
}

/**
 * Returns all files in the same order. The budget is divided equally; what a short diff does not need goes to the longer
 * ones, which are cut at the end of a line. Generated files share what the others do not need.
 */
export function trimDiffs(files: readonly ChangedFile[], budget: number): readonly ChangedFile[] {
  const trimmed = new Map<ChangedFile, ChangedFile>();
  const bySize = files
    .filter(({ diff }) => diff !== undefined)
    .toSorted((a, b) => lengthOf(a) - lengthOf(b));
  let remaining = Math.max(0, budget);
  for (const isGenerated of [false, true]) {
    const group = bySize.filter(({ path }) => generated.test(path) === isGenerated);
    for (const [position, file] of group.entries()) {
      const share = Math.max(minShare, remaining / (group.length - position));
      const { tokens, ...cut } = cutDiff(file, Math.min(share, remaining));
      trimmed.set(file, cut);
      remaining -= tokens;
    }
  }
  return files.map((file) => trimmed.get(file) ?? file);
}

function lengthOf({ diff = '' }: ChangedFile): number {
  return diff.length;
}

/** The file with the lines of its diff that fit. Measures no more than these, however long the diff is. */
function cutDiff(
  { diff = '', ...file }: ChangedFile,
  budget: number,
): ChangedFile & { readonly tokens: number } {
  let tokens = 0;
  let end = 0;
  while (end < diff.length) {
    const lineEnd = diff.indexOf('\n', end) + 1 || diff.length;
    const lineTokens =
      lineEnd - end > maxLineLength ? Infinity : estimateTokens(diff.slice(end, lineEnd));
    if (tokens + lineTokens > budget) {
      const omittedLines = diff.slice(end).split('\n').length + (file.omittedLines ?? 0);
      return end === 0
        ? { ...file, omission: 'not enough space', tokens }
        : { ...file, diff: diff.slice(0, end - 1), omittedLines, tokens };
    }
    tokens += lineTokens;
    end = lineEnd;
  }
  return { ...file, diff, tokens };
}
