// VS Code makes icons out of `$(…)` in labels, and a model's ID may hold anything.

export function plainLabel(text: string): string {
  return text.replaceAll('$(', '\\$(');
}
