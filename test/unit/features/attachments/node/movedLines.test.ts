import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  findLines,
  withLines,
  withNote,
  withoutNote,
} from '../../../../../src/features/attachments/node/movedLines';
import { labeledBlock, lineRange } from '../../../../../src/workspace/node/labeledBlock';

function selection(content: string, startLine: number, endLine: number, name = 'a.ts'): string {
  const details = [lineRange(startLine, endLine)];
  return labeledBlock({ title: 'Selection of', name, language: 'ts', details, content });
}

describe('findLines', () => {
  const block = selection('two\nthree', 2, 3);
  const lines = { startLine: 2, endLine: 3 };

  it('finds lines where they were, or where they have moved to', () => {
    assert.deepEqual(findLines(block, 'one\ntwo\nthree\n', lines), lines);
    assert.deepEqual(findLines(block, 'new\r\n\r\none\r\ntwo\r\nthree', lines), {
      startLine: 4,
      endLine: 5,
    });
  });

  it('finds nothing if the text has changed', () => {
    assert.equal(findLines(block, 'one\ntwo!\nthree\n', lines), undefined);
    assert.equal(findLines(block, '', lines), undefined);
    assert.equal(findLines(selection('', 1, 1), 'a', lines), undefined);
  });

  it('gives up after a moment where document and lines repeat one line', () => {
    const count = 300_000;
    const found = findLines(
      selection('\n'.repeat(count / 2 + 1), 1, count / 2),
      '\n'.repeat(count),
      {
        startLine: count / 2,
        endLine: count,
      },
    );
    assert.equal(found, undefined);
  });

  it('finds a line that thousands before it equal', () => {
    const place = { startLine: 30_000, endLine: 30_000 };
    assert.deepEqual(findLines(selection('}', 30_000, 30_000), '}\n'.repeat(50_000), place), place);
  });

  it('finds each place, also those that overlap', () => {
    const line = fc.constantFrom('a', 'b', '');
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 12 }),
        fc.array(line, { maxLength: 4 }),
        fc.integer({ min: 1, max: 12 }),
        (rows, part, startLine) => {
          // The line end after the last line of a block says nothing.
          const content = [...part, 'a'].join('\n');
          const document = rows.join('\n');
          const found = findLines(selection(content, 1, part.length + 1), document, {
            startLine,
            endLine: startLine,
          });
          assert.equal(found !== undefined, document.includes(content));
        },
      ),
    );
  });

  it('prefers the nearest of several places', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
        fc.nat(30),
        (rows, at) => {
          const document = rows.map((isHere) => (isHere ? 'x' : '-')).join('\n');
          const startLine = at + 1;
          const found = findLines(selection('x', startLine, startLine), document, {
            startLine,
            endLine: startLine,
          });
          const places = rows.flatMap((isHere, index) => (isHere ? [index + 1] : []));
          const distances = places.map((place) => Math.abs(place - startLine));
          assert.equal(
            found === undefined ? Infinity : Math.abs(found.startLine - startLine),
            Math.min(...distances),
          );
        },
      ),
    );
  });
});

describe('withLines', () => {
  it('changes the lines of the label, not those that a name or the content imitates', () => {
    const name = 'lines 7-8) (lines 7-8';
    const block = selection('(ts, lines 2-3)', 2, 3, name);
    assert.equal(
      withLines(block, { startLine: 5, endLine: 6 }),
      selection('(ts, lines 2-3)', 5, 6, name),
    );
  });

  it('changes one line to several', () => {
    assert.equal(
      withLines(selection('a', 1, 1), { startLine: 2, endLine: 3 }),
      selection('a', 2, 3),
    );
  });
});

describe('withNote', () => {
  it('adds a note to the label once, and removes it again', () => {
    const block = selection('a', 1, 1);
    const noted = withNote(block);
    assert.match(
      noted,
      /^Selection of `a\.ts` \(ts, line 1\), as it was when attached\n```ts\na\n```$/u,
    );
    assert.equal(withNote(noted), noted);
    assert.equal(withoutNote(noted), block);
    assert.equal(withoutNote(block), block);
  });
});
