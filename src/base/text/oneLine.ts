// Replaces line breaks and runs of whitespace by single spaces.
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
