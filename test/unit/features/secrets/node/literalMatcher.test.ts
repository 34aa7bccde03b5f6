import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LiteralMatcher } from '../../../../../src/features/secrets/node/literalMatcher';

const character = fc.constantFrom(...Array.from('aAbBé😀zZ_-:/.0 oO'), '\u212A');
const textOf = (options: { readonly minLength?: number; readonly maxLength: number }) =>
  fc.array(character, options).map((characters) => characters.join(''));
const literal = textOf({ minLength: 3, maxLength: 6 }).filter((text) =>
  /^[\x20-\x7e]+$/u.test(text),
);

describe('LiteralMatcher', () => {
  it('finds each occurrence of each literal, in either letter case and where they overlap', () => {
    fc.assert(
      fc.property(
        fc.array(literal, { maxLength: 8 }),
        textOf({ maxLength: 60 }),
        (literals, filler) => {
          const text = filler + literals.join(filler.slice(0, 2)).toUpperCase() + filler;
          const found: string[] = [];
          let lastEnd = 0;
          new LiteralMatcher(literals).find(text, (index, start) => {
            found.push(`${index} at ${start}`);
            const end = start + (literals[index]?.length ?? 0);
            assert.ok(end >= lastEnd);
            lastEnd = end;
          });
          const expected = literals.flatMap((each, index) =>
            Array.from({ length: text.length }, (_, start) => start)
              .filter(
                (start) =>
                  text.slice(start, start + each.length).toLowerCase() === each.toLowerCase(),
              )
              .map((start) => `${index} at ${start}`),
          );
          assert.deepEqual(found.toSorted(), expected.toSorted());
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('accepts no literal that is shorter than its key', () => {
    assert.throws(() => new LiteralMatcher(['abc', 'ab']), RangeError);
  });
});
