import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BlockReader } from '../../../../src/shared/markdown/blockReader';
import { blockEvents, EventSink } from '../../../support/markdown/blockEvents';
import { TreeSink } from '../../../support/markdown/blockTree';
import { gfmExamples } from '../../../support/markdown/gfmExamples';
import { cuts, extendedDocument } from '../../../support/markdown/randomMarkdown';

/** The events of `markdown`, without quotes around texts. */
function events(markdown: string): readonly string[] {
  return blockEvents([markdown], { extensions: true }).map((event) =>
    event
      .replace(/^open \{"type":"(\w+)"\}$/u, '$1')
      .replace(/^open \{"type":"(\w+)",(.*)\}$/u, '$1 $2')
      .replace(/^append "(.*)"$/u, '=$1'),
  );
}

function paragraph(text: string): readonly string[] {
  return ['paragraph', `=${text}`, 'close'];
}

describe('BlockReader', () => {
  it('emits text and structure as soon as they are certain, and holds back the rest', () => {
    const sink = new EventSink();
    const reader = new BlockReader(sink, { extensions: true });
    const steps: readonly (readonly [piece: string, undecided: string])[] = [
      ['#', '#'],
      [' Title ##', '##'],
      ['\n-', '-'],
      [' item', ''],
      ['\n  - ', '- '],
      ['-', '- -'],
      [' x', ''],
      ['\n```t', '```t'],
      ['s\nco', ''],
      ['de\n``', '``'],
      ['`', '```'],
      ['\n[x', '[x'],
      [']: /u\n', '[x]: /u'],
      ['"t', '[x]: /u\n"t'],
      ['"\na', ''],
      [' | b\n-', '-'],
      ['|-\n| 1', '| 1'],
      [' |', '| 1 |'],
      ['\n\n$', '$'],
      ['$ x', '$$ x'],
      ['\ny $$', '$$ x\ny $$'],
      ['\n> [!no', '[!no'],
    ];
    for (const [piece, undecided] of steps) {
      reader.append(piece);
      assert.equal(reader.undecided, undecided, JSON.stringify(piece));
    }
    reader.append('te]\n> b');
    reader.end();
    assert.equal(reader.undecided, '');
    assert.deepEqual(sink.all(), [
      'open {"type":"heading","level":1}',
      'append "Title"',
      'close',
      'open {"type":"list"}',
      'open {"type":"item"}',
      'open {"type":"paragraph"}',
      'append "item"',
      'close',
      'open {"type":"list"}',
      'open {"type":"item"}',
      'open {"type":"list"}',
      'open {"type":"item"}',
      'open {"type":"paragraph"}',
      'append "x"',
      'close',
      'close',
      'close',
      'close',
      'close',
      'close',
      'close',
      'open {"type":"code","info":"ts"}',
      'append "code"',
      'close',
      'define {"label":"x","href":"/u","title":"t"}',
      'open {"type":"paragraph"}',
      'append "a | b"',
      'takeLastLine',
      'close',
      'open {"type":"table","alignments":[null,null],"header":["a","b"]}',
      'row ["1",""]',
      'close',
      'open {"type":"math"}',
      `append "x\\ny"`,
      'close',
      'open {"type":"alert","kind":"note"}',
      'open {"type":"paragraph"}',
      'append "b"',
      'close',
      'close',
    ]);
  });

  it('holds back no text from before a blank line, and no text that is certain', () => {
    fc.assert(
      fc.property(extendedDocument, (markdown) => {
        const reader = new BlockReader(new TreeSink(), { extensions: true });
        reader.append(`${markdown}\n\n`);
        assert.equal(reader.undecided, '');
        reader.append('z ');
        assert.equal(reader.undecided, '');
      }),
      { numRuns: 1000 },
    );
  });

  it('opens and closes blocks in pairs', () => {
    fc.assert(
      fc.property(cuts(extendedDocument), (pieces) => {
        const sink = new TreeSink();
        const reader = new BlockReader(sink, { extensions: true });
        pieces.forEach((piece) => reader.append(piece));
        reader.end();
        sink.end();
        assert.equal(reader.undecided, '');
      }),
      { numRuns: 1000 },
    );
  });

  it('makes lists loose as soon as it is certain', () => {
    assert.deepEqual(events('- a\n\n  b\n- > - c\n  >\n  > - d'), [
      'list',
      'item',
      ...paragraph('a'),
      'loosen 0',
      ...paragraph('b'),
      'close',
      'item',
      'quote',
      'list',
      'item',
      ...paragraph('c'),
      'close',
      'loosen 3',
      'item',
      ...paragraph('d'),
      ...Array.from({ length: 5 }, () => 'close'),
    ]);
  });

  it('reads tasks', () => {
    assert.deepEqual(events('- [ ] a\n- [x] # b\n- [ ]\n- [y] c'), [
      'list',
      'item "task":"open"',
      ...paragraph('a'),
      'close',
      'item "task":"done"',
      ...paragraph('# b'),
      'close',
      'item',
      ...paragraph('[ ]'),
      'close',
      'item',
      ...paragraph('[y] c'),
      'close',
      'close',
    ]);
  });

  it("reads GFM's nested tasks", () => {
    const markdown = gfmExamples.find(({ number }) => number === 280)?.markdown ?? '';
    assert.deepEqual(
      events(markdown).filter((event) => /item|=/u.test(event)),
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
    assert.deepEqual(events('> [!Tip]  \n> a\n\n> [!NOTE] a\n\n> a\n> [!NOTE]'), [
      'alert "kind":"tip"',
      ...paragraph('a'),
      'close',
      'quote',
      ...paragraph('[!NOTE] a'),
      'close',
      'quote',
      ...paragraph('a\\n[!NOTE]'),
      'close',
    ]);
  });

  it('reads footnotes, which 4 columns of indentation continue', () => {
    assert.deepEqual(events('[^a]: b\n[^c]:\n    d\n\n    - e\n\nf'), [
      'footnote "label":"a"',
      ...paragraph('b'),
      'close',
      'footnote "label":"c"',
      ...paragraph('d'),
      'list',
      'item',
      ...paragraph('e'),
      'close',
      'close',
      'close',
      ...paragraph('f'),
    ]);
  });

  it('reads details with a summary on the same line, on the next or without one', () => {
    assert.deepEqual(
      events(
        '<details><summary>a</summary>\n- b\n</details>\n<details>\n<summary>*c*</summary>\n\nd\n</details>\n<details>\ne',
      ),
      [
        'details "summary":"a"',
        'list',
        'item',
        ...paragraph('b'),
        'close',
        'close',
        'close',
        'details "summary":"*c*"',
        ...paragraph('d'),
        'close',
        'details "summary":""',
        ...paragraph('e'),
        'close',
      ],
    );
  });

  it('reads details with attributes and ends of details without a start as HTML', () => {
    assert.deepEqual(events('<details open>\n\n</details>\n\n> <details>\n\n</details>'), [
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
    assert.deepEqual(events('<details>\n- <div>\n  </details>\n> </details>'), [
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
    assert.deepEqual(events('<details>\n```\n</details>'), [
      'details "summary":""',
      'code "info":""',
      '=</details>',
      'close',
      'close',
    ]);
  });

  it('reads formulas, also after the line of a paragraph and in containers', () => {
    assert.deepEqual(events('a\n\\[ x\n+ \\\\[2pt] y \\]\n- $$\n  \\$ z\n  $$\n  b'), [
      ...paragraph('a'),
      'math',
      '=x\\n+ \\\\\\\\[2pt] y',
      'close',
      'list',
      'item',
      'math',
      '=\\\\$ z',
      'close',
      ...paragraph('b'),
      'close',
      'close',
    ]);
  });

  for (const [title, source, expected] of [
    ['is not closed', '$$ a\n# b', [...paragraph('$$ a'), 'heading "level":1', '=b', 'close']],
    ['contains a blank line', '\\[ a\n\nb \\]', [...paragraph('\\\\[ a'), ...paragraph('b \\\\]')]],
    ['is followed by text', '$$ a $$ b', paragraph('$$ a $$ b')],
    ['is empty', '$$\n$$', paragraph('$$\\n$$')],
    ['contains another opening', '$$ a\n\\[ b \\]', [...paragraph('$$ a'), 'math', '=b', 'close']],
    [
      'leaves its container',
      '> $$\n> - a\nb $$',
      [
        'quote',
        ...paragraph('$$'),
        'list',
        'item',
        ...paragraph('a\\nb $$'),
        'close',
        'close',
        'close',
      ],
    ],
  ] as const) {
    it(`reads the source as if there were no formulas when one ${title}`, () => {
      assert.deepEqual(events(source), expected);
    });
  }

  it('reads formulas and definitions of up to 2,000 characters', () => {
    const long = 'a'.repeat(2000);
    assert.equal(events(`$$${long.slice(2)}$$`)[0], 'math');
    assert.equal(events(`$$${long}$$`)[0], 'paragraph');
    assert.equal(events(`[x]: ${long.slice(5)}`)[0]?.slice(0, 6), 'define');
    assert.equal(events(`[x]: ${long}`)[0], 'paragraph');
  });

  it('ends a definition before a title that is none', () => {
    assert.deepEqual(events('[a]: /b\n"c" d\n\n[e]: /f "g" h'), [
      'define {"label":"a","href":"/b","title":""}',
      ...paragraph('"c" d'.replaceAll('"', String.raw`\"`)),
      ...paragraph('[e]: /f "g" h'.replaceAll('"', String.raw`\"`)),
    ]);
  });

  it('ends a table at a blank line and at other blocks, and fills in short rows', () => {
    const table = 'table "alignments":["left",null],"header":["a","b"]';
    assert.deepEqual(events('t\na|b\n:-|-\nc|d|e\n\\|\n- f'), [
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
      ...paragraph('f'),
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

  it('nests containers 32 levels deep and reads deeper markers as text', () => {
    assert.deepEqual(events('>'.repeat(40)), [
      ...Array.from({ length: 32 }, () => 'quote'),
      ...paragraph('>>>>>>>>'),
      ...Array.from({ length: 32 }, () => 'close'),
    ]);
    const items = events('- '.repeat(1000) + 'a').filter((event) => event === 'item');
    assert.equal(items.length, 32);
  });

  it('shows lines that consist of an inline tag as text', () => {
    assert.deepEqual(events('a\n\n<br>\n\n<x>'), [
      ...paragraph('a'),
      ...paragraph('<br>'),
      'html',
      '=<x>',
      'close',
    ]);
  });
});
