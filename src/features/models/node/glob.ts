// Globs for model IDs in settings.
import picomatch from 'picomatch';
import { globMatcher, isSimpleGlob } from './globMatcher';

/** Model IDs are not paths: `*` also matches slashes and a leading dot, on every platform. */
const options = { bash: true, dot: true, windows: false } as const;
/** In characters; longer than any model ID. Limits the cost of a match. */
const maxGlobLength = 512;

/** In characters. Regular expressions with several stars take seconds for longer IDs. */
const maxExtendedIdLength = 64;

/** Whether `glob` is neither empty nor too long. */
export function isGlob(glob: string): boolean {
  return glob !== '' && glob.length <= maxGlobLength;
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
    .map(([glob, value]) => ({ glob, isMatch: matcherOf(glob), value }));
  return (id) => {
    if (id === '') {
      return [];
    }
    const matching = globs.filter(({ glob, isMatch }) => glob === id || isMatch(id));
    const exact = matching.filter(({ glob }) => glob === id);
    return [...exact, ...matching.filter(({ glob }) => glob !== id)].map(({ value }) => value);
  };
}

function matcherOf(glob: string): (id: string) => boolean {
  if (isSimpleGlob(glob)) {
    return globMatcher(glob);
  }
  const isMatch = picomatch(glob, options);
  return (id) => id.length <= maxExtendedIdLength && isMatch(id);
}
