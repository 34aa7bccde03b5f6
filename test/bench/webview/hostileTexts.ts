// Texts that once froze or ended the page: what is quadratic in Markdown parsers, highlighters and layout.

export interface HostileText {
  readonly name: string;
  readonly text: string;
}

/** In UTF-16 units. */
const length = 100_000;
/** Code up to this length was highlighted at once. */
const codeLength = 59_000;

const repeated = (name: string, unit: string): HostileText => ({
  name,
  text: unit.repeat(Math.ceil(length / unit.length)),
});

const fence = (language: string, name: string, unit: string): HostileText => ({
  name: `fence ${language} ${name}`,
  text: `\`\`\`${language}\n${unit.repeat(Math.ceil(codeLength / unit.length))}\n\`\`\`\n`,
});

const growingRuns = (mark: string): string => {
  let text = '';
  for (let count = 1; text.length < length; count += 1) {
    text += `${mark.repeat(count)} `;
  }
  return text;
};

const table = (name: string, columns: number, rowColumns = columns): HostileText => {
  const row = (count: number, cell: string): string => `|${` ${cell} |`.repeat(count)}\n`;
  const head = row(columns, 'a') + row(columns, '-');
  return { name, text: head + row(rowColumns, 'b').repeat(Math.ceil(length / (rowColumns * 4))) };
};

const markup: readonly HostileText[] = [
  repeated('paragraphs of one letter', 'a\n\n'),
  repeated('# a lines', '# a\n'),
  repeated('empty fences', '```\n'),
  repeated('--- lines', '---\n'),
  repeated('~~~ lines', '~~~\n'),
  {
    name: 'uses, then their definitions',
    text:
      Array.from({ length: 4_000 }, (_, n) => `[a${n}] `).join('') +
      '\n\n' +
      Array.from({ length: 4_000 }, (_, n) => `[a${n}]: /u\n`).join(''),
  },
  {
    name: 'one definition, 25,000 uses',
    text: `[a]: https://e.example\n\n${'[a] '.repeat(25_000)}`,
  },
  repeated('![', '!['),
  repeated('[x][y', '[x][y'),
  repeated('a === lines', 'a\n===\n'),
  repeated('1. a lines', '1. a\n'),
  repeated('lists with code', '- a\n\n  ```\n  b\n  ```\n'),
  repeated('[ lines', '[\n'),
  repeated('[', '['),
  table('table of 100 columns', 100),
  table('table of 2 columns', 2),
  table('table with a wide head and short rows', 100, 1),
  { name: 'table of numbers', text: `|1|2|3|\n|-|-|-|\n${'|12|34|56|\n'.repeat(length / 10)}` },
  repeated('|- lines', '|-\n'),
  repeated('- a', '- a\n'),
  repeated('-', '-\n'),
  repeated('loose list', '- a\n\n'),
  repeated('lazy list', '- a\nb\n'),
  repeated('lines of one letter', 'a\n'),
  repeated('> lines', '> \n'),
  repeated('&a lines', '&a\n'),
  ...['*a ', 'a* ', '*a_ ', '***a', '`a', '~~a', '**a*b', '*', '_', '`', '~', '>', '> ', '|'].map(
    (unit) => repeated(unit, unit),
  ),
  ...['- ', '1. ', '<', '<a', '<!--', '&', '&amp;', '\\', '](', '[a](', '[a](<b'].map((unit) =>
    repeated(unit, unit),
  ),
  {
    name: 'definitions',
    text: Array.from(
      { length: 90 },
      (_, n) => `[${n}${'a'.repeat(900)}]: /${'u'.repeat(200)}\n`,
    ).join(''),
  },
  { name: 'open link title', text: `[a](b "${'t'.repeat(length)}` },
  { name: 'open link parenthesis', text: `[a](${'b'.repeat(length)}` },
  { name: 'long address', text: `[a](https://e.example/${'b'.repeat(length)})` },
  { name: 'long link text', text: `[${'a'.repeat(length)}](https://e.example/)` },
  { name: 'long autolink', text: `<https://e.example/${'b'.repeat(length)}>` },
  { name: '% address', text: `[a](https://e.example/${'%'.repeat(length)})` },
  { name: 'growing backtick runs', text: growingRuns('`') },
  { name: 'list 200 deep', text: nestedList(200) },
];

const characters: readonly HostileText[] = [
  repeated('isolates', '\u2067a\u2069'),
  repeated('RLO and PDF pairs', '\u202Ea\u202C'),
  repeated('Thai', 'ภาษาไทยไม่มีช่องว่าง'),
  repeated('lone surrogates', '\uD800'),
  repeated('NUL', '\0'),
  repeated('Arabic ligature', '\uFDFD'),
  repeated('combining marks', '\u0301'),
  repeated('RLO', '\u202E'),
  repeated('right-to-left text', 'שלום עולם '),
  repeated('emoji with ZWJ', '👩‍👩‍👧‍👦'),
  repeated('CJK', '日本語'),
  repeated('zero-width', '\u200B'),
  repeated('soft hyphens', 'a\u00AD'),
  repeated('CR', '\r'),
  repeated('U+2028', 'a\u2028'),
  repeated('variation selectors', 'a\uFE0F'),
];

const code: readonly HostileText[] = [
  fence('java', 'digits', '1_'),
  fence('js', 'word', 'a'),
  fence('js', '`${', '`${'),
  fence('python', 'f"{', 'f"{'),
  fence('kotlin', '"${', '"${'),
  fence('md', '[', '['),
  fence('md', '*', '*'),
  fence('ruby', '#{', '"#{'),
  fence('json', '[', '['),
  fence('ts', '=>', '() => '),
  fence('yaml', '-', '- '),
  fence('yaml', 'a:', 'a: '),
  fence('html', '<a ', '<a '),
  fence('html', '<', '<'),
  fence('css', '{', 'a{'),
  fence('php', '<?php', '<?php '),
  fence('js', '(', '('),
  fence('js', '<a', '<a'),
  fence('js', '/', '/'),
  fence('go', 'func', 'func('),
  fence('rust', '<', 'a<'),
  fence('swift', '"\\(', '"\\('),
  fence('cpp', 'words', 'word '),
  fence('cpp', '(', '('),
  fence('csharp', '<', 'a<'),
  fence('sql', '(', '('),
  fence('bash', '$(', '$('),
  fence('diff', '+', '+\n'),
  { name: 'fence without a language', text: `\`\`\`\n${'word word\n'.repeat(10_000)}\`\`\`\n` },
];

function nestedList(depth: number): string {
  const levels = Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- a\n`);
  return levels.join('').repeat(Math.ceil(length / (depth * (depth + 4))));
}

/** 100 kB each, code 59 kB. */
export const hostileTexts: readonly HostileText[] = [...markup, ...characters, ...code];
