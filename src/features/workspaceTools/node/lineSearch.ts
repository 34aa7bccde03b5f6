// Searches in what a model would be shown of files. What is masked must not decide what is found: patterns would tell a
// secret, character by character.
import type { MaskedText } from './maskedText';
import type {
  FileLine,
  OpenWorkspace,
  ReadableFile,
  TextSearch,
  ToolContext,
} from './openWorkspace';

/** What a model gets at once; it can ask for more. */
const maxMatches = 100;

/** So many lines are read and searched at once. */
const batchSize = maxMatches + 1;

/** They look at what stands beside a match. Those that are meant as text count, too. */
const assertion = /[$^]|\\[bBAz<>]/u;

export interface LineMatch extends FileLine {
  /** The text of the file. */
  readonly masked: MaskedText;
}

/**
 * Sorted by path and line. Lines that match on disk are searched again, in the parts beside their secrets. What matches in a
 * part alone matches in the line with any secret, so the first search leaves out nothing that depends on one. Only an
 * assertion may see the end of a part where the line goes on: then a match beside a secret does not count.
 */
export async function searchLines(
  search: TextSearch,
  context: ToolContext,
): Promise<{ readonly matches: readonly LineMatch[]; readonly hasMore: boolean }> {
  const { workspace, signal } = context;
  const places = [
    ...(await workspace.searchFiles(search, signal)).filter(({ file }) => !file.isUnsaved),
    ...(await linesOf(
      search.files.filter(({ isUnsaved }) => isUnsaved),
      context,
    )),
  ].toSorted((a, b) =>
    a.file.path < b.file.path ? -1 : a.file.path > b.file.path ? 1 : a.line - b.line,
  );
  const matches: LineMatch[] = [];
  for (let at = 0; at < places.length && matches.length <= maxMatches; at += batchSize) {
    const lines = await readLines(places.slice(at, at + batchSize), context);
    matches.push(...(await matchingLines(lines, search, workspace, signal)));
  }
  return { matches: matches.slice(0, maxMatches), hasMore: matches.length > maxMatches };
}

/** All lines of files: those on disk are not those in the editor. */
async function linesOf(
  files: readonly ReadableFile[],
  { read }: ToolContext,
): Promise<readonly FileLine[]> {
  const lines: FileLine[] = [];
  for (const file of files) {
    const result = await read(file);
    const length = typeof result === 'string' ? 0 : result.masked.count;
    lines.push(...Array.from({ length }, (_, index) => ({ file, line: index + 1 })));
  }
  return lines;
}

async function readLines(
  places: readonly FileLine[],
  { read }: ToolContext,
): Promise<readonly LineMatch[]> {
  const lines: LineMatch[] = [];
  for (const [file, inFile] of Map.groupBy(places, (place) => place.file)) {
    const result = await read(file);
    for (const { line } of inFile) {
      if (typeof result !== 'string' && line <= result.masked.count) {
        lines.push({ file, line, masked: result.masked });
      }
    }
  }
  return lines;
}

async function matchingLines(
  lines: readonly LineMatch[],
  search: TextSearch,
  workspace: OpenWorkspace,
  signal: AbortSignal,
): Promise<readonly LineMatch[]> {
  const parts = lines.flatMap((found) =>
    found.masked.partsOf(found.line).map((part) => ({ part, found })),
  );
  const texts = parts.map(({ part }) => part.text);
  const hasAssertion = assertion.test(search.pattern);
  const matched = new Set<LineMatch>();
  for (const { index, match } of await workspace.searchTexts(texts, search, signal)) {
    const { part, found } = parts[index] ?? {};
    const isBesideSecret =
      (part?.isCutBefore === true && part.text.startsWith(match)) ||
      (part?.isCutAfter === true && part.text.endsWith(match));
    if (found !== undefined && !(hasAssertion && isBesideSecret)) {
      matched.add(found);
    }
  }
  return lines.filter((found) => matched.has(found));
}
