// What a model behind a gateway refuses of a request that others take; each has a way to ask without it.

export const quirks = [
  /** It answers whole or not at all. */
  'noStream',
  'noStreamOptions',
  /** `max_completion_tokens` in the place of `max_tokens`. */
  'maxCompletionTokens',
  /** The other way round, where the first was learned before. */
  'maxTokens',
  'noTemperature',
  'noReasoningEffort',
  /** Text alone; since that changes the question it is told each time. */
  'noImages',
  /** The system prompt goes by the role `developer`. */
  'systemAsDeveloper',
  /** It goes at the beginning of the first question. */
  'systemInUser',
  /** It goes on with no answer of its own by itself, but by an instruction. */
  'noPrefill',
] as const;

export type Quirk = (typeof quirks)[number];

/** Quirks of which only one can hold: the one that was learned last. */
const alternatives: readonly (readonly Quirk[])[] = [
  ['maxCompletionTokens', 'maxTokens'],
  ['systemAsDeveloper', 'systemInUser'],
];

/** Whether one of two quirks takes the other's place. */
export function excludes(a: Quirk, b: Quirk): boolean {
  return a === b || alternatives.some((group) => group.includes(a) && group.includes(b));
}

/** The quirks with one more, in the place of its alternative. */
export function withQuirk(known: readonly Quirk[], quirk: Quirk): readonly Quirk[] {
  return [...known.filter((other) => !excludes(other, quirk)), quirk];
}
