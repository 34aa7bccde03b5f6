// Text that nests deeply, for each language that is highlighted and for Markdown itself.
import { languages } from '../../../src/markdown/page/scripts/languages';

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
  '{-',
  '[[',
  '#(',
  '@(',
  '{%',
  '<%',
  'q{',
  '\\begin{a}',
  '<<~A\n',
];

export const highlightedLanguages: readonly string[] = Object.keys(languages);

/** Those that the ring `webview` tries; the ring `longWebview` tries all. */
// prettier-ignore
export const frequentLanguages: readonly string[] = [
  'bash', 'c', 'cpp', 'csharp', 'css', 'diff', 'go', 'java', 'javascript', 'json', 'kotlin', 'markdown', 'php',
  'python', 'ruby', 'rust', 'sql', 'swift', 'typescript', 'xml', 'yaml',
];

export const nestings: readonly Nesting[] = ['', ...highlightedLanguages].flatMap((language) =>
  openings.map((opening) => ({ language, opening })),
);

/** Code with longer lines is not highlighted. In UTF-16 units. */
const maxHighlightedLineLength = 1_000;

export interface NestedTextOptions {
  /** In UTF-16 units, without the fence. */
  readonly maxLength?: number;
  /** All code on one line, so that it is not highlighted if it is long. Markdown outside of code always is. */
  readonly isOneLine?: boolean;
}

/** The text of that many levels. */
export function nested(
  { language, opening }: Nesting,
  levels: number,
  { maxLength = Infinity, isOneLine = false }: NestedTextOptions = {},
): string {
  if (language === '') {
    return `${opening.repeat(Math.min(levels, Math.floor(maxLength / opening.length)))}end`;
  }
  const perLine = isOneLine ? Infinity : Math.floor(maxHighlightedLineLength / opening.length);
  const lines: string[] = [];
  let length = 'end'.length;
  for (let level = 0; level < levels; level += perLine) {
    const maxCount = Math.floor((maxLength - length) / opening.length);
    const count = Math.min(perLine, levels - level, maxCount);
    lines.push(opening.repeat(count));
    length += count * opening.length + 1;
    if (count === maxCount) {
      break;
    }
  }
  return `\`\`\`\`\`${language}\n${lines.join('\n')}${lines.length > 1 ? '\n' : ''}end\n\`\`\`\`\`\n`;
}
