// Ordering for `toSorted`, independent of the locale.

export function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
