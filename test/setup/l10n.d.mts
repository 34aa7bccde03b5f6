// Types of l10n.mjs, which must run without a compiler.

/** A call of `l10n.t`. */
export const call: RegExp;

/** The translations that a language has after `npm run l10n`. */
export function updatedTranslation(
  english: Readonly<Record<string, string>>,
  translated: Readonly<Record<string, string>>,
): Readonly<Record<string, string>>;

/** The texts of the code by themselves, and those of package.json by their names, each in English. */
export function englishTexts(): {
  readonly code: Readonly<Record<string, string>>;
  readonly manifest: Readonly<Record<string, string>>;
};
