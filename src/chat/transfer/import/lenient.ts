// Files of other programs are read for what they have: a field that is missing, null or something else is none.
import * as v from 'valibot';

/** Undefined for whatever is not of the schema. */
export function optionalField<T extends v.GenericSchema>(
  schema: T,
): v.SchemaWithFallback<v.OptionalSchema<T, undefined>, undefined> {
  return v.fallback(v.optional(schema), undefined);
}
