// Text that nests deeply, for each language that is highlighted and for Markdown itself.

export interface Nesting {
  /** `''` for Markdown outside of code. */
  readonly language: string;
  /** Repeated once per level. */
  readonly opening: string;
}

/** What nests in some language; each is tried in all of them. */
const openings = [
  '(',
  '[',
  '{',
  '<',
  '<a>',
  '<a b="',
  '<script>',
  '<?php ',
  '`${',
  'html`${',
  'f"{',
  "f'{",
  '"${',
  '"#{',
  '"\\(',
  '$"{',
  '$(',
  '${',
  '"$(',
  '{{',
  '/*',
  '(*',
  '"',
  "'",
  '`',
  '"""',
  'r#"',
  '#{',
  '@{',
  '%w(',
  '%Q{#{',
  'a{',
  'a:b(',
  '@media a{',
  'function(',
  'function a(){',
  '=>(',
  'class A{',
  'class A extends ',
  'fn a(){',
  'def a(',
  'if(',
  'case ',
  'begin ',
  'do |a| ',
  'lambda: ',
  '#[a(',
  '@A(',
  'vec![',
  '{"a":',
  '> ',
  '- ',
  '1. ',
  '**_',
  '*a **b ',
  '![',
  '[a](',
  '+ ',
  '@@ ',
  '<<A\n',
  '#define a(',
  'template<',
];

// prettier-ignore
export const highlightedLanguages = [
  'bash', 'c', 'cpp', 'csharp', 'css', 'diff', 'go', 'java', 'javascript', 'json', 'kotlin', 'markdown', 'php',
  'python', 'ruby', 'rust', 'sql', 'swift', 'typescript', 'xml', 'yaml',
];

export const nestings: readonly Nesting[] = ['', ...highlightedLanguages].flatMap((language) =>
  openings.map((opening) => ({ language, opening })),
);

/** The text of that many levels; in UTF-16 units at most `maxLength` of it, without the fence. */
export function nested(
  { language, opening }: Nesting,
  levels: number,
  maxLength = Infinity,
): string {
  const count = Math.min(levels, Math.floor(maxLength / opening.length));
  const text = `${opening.repeat(count)}end`;
  return language === '' ? text : `\`\`\`\`\`${language}\n${text}\n\`\`\`\`\`\n`;
}
