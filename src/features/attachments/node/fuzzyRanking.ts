// Ranks paths for what the user has typed: the name counts more than the folders, the beginning of a word more than its
// middle, and letters in order are enough.

/** The rest of a longer query does not count. */
const maxQueryLength = 100;

/** What makes one file more likely than another, whatever is typed. */
export interface RankingContext {
  /** How recently each path was chosen: 0 for the last one. */
  readonly recent: ReadonlyMap<string, number>;
  readonly open: ReadonlySet<string>;
  /** The path of the active file; '' if there is none. */
  readonly active: string;
}

export interface RankedPath {
  readonly path: string;
  readonly score: number;
}

/** The best paths so far; paths are added in slices. */
export class FuzzyRanking {
  readonly #query: string;
  readonly #context: RankingContext;
  readonly #limit: number;
  readonly #activeFolders: readonly string[];
  #best: RankedPath[] = [];
  #worst = -Infinity;

  constructor(query: string, context: RankingContext, limit: number) {
    this.#query = query.toLowerCase().replaceAll(/\s/gu, '').slice(0, maxQueryLength);
    this.#context = context;
    this.#limit = limit;
    this.#activeFolders = context.active.split('/').slice(0, -1);
  }

  add(path: string): void {
    const match = matchScore(this.#query, path);
    if (match === undefined) {
      return;
    }
    const score = match + this.#boost(path);
    if (this.#best.length >= this.#limit && score <= this.#worst) {
      return;
    }
    const at = this.#best.findIndex((other) => other.score < score);
    this.#best.splice(at === -1 ? this.#best.length : at, 0, { path, score });
    this.#best.length = Math.min(this.#best.length, this.#limit);
    this.#worst = this.#best.at(-1)?.score ?? -Infinity;
  }

  /** Best first. */
  get best(): readonly RankedPath[] {
    return this.#best;
  }

  #boost(path: string): number {
    const { recent, open, active } = this.#context;
    const age = recent.get(path);
    const used = age === undefined ? 0 : Math.max(10, 60 - 5 * age);
    // When nothing is typed, the active file comes first.
    const activeBoost = path !== active ? 0 : this.#query === '' ? 200 : 20;
    return used + (open.has(path) ? 40 : 0) + activeBoost + this.#nearness(path);
  }

  /** How many folders the path has in common with the active file. */
  #nearness(path: string): number {
    let start = 0;
    let common = 0;
    for (const folder of this.#activeFolders) {
      if (!path.startsWith(`${folder}/`, start)) {
        break;
      }
      start += folder.length + 1;
      common += 1;
    }
    return Math.min(common, 6) * 4;
  }
}

/** Undefined if the query does not match. Shorter paths are better. */
function matchScore(query: string, path: string): number | undefined {
  if (query === '') {
    return -path.length / 10;
  }
  const lower = path.toLowerCase();
  const nameStart = query.includes('/') ? 0 : lower.lastIndexOf('/') + 1;
  const base = placeScore(query, lower, path, nameStart);
  return base === undefined ? undefined : base - path.length / 10;
}

function placeScore(
  query: string,
  lower: string,
  path: string,
  nameStart: number,
): number | undefined {
  const inName = lower.indexOf(query, nameStart);
  if (inName === nameStart) {
    const isAll =
      lower.length - nameStart === query.length || lower[nameStart + query.length] === '.';
    return isAll ? 1_000 : 900;
  }
  if (inName !== -1) {
    return isWordStart(path, inName) ? 800 : 700;
  }
  const nameGaps = gaps(query, lower, path, nameStart);
  if (nameGaps !== undefined) {
    return 600 - Math.min(nameGaps, 20) * 10;
  }
  if (nameStart === 0) {
    return undefined;
  }
  const inPath = lower.indexOf(query);
  if (inPath !== -1) {
    return isWordStart(path, inPath) ? 350 : 300;
  }
  const pathGaps = gaps(query, lower, path, 0);
  return pathGaps === undefined ? undefined : 200 - Math.min(pathGaps, 20) * 10;
}

/** How often the query's letters, in order, are apart other than at the beginning of a word; undefined if one is missing. */
function gaps(query: string, lower: string, path: string, start: number): number | undefined {
  let count = 0;
  let last = start - 1;
  for (let index = 0; index < query.length; index += 1) {
    const found = lower.indexOf(query.charAt(index), last + 1);
    if (found === -1) {
      return undefined;
    }
    if (found !== last + 1 && !isWordStart(path, found)) {
      count += 1;
    }
    last = found;
  }
  return count;
}

function isWordStart(path: string, at: number): boolean {
  const before = path.charCodeAt(at - 1);
  const isLetterBefore = (before >= 97 && before <= 122) || before > 127;
  const isCapital = path.charCodeAt(at) >= 65 && path.charCodeAt(at) <= 90;
  const isBoundary =
    !isLetterBefore && !(before >= 65 && before <= 90) && !(before >= 48 && before <= 57);
  return at === 0 || isBoundary || (isLetterBefore && isCapital);
}
