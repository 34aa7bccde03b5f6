/**
 * The number of cases of a large property test: all of them in the ring `long`, which runs the same file, and a quarter
 * in `npm test`.
 */
export function sampled(all: number): number {
  return process.env['PORTICO_ALL_CASES'] === undefined ? Math.ceil(all / 4) : all;
}
