// Quirks: what a model rejects in a request that other models accept. Portico retries without it and remembers it.

/** A rejection that names several is recognized as the first. */
export const quirks = [
  /** Rejects `stream_options`. */
  'noStreamOptions',
  /** Requires `max_completion_tokens` instead of `max_tokens`. */
  'maxCompletionTokens',
  /** Requires `max_tokens` after all: undoes `maxCompletionTokens`. */
  'maxTokens',
  'noTemperature',
  /** Requires a thinking budget instead of a thinking level (Gemini 2.5). */
  'thinkingBudget',
  'noReasoningEffort',
  /** Rejects a message of the user directly after the results of calls. */
  'noUserAfterResults',
  /** Requires the system prompt in the role `developer`. */
  'systemAsDeveloper',
  /** Requires the system prompt at the start of the first question. */
  'systemInUser',
  /** Accepts text only. Omitting images changes the question, so the user is notified each time. */
  'noImages',
  /** Cannot continue its own last message (prefill); an instruction to continue is sent instead. */
  'noPrefill',
  /** Rejects `stream`: answers in one response only. */
  'noStream',
  /** Answers in streams only. */
  'onlyStream',
  /** Rejects `store`. */
  'noStore',
  /** Calls tools in answers that are not streamed only. */
  'noStreamedTools',
  /** Cannot be required to call a tool. */
  'noToolChoice',
  /** Calls no tools. Omitting them changes what the model can do, so the user is notified. */
  'noTools',
  /** Has no encrypted reasoning to return. */
  'noEncryptedReasoning',
  /** Accepts only 9 letters and digits as the ID of a call. */
  'shortCallIds',
  /** Requires a signature on calls, also on those that another model made. */
  'signedCalls',
  /** Rejects the reasoning that goes back with calls: a router changed the name of its field (BerriAI/litellm#30835). */
  'noReturnedReasoning',
  /** Requires reasoning with each answer, also with one of another model. */
  'reasonedAnswers',
] as const;

export type Quirk = (typeof quirks)[number];

/** Groups of quirks of which only the one learned last applies. */
const alternatives: readonly (readonly Quirk[])[] = [
  ['maxCompletionTokens', 'maxTokens'],
  ['systemAsDeveloper', 'systemInUser'],
  ['thinkingBudget', 'noReasoningEffort'],
  ['noStream', 'onlyStream'],
  ['noReturnedReasoning', 'reasonedAnswers'],
];

/** Whether learning one of two quirks replaces the other. */
export function excludes(a: Quirk, b: Quirk): boolean {
  return a === b || alternatives.some((group) => group.includes(a) && group.includes(b));
}

/** Adds a quirk in place of its alternatives. */
export function withQuirk(known: readonly Quirk[], quirk: Quirk): readonly Quirk[] {
  return [...known.filter((other) => !excludes(other, quirk)), quirk];
}
