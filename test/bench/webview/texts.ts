// The texts that the bench of the renderer streams: a mixed answer, and one open block of each kind.
import { longAnswer } from '../../referenceGateway/models/longAnswer';

/**
 * A realistic answer with everything that models write: prose, lists, tables, code, quotes, and in each section a
 * formula, links and a footnote. At least `length` UTF-16 units.
 */
export function mixedAnswer(length: number): string {
  const sections = longAnswer(length).split(/\n(?=## )/u);
  let text = '';
  for (let number = 1; text.length < length; number += 1) {
    const section = sections[number % sections.length] ?? '';
    text += `${section.trimEnd()}

The cost is $O(n \\log n)$ for $n = ${number}$, as the source says.[^${number}] See https://example.com/${number} and
[the table](https://example.com/tables/${number} "Table ${number}"), which costs $5 a month.

$$
\\sum_{i=1}^{${number}} x_i^2 = \\frac{a}{b + ${number}}
$$

- [x] Read \`src/file${number}.ts:${number}\`
- [ ] Write ~~nothing~~ a test for <br> and H<sub>2</sub>O

[^${number}]: From *volume ${number}* of the [manual](https://example.com/manual).

`;
  }
  return text;
}

/** One block that stays open: the text up to any length, and more of the same. */
export interface OpenBlockText {
  readonly name: string;
  /** `length` is a minimum in UTF-16 units. */
  readonly text: (length: number) => string;
}

function lines(first: string, line: (index: number) => string): OpenBlockText['text'] {
  return (length) => {
    const parts = [first];
    for (let index = 0, total = first.length; total < length; index += 1) {
      const next = line(index);
      parts.push(next);
      total += next.length;
    }
    return parts.join('');
  };
}

export const openBlocks: readonly OpenBlockText[] = [
  {
    name: 'code',
    text: lines(
      '```ts\n',
      (n) => `  const value${n} = await read('name-${n}', ${n} * 2); // the next one\n`,
    ),
  },
  {
    name: 'list',
    text: lines('', (n) => `- Item ${n} with **bold** words and \`code\` in one line of text.\n`),
  },
  {
    name: 'nested list',
    text: lines('', (n) => `${'  '.repeat(n % 4)}- Item ${n} with **bold** words and \`code\`.\n`),
  },
  {
    name: 'table',
    text: lines(
      '| Name | Code | Meaning | Count |\n| --- | --- | --- | ---: |\n',
      (n) => `| Name ${n} | \`code${n}\` | What **row** ${n} means here | ${n * 7} |\n`,
    ),
  },
  {
    name: 'quote',
    text: lines('', (n) =>
      n % 4 === 3 ? '>\n' : `> Line ${n} of a quote with **bold** words and \`code\` in it.\n`,
    ),
  },
  {
    name: 'nested quote',
    text: lines('', (n) =>
      n % 4 === 3 ? '> > >\n' : `> > > Line ${n} of a quote with **bold** words and \`code\`.\n`,
    ),
  },
  {
    name: 'paragraph',
    text: lines('', (n) => `word${n} and **bold** text with \`code\` in it. `),
  },
  {
    name: '5,000 links',
    text: lines('', (n) => `[l${n}](http://e.x/${n})${n % 5 === 4 ? '\n' : ' '}`),
  },
];

/** Plain text in paragraphs, which costs a renderer the least. */
export const plainText = lines('', (n) =>
  n % 12 === 11 ? 'the last words.\n\n' : `word${n} and some more plain words `,
);
