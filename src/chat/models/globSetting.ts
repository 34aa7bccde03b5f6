// Reads settings that map model globs to values: valid entries are used, invalid ones are reported.
import * as v from 'valibot';
import { isGlob } from './glob';

export interface GlobSetting<T> {
  readonly byGlob: Readonly<Record<string, T>>;
  /** The globs of invalid entries. */
  readonly invalid: readonly string[];
}

/** Reads such a setting, whatever its value. `schema` validates the value of an entry. */
export function readGlobSetting<T>(
  setting: unknown,
  schema: v.GenericSchema<unknown, T>,
): GlobSetting<T> {
  const entries = v.parse(v.fallback(v.record(v.string(), v.unknown()), {}), setting);
  const byGlob = new Map<string, T>();
  const invalid: string[] = [];
  for (const [glob, value] of Object.entries(entries)) {
    const parsed = v.safeParse(schema, value);
    if (parsed.success && isGlob(glob)) {
      byGlob.set(glob, parsed.output);
    } else {
      invalid.push(glob);
    }
  }
  return { byGlob: Object.fromEntries(byGlob), invalid };
}
