// What may stand in the values of `portico.headers` and `portico.queryParameters` for something that is filled in.

/** Stands for the key. Where a value has it, `Authorization` is not sent. */
export const keyPlaceholder = '${apiKey}';

/** Stands for an ID that is the same for all requests of a chat. */
export const chatPlaceholder = '${chatId}';

/** Stands for a random ID that is the same for all requests from this machine to an origin. */
export const machinePlaceholder = '${machineId}';

export const placeholders = [keyPlaceholder, chatPlaceholder, machinePlaceholder] as const;

/** Whether a value has a placeholder that Portico does not know: it must not be sent literally. */
export function hasUnknownPlaceholder(value: string): boolean {
  return placeholders.reduce((rest, known) => rest.replaceAll(known, ''), value).includes('${');
}

/** What headers and query parameters of these names usually hold. */
const usualValues: readonly (readonly [name: RegExp, value: string])[] = [
  [/(?:api|subscription|access|auth)[-_]?(?:key|token)$|^key$/i, keyPlaceholder],
  [/(?:chat|session|conversation|thread)(?:[-_]?id)?$/i, chatPlaceholder],
  [/(?:machine|device|installation)(?:[-_]?id)?$/i, machinePlaceholder],
];

/** The value to propose for a header or query parameter; `''` where its name does not say. */
export function usualValueOf(name: string): string {
  return usualValues.find(([pattern]) => pattern.test(name))?.[1] ?? '';
}
