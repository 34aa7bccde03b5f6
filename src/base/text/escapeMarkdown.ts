/** Plain text as Markdown that shows it. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~]/gu, String.raw`\$&`);
}
