// Under `exactOptionalPropertyTypes` an optional property is absent; it is never `undefined`.

type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Returns a copy of `value` without the properties that are undefined. */
export function omitUndefined<const T extends object>(value: T): Defined<T>;
export function omitUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, property]) => property !== undefined));
}
