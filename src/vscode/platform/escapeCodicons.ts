// What other machines and other people wrote is shown as it is, though VS Code reads a syntax of its own into it.

/** VS Code makes icons out of `$(…)` in labels. */
export function escapeCodicons(text: string): string {
  return text.replaceAll('$(', '\\$(');
}

/** VS Code makes links out of `[…](…)` in notifications, such as run a command too. */
export function escapeLinks(text: string): string {
  return text.replaceAll('](', '] (');
}
