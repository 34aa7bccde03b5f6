// Random Markdown: lines of containers' markers, spaces and tabs, and what begins blocks.
import fc from 'fast-check';

const allIndents = ['', '', '', '', ' ', '  ', '   ', '    ', '      ', '\t', ' \t', '\t\t'];
// prettier-ignore
const allMarkers = [
  '> ', '>', '- ', '-', '* ', '+ ', '1. ', '2) ', '10. ', '-   ', '-\t', '1.\t', '-     ',
];
// prettier-ignore
const fewWords = [
  'a', 'b', 'foo', '*a*', '`c`', '**', '_', '\\', '&amp;', '[x]', '[x](y)', '<b>', '!', '  ',
];
// prettier-ignore
const commonMarkStarts = [
  '', '', '', '# ', '## a #', '#', '####### ', '---', '***', '- - -', '===', '=', '--', '```',
  '~~~', '```` x', '``` a`b', '``', '[x]: /u', '[x]:', "[y]: <u> 'title'", '[y]: /u "ti', '"title"',
  'tle"', '[x', ']: /u', '<div>', '</div>', '<pre>', '</pre>', '<!-- a', '-->', '<?', '?>',
  '<a href="x">', '<a b', '</a >', '<b> c', '<![CDATA[', ']]>', '<!A', '1.', '-', '*',
  '1234567890. ',
];
// prettier-ignore
const extensionStarts = [
  'a | b', '| a | b |', '-|-', '| - | :-: |', '|-', ':-', 'a \\| b | `c\\|d`', '|', '[ ] ', '[x] ',
  '[ ]', '[!NOTE]', '[!warning] ', '[!x]', '[^a]: ', '[^a]:', '[^b', '<details>', '</details>',
  '<details><summary>a</summary>', '<summary>b</summary>', '<details> a', '$$', '$$ a $$', 'a $$',
  '\\[', '\\]', '\\[ a \\]', '\\[ a', '$$ a', '\\\\[2pt]', '<br>',
];

// prettier-ignore
const renderedStarts = [
  '', '', '', '> > ', '> - ', '- > ', '  - ', '    - ', '> ```', '   ```', '- ---',
  '[foo]: https://foo.example', '[foo]:', '[a|b]: https://bar.example', '[bar]: https://bar.example "tit',
  '[bar]: https://bar.example "title"', '"', "'", '[^1]: ', '[^n]: ', '```js', '- ```', '> | a |', '> |---|',
  '|---|---|', '--- | ---', '> [!NOTE]', '- [ ] ', '- [x] ', '$$x^2$$', '<details><summary>s</summary>', '</summary>',
];

// prettier-ignore
const inlineWords = [
  'word', 'two words', '**bold**', '*em', 'a*', '__x__', '_', '***', 'snake_case_name', '`code`', '`', '``',
  '`src/a.ts:12`', '[foo]', '[bar][foo]', '[bar][]', '[a](https://a.example)', '[a](', 'https://b.example)',
  '[f](src/a.ts#L12)', '![p](https://p.example/x.png)', '![', '[^1]', '[^n]', 'a[^1]', '<https://c.example>',
  '<mail@c.example>', 'https://d.example/x_y.', 'www.e.example', 'm@f.example', '~~gone~~', '~~', '~', '\\*',
  '\\', '&amp;', '&', '&#35;', '<b>', '<br>', '<sub>2</sub>', '<kbd>', '</kbd>', '<!--', '-->', '$x^2$', '$',
  '$5', '$$', '$$y$$', '\\(a\\)', '\\(', 'b\\)', '\\[', '\\]', 'a | b', '|', '2 * 3', '!', ']', ')', '"', "'",
  'x', '  ', '\t', '日本語', '🙂', '👩‍👩‍👧', '\u202E', '\0', 'é',
];

/** What lines are made of. */
interface LineParts {
  readonly starts: readonly string[];
  readonly indents: readonly string[];
  readonly markers: readonly string[];
  /** How many markers a line begins with at most, each after an indentation. */
  readonly maxMarkers: number;
  readonly words: readonly string[];
  readonly maxWords: number;
  readonly ends: readonly string[];
}

