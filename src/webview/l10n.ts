// The host puts VS Code's own table of translations into the page; without one the English text stands.

const table = readTable();

/** The text in the user's language; `{0}`, `{1}`, … stand for the arguments. */
export function t(message: string, ...args: readonly (string | number)[]): string {
  const translated = table.get(message) ?? message;
  return translated.replaceAll(/\{(\d+)\}/g, (whole, index: string) =>
    String(args[Number(index)] ?? whole),
  );
}

/** VS Code's bundle holds a string, or an object with `message`, per English text. */
function readTable(): ReadonlyMap<string, string> {
  const content = document.querySelector('meta[id="portico-l10n"]')?.getAttribute('content') ?? '';
  const found = new Map<string, string>();
  let bundle: unknown;
  try {
    bundle = JSON.parse(content === '' ? '{}' : content);
  } catch {
    return found;
  }
  if (typeof bundle === 'object' && bundle !== null) {
    for (const [english, value] of Object.entries(bundle)) {
      const translated: unknown =
        typeof value === 'object' && value !== null && 'message' in value ? value.message : value;
      if (typeof translated === 'string') {
        found.set(english, translated);
      }
    }
  }
  return found;
}
