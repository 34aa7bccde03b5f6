// Text that nests deeply, in Markdown itself and in three languages whose highlighting nests elements.

export interface Nesting {
  /** `''` for Markdown outside of code. */
  readonly language: string;
  /** Repeated once per level. */
  readonly opening: string;
}

/** Code in them that nests has crashed a page. */
export const nestingLanguages: readonly string[] = ['javascript', 'python', 'kotlin'];

/** What nests in one of the languages or in Markdown; each is tried in all of them. */
const openings = [
  '(',
  '[',
  '{',
  '<a>',
  '<a b="',
  '`${',
  'html`${',
  'f"{',
  '"${',
  '${',
  '/*',
  '"',
  "'",
  '`',
  '"""',
  'function a(){',
  '=>(',
  'class A{',
  'def a(',
  'if(',
  'lambda: ',
  '@A(',
  '{"a":',
  '> ',
  '- ',
  '1. ',
  '+ ',
  '**_',
  '*a **b ',
  '![',
  '[a](',
  '[[',
];

export const nestings: readonly Nesting[] = ['', ...nestingLanguages].flatMap((language) =>
  openings.map((opening) => ({ language, opening })),
);

/** Code with longer lines is not highlighted. In UTF-16 units. */
const maxHighlightedLineLength = 1_000;

/** The text of that many levels. */
export function nested({ language, opening }: Nesting, levels: number): string {
  if (language === '') {
    return `${opening.repeat(levels)}end`;
  }
  const perLine = Math.floor(maxHighlightedLineLength / opening.length);
  const lines: string[] = [];
  for (let level = 0; level < levels; level += perLine) {
    lines.push(opening.repeat(Math.min(perLine, levels - level)));
  }
  return `\`\`\`\`\`${language}\n${lines.join('\n')}${lines.length > 1 ? '\n' : ''}end\n\`\`\`\`\`\n`;
}
