import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BlockReader } from '../../../../src/markdown/common/blockReader';
import { EventSink, paragraphEvents, readableEvents } from '../../../support/markdown/blockEvents';
import { TreeSink } from '../../../support/markdown/blockTree';
import { cuts, extendedDocument } from '../../../support/markdown/randomMarkdown';

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
    assert.deepEqual(readableEvents('- a\n\n  b\n- > - c\n  >\n  > - d'), [
      'list',
      'item',
      ...paragraphEvents('a'),
      'loosen 0',
      ...paragraphEvents('b'),
      'close',
      'item',
      'quote',
      'list',
      'item',
      ...paragraphEvents('c'),
      'close',
      'loosen 3',
      'item',
      ...paragraphEvents('d'),
      ...Array.from({ length: 5 }, () => 'close'),
    ]);
  });

  it('ends a definition before a title that is none', () => {
    assert.deepEqual(readableEvents('[a]: /b\n"c" d\n\n[e]: /f "g" h'), [
      'define {"label":"a","href":"/b","title":""}',
      ...paragraphEvents('"c" d'.replaceAll('"', String.raw`\"`)),
      ...paragraphEvents('[e]: /f "g" h'.replaceAll('"', String.raw`\"`)),
    ]);
  });

  it('nests containers 32 levels deep and reads deeper markers as text', () => {
    assert.deepEqual(readableEvents('>'.repeat(40)), [
      ...Array.from({ length: 32 }, () => 'quote'),
      ...paragraphEvents('>>>>>>>>'),
      ...Array.from({ length: 32 }, () => 'close'),
    ]);
    const items = readableEvents('- '.repeat(1000) + 'a').filter((event) => event === 'item');
    assert.equal(items.length, 32);
  });
});
