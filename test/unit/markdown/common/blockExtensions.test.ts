// Blocks beyond CommonMark: GitHub's tables, tasks, alerts, footnotes and details, and formulas.
import assert from 'node:assert/strict';
import {
  blockEvents,
  paragraphEvents,
  readableEvents,
} from '../../../support/markdown/blockEvents';
import { gfmExamples } from '../../../support/markdown/gfmExamples';

describe('BlockReader with extensions', () => {
  it('reads tasks', () => {
    assert.deepEqual(readableEvents('- [ ] a\n- [x] # b\n- [ ]\n- [y] c'), [
      'list',
      'item "task":"open"',
      ...paragraphEvents('a'),
      'close',
      'item "task":"done"',
      ...paragraphEvents('# b'),
      'close',
      'item',
      ...paragraphEvents('[ ]'),
      'close',
      'item',
      ...paragraphEvents('[y] c'),
      'close',
      'close',
    ]);
  });

  it("reads GFM's nested tasks", () => {
    const markdown = gfmExamples.find(({ number }) => number === 280)?.markdown ?? '';
    assert.deepEqual(
      readableEvents(markdown).filter((event) => /item|=/u.test(event)),
      [
        'item "task":"done"',
        '=foo',
        'item "task":"open"',
        '=bar',
        'item "task":"done"',
        '=baz',
        'item "task":"open"',
        '=bim',
      ],
    );
  });

  it('reads alerts, whose marker is the first line of a quote', () => {
    assert.deepEqual(readableEvents('> [!Tip]  \n> a\n\n> [!NOTE] a\n\n> a\n> [!NOTE]'), [
      'alert "kind":"tip"',
      ...paragraphEvents('a'),
      'close',
      'quote',
      ...paragraphEvents('[!NOTE] a'),
      'close',
      'quote',
      ...paragraphEvents('a\\n[!NOTE]'),
      'close',
    ]);
  });

  it('reads footnotes, which 4 columns of indentation continue', () => {
    assert.deepEqual(readableEvents('[^a]: b\n[^c]:\n    d\n\n    - e\n\nf'), [
      'footnote "label":"a"',
      ...paragraphEvents('b'),
      'close',
      'footnote "label":"c"',
      ...paragraphEvents('d'),
      'list',
      'item',
      ...paragraphEvents('e'),
      'close',
      'close',
      'close',
      ...paragraphEvents('f'),
    ]);
  });

  it('reads details with a summary on the same line, on the next or without one', () => {
    assert.deepEqual(
      readableEvents(
        '<details><summary>a</summary>\n- b\n</details>\n<details>\n<summary>*c*</summary>\n\nd\n</details>\n<details>\ne',
      ),
      [
        'details "summary":"a"',
        'list',
        'item',
        ...paragraphEvents('b'),
        'close',
        'close',
        'close',
        'details "summary":"*c*"',
        ...paragraphEvents('d'),
        'close',
        'details "summary":""',
        ...paragraphEvents('e'),
        'close',
      ],
    );
  });

  it('reads details with attributes and ends of details without a start as HTML', () => {
    assert.deepEqual(readableEvents('<details open>\n\n</details>\n\n> <details>\n\n</details>'), [
      'html',
      '=<details open>',
      'close',
      'html',
      '=</details>',
      'close',
      'quote',
      'details "summary":""',
      'close',
      'close',
      'html',
      '=</details>',
      'close',
    ]);
  });

  it('ends details inside lists and HTML, but not from inside a quote or code', () => {
    assert.deepEqual(readableEvents('<details>\n- <div>\n  </details>\n> </details>'), [
      'details "summary":""',
      'list',
      'item',
      'html',
      '=<div>',
      'close',
      'close',
      'close',
      'close',
      'quote',
      'html',
      '=</details>',
      'close',
      'close',
    ]);
    assert.deepEqual(readableEvents('<details>\n```\n</details>'), [
      'details "summary":""',
      'code "info":""',
      '=</details>',
      'close',
      'close',
    ]);
  });

  it('reads formulas, also after the line of a paragraph and in containers', () => {
    assert.deepEqual(readableEvents('a\n\\[ x\n+ \\\\[2pt] y \\]\n- $$\n  \\$ z\n  $$\n  b'), [
      ...paragraphEvents('a'),
      'math',
      '=x\\n+ \\\\\\\\[2pt] y',
      'close',
      'list',
      'item',
      'math',
      '=\\\\$ z',
      'close',
      ...paragraphEvents('b'),
      'close',
      'close',
    ]);
  });

  for (const [title, source, expected] of [
    [
      'is not closed',
      '$$ a\n# b',
      [...paragraphEvents('$$ a'), 'heading "level":1', '=b', 'close'],
    ],
    [
      'contains a blank line',
      '\\[ a\n\nb \\]',
      [...paragraphEvents('\\\\[ a'), ...paragraphEvents('b \\\\]')],
    ],
    ['is followed by text', '$$ a $$ b', paragraphEvents('$$ a $$ b')],
    ['is empty', '$$\n$$', paragraphEvents('$$\\n$$')],
    [
      'contains another opening',
      '$$ a\n\\[ b \\]',
      [...paragraphEvents('$$ a'), 'math', '=b', 'close'],
    ],
    [
      'leaves its container',
      '> $$\n> - a\nb $$',
      [
        'quote',
        ...paragraphEvents('$$'),
        'list',
        'item',
        ...paragraphEvents('a\\nb $$'),
        'close',
        'close',
        'close',
      ],
    ],
  ] as const) {
    it(`reads the source as if there were no formulas when one ${title}`, () => {
      assert.deepEqual(readableEvents(source), expected);
    });
  }

  it('reads formulas and definitions of up to 2,000 characters', () => {
    const long = 'a'.repeat(2000);
    assert.equal(readableEvents(`$$${long.slice(2)}$$`)[0], 'math');
    assert.equal(readableEvents(`$$${long}$$`)[0], 'paragraph');
    assert.equal(readableEvents(`[x]: ${long.slice(5)}`)[0]?.slice(0, 6), 'define');
    assert.equal(readableEvents(`[x]: ${long}`)[0], 'paragraph');
  });

  it('reads bullets that are indented like code', () => {
    const items = (text: string): readonly string[] => [
      'list',
      'item',
      ...paragraphEvents('b'),
      'close',
      'item',
      ...paragraphEvents('c'),
      'close',
      'close',
      ...paragraphEvents(text),
    ];
    assert.deepEqual(readableEvents('**a:**\n    * b\n    * c\n\nd'), [
      ...paragraphEvents('**a:**'),
      ...items('d'),
    ]);
    assert.deepEqual(readableEvents('a:\n\n\t- b\n\t- c\n\nd').slice(3), items('d'));
    assert.deepEqual(readableEvents('- a\n      + b\n          * c\n  d'), [
      'list',
      'item',
      ...paragraphEvents('a'),
      'list',
      'item',
      ...paragraphEvents('b'),
      'list',
      'item',
      ...paragraphEvents('c\\nd'),
      ...Array.from({ length: 6 }, () => 'close'),
    ]);
    assert.deepEqual(readableEvents('a\n    1. b\n    -c\n\n    -d'), [
      ...paragraphEvents('a\\n1. b\\n-c'),
      'code "info":""',
      '=-d',
      'close',
    ]);
  });

  it('makes no heading of several lines: dashes below them are a rule', () => {
    assert.deepEqual(readableEvents('a\nb\n---\nc\nd\n===\n\n[x]: /y\ne\n---'), [
      ...paragraphEvents('a\\nb'),
      'rule',
      'close',
      ...paragraphEvents('c\\nd\\n==='),
      'define {"label":"x","href":"/y","title":""}',
      'paragraph',
      '=e',
      'toHeading 2',
      'close',
    ]);
  });

  it('ends a table at a blank line and at other blocks, and fills in short rows', () => {
    const table = 'table "alignments":["left",null],"header":["a","b"]';
    assert.deepEqual(readableEvents('t\na|b\n:-|-\nc|d|e\n\\|\n- f'), [
      'paragraph',
      '=t\\na|b',
      'takeLastLine',
      'close',
      table,
      'row ["c","d"]',
      'row ["|",""]',
      'close',
      'list',
      'item',
      ...paragraphEvents('f'),
      'close',
      'close',
    ]);
  });

  it('fills in no more than 4,096 cells of a table', () => {
    const columns = 1000;
    const rows = blockEvents(
      [`|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${'b|\n'.repeat(1000)}`],
      { extensions: true },
    ).filter((event) => event.startsWith('row'));
    assert.equal(rows.length, 1000);
    assert.ok(rows.join('').length < 40_000);
  });

  it('shows lines that consist of an inline tag as text', () => {
    assert.deepEqual(readableEvents('a\n\n<br>\n\n<x>'), [
      ...paragraphEvents('a'),
      ...paragraphEvents('<br>'),
      'html',
      '=<x>',
      'close',
    ]);
  });
});
