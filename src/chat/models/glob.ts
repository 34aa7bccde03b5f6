// Globs for model IDs in settings, matched the same way by all of them.
import picomatch from 'picomatch';

/** Model IDs are not paths: `*` also matches slashes and a leading dot, on every platform. */
const options = { bash: true, dot: true, windows: false } as const;
/** In characters; longer than any model ID. Limits the cost of a match. */
const maxGlobLength = 512;

/** Whether `glob` is neither empty nor too long. */
export function isGlob(glob: string): boolean {
  return glob !== '' && glob.length <= maxGlobLength;
}

/**
 * Returns a function that looks up the value for a model ID: the entry that equals the ID, else the first
 * glob that matches it, in the given order. Entries that are not globs never match.
 */
export function globLookup<T>(byGlob: Readonly<Record<string, T>>): (id: string) => T | undefined {
  const exact = new Map(Object.entries(byGlob));
  const globs = [...exact]
    .filter(([glob]) => isGlob(glob))
    .map(([glob, value]) => ({ isMatch: picomatch(glob, options), value }));
  return (id) => {
    if (exact.has(id)) {
      return exact.get(id);
    }
    return id === '' ? undefined : globs.find(({ isMatch }) => isMatch(id))?.value;
  };
}
