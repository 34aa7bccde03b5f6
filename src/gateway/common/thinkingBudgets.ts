// How many tokens of thinking a reasoning effort means for Gemini models that have budgets instead of levels.

/** In tokens, from the table of Google's guide to its OpenAI-compatible API, "Thinking". */
const thinkingBudgets = new Map([
  ['none', 0],
  ['minimal', 1_024],
  ['low', 1_024],
  ['medium', 8_192],
  ['high', 24_576],
]);

/** Undefined for efforts that the table does not have: they are sent as a level. */
export function thinkingBudget(reasoningEffort: string): number | undefined {
  return thinkingBudgets.get(reasoningEffort.toLowerCase());
}
