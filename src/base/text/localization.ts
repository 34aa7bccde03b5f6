// The texts in the user's language. Common code gets them as a parameter: the host has them from VS Code, the page from
// `@vscode/l10n`.

export interface Localization {
  t(text: string, ...values: string[]): string;
}
