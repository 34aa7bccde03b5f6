// Random Markdown: lines of containers' markers, spaces and tabs, and what begins blocks.
import fc from 'fast-check';

const indents = ['', '', '', '', ' ', '  ', '   ', '    ', '      ', '\t', ' \t', '\t\t'];
const markers = [
  '> ',
  '>',
  '- ',
  '-',
  '* ',
  '+ ',
  '1. ',
  '2) ',
  '10. ',
  '-   ',
  '-\t',
  '1.\t',
  '-     ',
];
const words = [
  'a',
  'b',
  'foo',
  '*a*',
  '`c`',
  '**',
  '_',
  '\\',
  '&amp;',
  '[x]',
  '[x](y)',
  '<b>',
  '!',
  '  ',
];
const commonMarkStarts = [
  '',
  '',
  '',
  '# ',
  '## a #',
  '#',
  '####### ',
  '---',
  '***',
  '- - -',
  '===',
  '=',
  '--',
  '```',
  '~~~',
  '```` x',
  '``` a`b',
  '``',
  '[x]: /u',
  '[x]:',
  "[y]: <u> 'title'",
  '[y]: /u "ti',
  '"title"',
  'tle"',
  '[x',
  ']: /u',
  '<div>',
  '</div>',
  '<pre>',
  '</pre>',
  '<!-- a',
  '-->',
  '<?',
  '?>',
  '<a href="x">',
  '<a b',
  '</a >',
  '<b> c',
  '<![CDATA[',
  ']]>',
  '<!A',
  '1.',
  '-',
  '*',
  '1234567890. ',
];
const extensionStarts = [
  'a | b',
  '| a | b |',
  '-|-',
  '| - | :-: |',
  '|-',
  ':-',
  'a \\| b | `c\\|d`',
  '|',
  '[ ] ',
  '[x] ',
  '[ ]',
  '[!NOTE]',
  '[!warning] ',
  '[!x]',
  '[^a]: ',
  '[^a]:',
  '[^b',
  '<details>',
  '</details>',
  '<details><summary>a</summary>',
  '<summary>b</summary>',
  '<details> a',
  '$$',
  '$$ a $$',
  'a $$',
  '\\[',
  '\\]',
  '\\[ a \\]',
  '\\[ a',
  '$$ a',
  '\\\\[2pt]',
  '<br>',
];

function line(starts: readonly string[], ends: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.array(fc.tuple(fc.constantFrom(...indents), fc.constantFrom(...markers)), {
        maxLength: 3,
      }),
      fc.constantFrom(...indents),
      fc.constantFrom(...starts),
      fc.array(fc.constantFrom(...words), { maxLength: 2 }),
      fc.constantFrom(...ends),
    )
    .map(([containers, indent, start, text, end]) =>
      [...containers.flat(), indent, start, text.join(' '), end].join(''),
    );
}

function documents(starts: readonly string[], ends: readonly string[]): fc.Arbitrary<string> {
  const lines = fc.oneof(
    { weight: 4, arbitrary: line(starts, ends) },
    { weight: 1, arbitrary: fc.constantFrom('', '', ' ', '     ', '\t', '>', '  ') },
  );
  return fc
    .tuple(
      fc.array(fc.tuple(lines, fc.constantFrom('\n', '\n', '\n', '\r\n', '\r')), { maxLength: 10 }),
      lines,
    )
    .map(([ended, last]) => ended.flat().join('') + last);
}

const lineEnds = ['', '', '', ' ', '  '];

/** CommonMark without extensions. No tabs end lines: commonmark.js knows no definition with a tab after it. */
export const commonMarkDocument: fc.Arbitrary<string> = documents(commonMarkStarts, lineEnds);

/** CommonMark with everything that BlockReader reads. */
export const extendedDocument: fc.Arbitrary<string> = documents(
  [...commonMarkStarts, ...extensionStarts],
  [...lineEnds, '\t'],
);

/** `text` in random pieces. */
export function cuts(text: fc.Arbitrary<string>): fc.Arbitrary<readonly string[]> {
  return fc
    .tuple(text, fc.array(fc.nat({ max: 400 }), { maxLength: 20 }))
    .map(([whole, places]) => {
      const sorted = [
        0,
        ...places.map((place) => place % (whole.length + 1)),
        whole.length,
      ].toSorted((a, b) => a - b);
      return sorted.slice(1).map((place, index) => whole.slice(sorted[index], place));
    });
}

const cells = [
  'a',
  '',
  ' ',
  'b c',
  '`x\\|y`',
  '\\|',
  '*a*',
  '\\\\',
  '\\',
  '|',
  ':',
  'x:-',
  '~~x~~',
];
const delimiters = ['-', '--', ':-', '-:', ':-:', '---', ' --', ':', ''];
const otherLines = [
  '',
  '> q\n',
  '- i\n',
  '# h',
  '```',
  '---',
  '1. x\n',
  '2. x\n',
  '<div>',
  '<b>',
  '===',
  'text',
];

function row(starts: readonly string[], texts: readonly string[], separator: string) {
  return fc
    .tuple(
      fc.constantFrom(...starts),
      fc.array(fc.constantFrom(...texts), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('', '|', ' |', ' '),
    )
    .map(([start, columns, end]) =>
      (start + columns.join(separator) + end).replace(/^ *-(?= )/u, '--'),
    );
}

/** Tables in a quote, an item or neither. */
export const tableDocument: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '> ', '- '),
    fc.array(
      fc.oneof(
        { weight: 4, arbitrary: row(['', '', ' ', '|', '| '], cells, ' | ') },
        { weight: 3, arbitrary: row(['', '|', '| ', ' '], delimiters, '|') },
        { weight: 1, arbitrary: fc.constantFrom(...otherLines) },
      ),
      { maxLength: 7 },
    ),
  )
  .map(([marker, lines]) => {
    const next = marker === '- ' ? '  ' : marker;
    return `${marker}${['t', '', ...lines].join(`\n${next}`)}\n\nz`;
  });
