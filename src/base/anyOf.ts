/**
 * A pattern that matches where one of `patterns`, which have the same flags, does. So a long pattern has short lines,
 * each with its reason or source next to it; the engine still compiles one, when it is first used.
 */
export function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), patterns[0]?.flags);
}
