// Settings that say something of models by glob are read in one way: what is whole counts, the rest is named.
import * as v from 'valibot';
import { isGlob } from '../../base/glob';

/** Such a setting as read. */
export interface GlobSetting<T> {
  readonly byGlob: Readonly<Record<string, T>>;
  /** The globs of entries that cannot be used. */
  readonly refused: readonly string[];
}

/** Reads such a setting, whatever it holds; `schema` tells which entries can be used. */
export function readGlobSetting<T>(
  set: unknown,
  schema: v.GenericSchema<unknown, T>,
): GlobSetting<T> {
  const entries = v.parse(v.fallback(v.record(v.string(), v.unknown()), {}), set);
  const byGlob = new Map<string, T>();
  const refused: string[] = [];
  for (const [glob, value] of Object.entries(entries)) {
    const read = v.safeParse(schema, value);
    if (read.success && isGlob(glob)) {
      byGlob.set(glob, read.output);
    } else {
      refused.push(glob);
    }
  }
  return { byGlob: Object.fromEntries(byGlob), refused };
}
