import assert from 'node:assert/strict';
import fc from 'fast-check';
import { OverlapTrimmer } from '../../../../src/chat/session/continuation';

/** The continuation as it comes, in pieces. */
function joined(before: string, pieces: readonly string[], repeats = true): string {
  const seam = new OverlapTrimmer(before);
  seam.mayOverlap = repeats;
  return before + pieces.map((piece) => seam.push(piece)).join('') + seam.end();
}

const rows: readonly (readonly [string, string, string, string])[] = [
  ['goes on in the middle of a word', 'the quick bro', 'wn fox', 'the quick brown fox'],
  ['begins the broken word anew', 'the quick bro', 'brown fox', 'the quick brown fox'],
  ['repeats whole words', 'jumps over the', 'over the lazy dog', 'jumps over the lazy dog'],
  ['repeats a word after a blank', 'jumps over the', ' the lazy dog', 'jumps over the lazy dog'],
  ['goes on with a blank', 'jumps over', ' the lazy dog', 'jumps over the lazy dog'],
  ['has the blank on both sides', 'jumps over ', ' the dog', 'jumps over the dog'],
  ['begins the sentence anew', 'One. Two is', 'Two is more.', 'One. Two is more.'],
  ['does not repeat a word’s end', 'a cart', 'art of war', 'a cartart of war'],
  ['goes on with a number', 'chapter 1', '10 pages', 'chapter 110 pages'],
  [
    'begins a Chinese sentence anew',
    '今天天气很好我们',
    '天气很好我们出去玩',
    '今天天气很好我们出去玩',
  ],
  ['goes on in Chinese with the same sign', '我的目的', '的确如此', '我的目的的确如此'],
  [
    'opens the fence anew',
    '```ts\nconst a',
    '```ts\nconst a = 1;\n```\n',
    '```ts\nconst a = 1;\n```\n',
  ],
  [
    'closes the fence',
    '```ts\nconst a = 1;\n',
    '```\n\nDone.',
    '```ts\nconst a = 1;\n```\n\nDone.',
  ],
  ['opens a block where none is open', 'See:\n\n', '```ts\n1\n```', 'See:\n\n```ts\n1\n```'],
];

describe('Seam', () => {
  for (const [name, before, after, whole] of rows) {
    it(`joins an answer whose continuation ${name}`, () => {
      assert.equal(joined(before, [after]), whole);
      assert.equal(joined(before, Array.from(after)), whole, 'one character at a time');
    });
  }

  it('leaves alone what goes on from a prefill, but for the blanks', () => {
    assert.equal(joined('had had ', ['had ', 'no'], false), 'had had had no');
    assert.equal(joined('over ', [' ', 'the'], false), 'over the');
  });

  it('holds back no more than may be a repetition', () => {
    const seam = new OverlapTrimmer('the quick brown');
    assert.equal(seam.push('the quick'), '');
    assert.equal(seam.push(' red'), 'the quick red');
    assert.equal(seam.push(' fox'), ' fox');
  });

  const words = fc.array(fc.stringMatching(/^[a-zäß]{1,8}$/u), { minLength: 6, maxLength: 40 });

  it('gives the whole answer wherever it was cut and wherever the model begins again', () => {
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), fc.nat(), (parts, cutAt, again, piece) => {
        // Words that are all different: what stands twice in the answer itself is no repetition.
        const whole = parts
          .map(
            (word, index) =>
              `${word}${index % 7 === 3 ? '.\n' : ''}x${'abcdefghij'[index % 10]}${index}`,
          )
          .join(' ');
        const cut = 1 + (cutAt % (whole.length - 1));
        const before = whole.slice(0, cut);
        const starts = [...before.matchAll(/(?<=^|\s)\S/gu)].map(({ index }) => index);
        const start = starts.filter((at) => cut - at < 300)[again % starts.length] ?? cut;
        const after = whole.slice(start);
        const size = 1 + (piece % 9);
        const pieces = after.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
        assert.equal(joined(before, pieces), whole);
      }),
      { numRuns: 2000 },
    );
  });

  it('never drops a letter that was not there before, however it is cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (before, pieces) => {
        const seam = new OverlapTrimmer(before);
        const told = pieces.map((piece) => seam.push(piece)).join('') + seam.end();
        const after = pieces.join('');
        assert.ok(after.endsWith(told), 'only the beginning is dropped');
        const dropped = after.slice(0, after.length - told.length).trimStart();
        assert.ok(before.endsWith(dropped) || dropped.trim() === '' || dropped.startsWith('```'));
      }),
    );
  });
});
