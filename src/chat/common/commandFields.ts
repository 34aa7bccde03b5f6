// What the schemas of view commands have in common.
import * as v from 'valibot';

export const id = v.pipe(v.string(), v.maxLength(200));

/** The commands of a list of schemas. */
export type CommandOf<T extends readonly v.GenericSchema[]> = Readonly<v.InferOutput<T[number]>>;
