import assert from 'node:assert/strict';
import fc from 'fast-check';
import { OverlapTrimmer } from '../../../../src/chat/session/continuation';

/** The answer after a continuation that arrives in pieces. */
function joined(before: string, pieces: readonly string[], mayOverlap = true): string {
  const trimmer = new OverlapTrimmer(before);
  trimmer.mayOverlap = mayOverlap;
  return before + pieces.map((piece) => trimmer.push(piece)).join('') + trimmer.end();
}

const rows: readonly (readonly [string, string, string, string])[] = [
  ['continues in the middle of a word', 'the quick bro', 'wn fox', 'the quick brown fox'],
  [
    'repeats the start of the word that was cut off',
    'the quick bro',
    'brown fox',
    'the quick brown fox',
  ],
  ['repeats a complete word', 'jumps over the', 'over the lazy dog', 'jumps over the lazy dog'],
  ['repeats a word after a space', 'jumps over the', ' the lazy dog', 'jumps over the lazy dog'],
  ['starts with a space', 'jumps over', ' the lazy dog', 'jumps over the lazy dog'],
  ['repeats the space at the end', 'jumps over ', ' the dog', 'jumps over the dog'],
  ['repeats the start of the sentence', 'One. Two is', 'Two is more.', 'One. Two is more.'],
  ['starts with letters that also end the last word', 'a cart', 'art of war', 'a cartart of war'],
  ['continues a number with the same digit', 'chapter 1', '10 pages', 'chapter 110 pages'],
  [
    'repeats the start of a Chinese sentence',
    '今天天气很好我们',
    '天气很好我们出去玩',
    '今天天气很好我们出去玩',
  ],
  [
    'starts with the Chinese character that ends the answer',
    '我的目的',
    '的确如此',
    '我的目的的确如此',
  ],
  [
    'repeats the opening fence of the code block',
    '```ts\nconst a',
    '```ts\nconst a = 1;\n```\n',
    '```ts\nconst a = 1;\n```\n',
  ],
  [
    'closes the code block',
    '```ts\nconst a = 1;\n',
    '```\n\nDone.',
    '```ts\nconst a = 1;\n```\n\nDone.',
  ],
  [
    'opens a code block after code in a line',
    '```x```\n',
    '```ts\n1\n```',
    '```x```\n```ts\n1\n```',
  ],
  ['opens a code block after text', 'See:\n\n', '```ts\n1\n```', 'See:\n\n```ts\n1\n```'],
];

describe('OverlapTrimmer', () => {
  for (const [name, before, after, expected] of rows) {
    it(`joins an answer whose continuation ${name}`, () => {
      assert.equal(joined(before, [after]), expected);
      assert.equal(joined(before, Array.from(after)), expected, 'one character at a time');
    });
  }

  it('changes nothing after a prefill except repeated spaces', () => {
    assert.equal(joined('had had ', ['had ', 'no'], false), 'had had had no');
    assert.equal(joined('over ', [' ', 'the'], false), 'over the');
  });

  it('holds text back only while it may be a repetition', () => {
    const trimmer = new OverlapTrimmer('the quick brown');
    assert.equal(trimmer.push('the quick'), '');
    assert.equal(trimmer.push(' red'), 'the quick red');
    assert.equal(trimmer.push(' fox'), ' fox');
  });

  const words = fc.array(fc.stringMatching(/^[a-zäß]{1,8}$/u), { minLength: 6, maxLength: 40 });

  it('restores the answer wherever it was cut off and wherever the model starts again', () => {
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), fc.nat(), (sampleWords, cutAt, startAt, pieceSize) => {
        // All words differ: text that occurs twice in the answer itself is no repetition.
        const expected = sampleWords
          .map(
            (word, index) =>
              `${word}${index % 7 === 3 ? '.\n' : ''}x${'abcdefghij'[index % 10]}${index}`,
          )
          .join(' ');
        const cut = 1 + (cutAt % (expected.length - 1));
        const before = expected.slice(0, cut);
        const starts = [...before.matchAll(/(?<=^|\s)\S/gu)].map(({ index }) => index);
        const start = starts.filter((at) => cut - at < 300)[startAt % starts.length] ?? cut;
        const after = expected.slice(start);
        const size = 1 + (pieceSize % 9);
        const pieces = after.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
        assert.equal(joined(before, pieces), expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('drops only text that the answer already ends with, however the continuation is split', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (before, pieces) => {
        const trimmer = new OverlapTrimmer(before);
        const emitted = pieces.map((piece) => trimmer.push(piece)).join('') + trimmer.end();
        const after = pieces.join('');
        assert.ok(after.endsWith(emitted), 'only the start is dropped');
        const dropped = after.slice(0, after.length - emitted.length).trimStart();
        assert.ok(before.endsWith(dropped) || dropped.trim() === '' || dropped.startsWith('```'));
      }),
    );
  });
});
