// How often properties are tried.

const factor = Number(process.env['PORTICO_PROPERTY_FACTOR'] ?? 1);

/** The number of runs of a property test: `usual`, or many times as often in `npm run test:long` (see test/setup/rings.mjs). */
export function propertyRuns(usual: number): number {
  return usual * factor;
}
