// What is typed and pasted into the message box.

/** Characters that open a list of suggestions in the message box. */
export const suggestionTriggers = ['@', '#', '/'] as const;

export type SuggestionTrigger = (typeof suggestionTriggers)[number];

/** The longest text that the message box can have, in UTF-16 units. */
export const maxPastedLength = 4_000_000;
