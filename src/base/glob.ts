// Settings that speak of models name them by globs, and all of them read a glob in the same way.
import picomatch from 'picomatch';

/** A model's ID is no path: `*` spans slashes and a leading dot, on every system. */
const options = { bash: true, dot: true, windows: false } as const;
/** Longer than any model's ID; a glob beyond it would only cost time. In characters. */
const maxGlobLength = 512;

/** Whether `glob` can be used at all. */
export function isGlob(glob: string): boolean {
  return glob !== '' && glob.length <= maxGlobLength;
}

/**
 * Finds what a setting says of an ID: the entry that is the ID itself, byte for byte, else the first
 * glob that fits it, in the order given. Entries that are no glob are never found.
 */
export function globLookup<T>(byGlob: Readonly<Record<string, T>>): (id: string) => T | undefined {
  const own = new Map(Object.entries(byGlob));
  const globs = [...own]
    .filter(([glob]) => isGlob(glob))
    .map(([glob, value]) => ({ fits: picomatch(glob, options), value }));
  return (id) => {
    if (own.has(id)) {
      return own.get(id);
    }
    return id === '' ? undefined : globs.find(({ fits }) => fits(id))?.value;
  };
}
