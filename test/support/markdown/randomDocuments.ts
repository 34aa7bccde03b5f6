// Random Markdown in random pieces: what a model could write, and what nobody would.
import fc from 'fast-check';

/** A text and where it is cut. */
export interface StreamedText {
  readonly text: string;
  /** Offsets in UTF-16 units, ascending, below the length of the text. */
  readonly cuts: readonly number[];
}

// prettier-ignore
const words = fc.constantFrom(
  'word', 'two words', '**bold**', '*em', 'a*', '__x__', '_', '***', 'snake_case_name', '`code`', '`', '``',
  '`src/a.ts:12`', '[foo]', '[bar][foo]', '[bar][]', '[a](https://a.example)', '[a](', 'https://b.example)',
  '[f](src/a.ts#L12)', '![p](https://p.example/x.png)', '![', '[^1]', '[^n]', '<https://c.example>',
  '<mail@c.example>', 'https://d.example/x_y.', 'www.e.example', 'm@f.example', '~~gone~~', '~~', '~', '\\*',
  '\\', '&amp;', '&', '&#35;', '<b>', '<br>', '<sub>2</sub>', '<kbd>', '</kbd>', '<!--', '-->', '$x^2$', '$',
  '$5', '$$', '\\(a\\)', '\\(', '\\[', '\\]', 'a | b', '|', '2 * 3', '!', ']', ')', '"', "'", 'x', '  ', '\t',
  '日本語', '🙂', '👩‍👩‍👧', '\u202E', '\0', 'é',
);

// prettier-ignore
const allStarts = [
  '', '', '', '', '- ', '* ', '+ ', '1. ', '2. ', '10) ', '-', '1.', '  ', '   ', '    ', '      ', '\t', '> ',
  '>', '> > ', '> - ', '- > ', '  - ', '    - ', '- [ ] ', '- [x] ', '# ', '### ', '#', '```', '```js', '````',
  '~~~', '> ```', '  ```', '   ```', '- ```', '---', '***', '===', '- ---', '| ', '|---|---|', '--- | ---',
  '|:-:|', '| a | b |', '> | a |', '> |---|', '[foo]: https://foo.example', '[foo]:', '"title"',
  '[a|b]: https://bar.example', '[bar]: https://bar.example "tit', '"', "'", '[^1]: ', '[^n]: ', '    ', '$$',
  '\\[', '\\]', '> [!NOTE]', '> [!warning]', '<details>', '</details>', '<summary>', '</summary>',
  '<details><summary>', '<div>', '</div>', '<!--', '-->', '<pre>', '<br>',
] as const;

const lineEnds = fc.constantFrom(
  '\n',
  '\n',
  '\n',
  '\n',
  '\n\n',
  '\r\n',
  '  \n',
  '\\\n',
  '\n\n\n',
  '\r',
  '',
);

/** A few line starts give long lists, tables and quotes; all of them give unforeseen combinations. */
const text = fc
  .oneof(
    fc.constant<readonly string[]>(allStarts),
    fc.subarray([...allStarts], { minLength: 1, maxLength: 4 }),
  )
  .chain((starts) =>
    fc.array(fc.tuple(fc.constantFrom(...starts), fc.array(words, { maxLength: 6 }), lineEnds), {
      minLength: 1,
      maxLength: 40,
    }),
  )
  .map((lines) => lines.map(([start, rest, end]) => `${start}${rest.join(' ')}${end}`).join(''));

/** One line that is longer than what is parsed at once. */
const longLine = fc.array(words, { minLength: 300, maxLength: 900 }).map((line) => line.join(' '));

const streamedText: fc.Arbitrary<StreamedText> = fc
  .tuple(
    fc.oneof({ arbitrary: text, weight: 40 }, { arbitrary: longLine, weight: 1 }),
    fc.array(fc.nat(30), { minLength: 1, maxLength: 60 }),
  )
  .map(([all, steps]) => {
    const cuts: number[] = [];
    for (let at = 0, index = 0; at < all.length; index += 1) {
      at += Math.max(1, steps[index % steps.length] ?? 1);
      cuts.push(Math.min(at, all.length));
    }
    return { text: all, cuts };
  });

/** The same documents for the same seed. */
export function randomDocuments(count: number, seed: number): readonly StreamedText[] {
  return fc.sample(streamedText, { numRuns: count, seed });
}

/** A text in equal pieces. */
export function inPieces(all: string, length: number): StreamedText {
  const count = Math.ceil(all.length / length);
  return { text: all, cuts: Array.from({ length: count }, (_, index) => (index + 1) * length) };
}