function line(parts: LineParts): fc.Arbitrary<string> {
  const indent = fc.constantFrom(...parts.indents);
  return fc
    .tuple(
      fc.array(fc.tuple(indent, fc.constantFrom(...parts.markers)), {
        maxLength: parts.maxMarkers,
      }),
      indent,
      fc.constantFrom(...parts.starts),
      fc.array(fc.constantFrom(...parts.words), { maxLength: parts.maxWords }),
      fc.constantFrom(...parts.ends),
    )
    .map(([containers, space, start, text, end]) =>
      [...containers.flat(), space, start, text.join(' '), end].join(''),
    );
}

function documents(parts: LineParts, maxLines: number): fc.Arbitrary<string> {
  const lines = fc.oneof(
    { weight: 4, arbitrary: line(parts) },
    { weight: 1, arbitrary: fc.constantFrom('', '', ' ', '     ', '\t', '>', '  ') },
  );
  return fc
    .tuple(
      fc.array(fc.tuple(lines, fc.constantFrom('\n', '\n', '\n', '\r\n', '\r')), {
        maxLength: maxLines,
      }),
      lines,
    )
    .map(([ended, last]) => ended.flat().join('') + last);
}

const lineEnds = ['', '', '', ' ', '  '];

const blockParts = {
  indents: allIndents,
  markers: allMarkers,
  maxMarkers: 3,
  words: fewWords,
  maxWords: 2,
} as const;

/** CommonMark without extensions. No tabs end lines: commonmark.js knows no definition with a tab after it. */
export const commonMarkDocument: fc.Arbitrary<string> = documents(
  { ...blockParts, starts: commonMarkStarts, ends: lineEnds },
  10,
);

/** CommonMark with everything that BlockReader reads. */
export const extendedDocument: fc.Arbitrary<string> = documents(
  {
    ...blockParts,
    starts: [...commonMarkStarts, ...extensionStarts],
    ends: [...lineEnds, '\t'],
  },
  10,
);

/** A few line starts give long lists, tables and quotes; all of them give unforeseen combinations. */
function someOf(all: readonly string[]): fc.Arbitrary<readonly string[]> {
  return fc.oneof(fc.constant(all), fc.subarray([...all], { minLength: 1, maxLength: 4 }));
}

const renderedLines: fc.Arbitrary<string> = fc
  .record({
    starts: someOf([...commonMarkStarts, ...extensionStarts, ...allMarkers, ...renderedStarts]),
    indents: fc.constantFrom([''], [''], allIndents),
    markers: someOf(allMarkers),
    maxMarkers: fc.constantFrom(0, 0, 1, 3),
  })
  .chain((parts) =>
    documents({ ...parts, words: inlineWords, maxWords: 6, ends: [...lineEnds, '\t', '\\'] }, 40),
  );

/** One line that is longer than what is parsed at once. */
const longLine = fc
  .array(fc.constantFrom(...inlineWords), { minLength: 300, maxLength: 900 })
  .map((words) => words.join(' '));

/** Everything that the page renders, with all inline markup. */
export const renderedDocument: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: renderedLines, weight: 40 },
  { arbitrary: longLine, weight: 1 },
);

/** `text` in random pieces, some of them empty. */
export function cuts(text: fc.Arbitrary<string>): fc.Arbitrary<readonly string[]> {
  const lengths = fc.oneof(
    { weight: 9, arbitrary: fc.nat(30) },
    { weight: 1, arbitrary: fc.nat(400) },
  );
  return fc
    .tuple(text, fc.array(lengths, { minLength: 1, maxLength: 60 }))
    .map(([whole, random]) => {
      const pieceLengths = random.some((length) => length > 0) ? random : [1];
      const pieces: string[] = [];
      for (let at = 0, index = 0; at < whole.length; index += 1) {
        const length = pieceLengths[index % pieceLengths.length] ?? 1;
        pieces.push(whole.slice(at, at + length));
        at += length;
      }
      return pieces;
    });
}

// prettier-ignore
const cells = [
  'a', '', ' ', 'b c', '`x\\|y`', '\\|', '*a*', '\\\\', '\\', '|', ':', 'x:-', '~~x~~',
];
const delimiters = ['-', '--', ':-', '-:', ':-:', '---', ' --', ':', ''];
// prettier-ignore
const otherLines = [
  '', '> q\n', '- i\n', '# h', '```', '---', '1. x\n', '2. x\n', '<div>', '<b>', '===', 'text',
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
