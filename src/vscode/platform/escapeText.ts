// Escapes text from other sources where VS Code would interpret it.

/** For labels, in which VS Code turns `$(…)` into icons. */
export function escapeCodicons(text: string): string {
  return text.replaceAll('$(', '\\$(');
}

/** For notifications, in which VS Code turns `[…](…)` into links, which can run commands. */
export function escapeLinks(text: string): string {
  return text.replaceAll('](', '] (');
}
