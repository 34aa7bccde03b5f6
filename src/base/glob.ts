// Globs for model IDs in settings and for paths that a model writes: `*` is any text, `?` one character, `{a,b}` a choice.
// All else is literal, brackets and parentheses too: IDs such as `model[1m]` have them. A slash is a character like any
// other.

/** Longer than any model ID. Limits the cost of a match. */
const maxGlobChars = 512;

/** More alternatives than a setting has; `{a,b}{c,d}…` doubles them with each pair. */
const maxAlternatives = 256;

/** A model writes ten file types at most. 256 block for two minutes where a workspace has 200,000 files. */
const maxPathAlternatives = 32;

/** Whether `glob` is neither empty nor too long. */
export function isGlob(glob: string): boolean {
  return glob !== '' && glob.length <= maxGlobChars;
}

/**
 * Returns a function that lists the values for a model ID, most specific first: of the entry that equals the
 * ID, then of the globs that match it, longer ones first, equally long ones in the given order. Entries that
 * are not globs never match.
 */
export function globLookup<T>(byGlob: ReadonlyMap<string, T>): (id: string) => readonly T[] {
  const globs = [...byGlob]
    .filter(([glob]) => isGlob(glob))
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([glob, value]) => ({ glob, alternatives: expandBraces(glob).map(charactersOf), value }));
  return (id) => {
    if (id === '') {
      return [];
    }
    const characters = charactersOf(id);
    const matching = globs.filter(
      ({ glob, alternatives }) =>
        glob === id || alternatives.some((pattern) => matches(pattern, characters)),
    );
    const exact = matching.filter(({ glob }) => glob === id);
    return [...exact, ...matching.filter(({ glob }) => glob !== id)].map(({ value }) => value);
  };
}

/**
 * Returns whether a path matches. `**` and a slash stand for no folder, too. A glob that is too long, or has too many
 * choices, matches nothing.
 */
export function pathMatcher(glob: string): (path: string) => boolean {
  const alternatives = isGlob(glob) ? expandBraces(glob.replaceAll('**/', '*')) : [];
  const patterns = alternatives.length > maxPathAlternatives ? [] : alternatives.map(charactersOf);
  return (path) => {
    const characters = charactersOf(path);
    return path === glob || patterns.some((pattern) => matches(pattern, characters));
  };
}

function charactersOf(text: string): readonly string[] {
  return Array.from(text);
}

/**
 * Goes back to the last star only: what an earlier one matched needs no second try. IDs come from gateways, and a regular
 * expression with several stars takes seconds for one that is made for it.
 */
function matches(pattern: readonly string[], characters: readonly string[]): boolean {
  let next = 0;
  let afterStar: number | undefined;
  let retryAt = 0;
  for (let at = 0; at < characters.length;) {
    const current = pattern[next];
    if (current === '*') {
      next += 1;
      afterStar = next;
      retryAt = at;
    } else if (current === '?' || current === characters[at]) {
      next += 1;
      at += 1;
    } else if (afterStar !== undefined) {
      next = afterStar;
      retryAt += 1;
      at = retryAt;
    } else {
      return false;
    }
  }
  return pattern.slice(next).every((rest) => rest === '*');
}

/** Replaces the first list in braces by each of its members, and so on; braces without a comma stay. */
function expandBraces(glob: string): readonly string[] {
  const done: string[] = [];
  const open = [glob];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const list = /\{([^{}]*,[^{}]*)\}/.exec(next);
    if (list === null || done.length + open.length >= maxAlternatives) {
      done.push(next);
      continue;
    }
    const [all, members = ''] = list;
    const before = next.slice(0, list.index);
    const after = next.slice(list.index + all.length);
    open.push(...members.split(',').map((member) => before + member + after));
  }
  return done;
}
