// What `npm test` and `npm test -- full` run a part of, and the long rings run whole: large property tests, and long lists of cases.

/** Whether all cases run: in the long rings, which run the same files. */
export const checksAll = process.env['PORTICO_ALL_CASES'] !== undefined;

/** Outside of the long rings, one of so many cases runs. */
export const share = 4;

/** The number of cases of a large property test. */
export function sampled(all: number): number {
  return checksAll ? all : Math.ceil(all / share);
}

/** The cases that run. `first` (0 to 3) is the index of the first one. */
export function sampleOf<T>(all: readonly T[], first: number): readonly T[] {
  return checksAll ? all : all.filter((_, index) => index % share === first);
}

/** A test that runs in the long rings only: others show most of what it does. */
export function longIt(title: string, test: () => Promise<void>): void {
  if (checksAll) it(title, test);
}
