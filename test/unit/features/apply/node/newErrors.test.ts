import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lineChange, moveLines } from '../../../../../src/features/apply/node/lineChange';
import {
  compareErrors,
  knownError,
  type FoundError,
  type KnownError,
} from '../../../../../src/features/apply/node/newErrors';
import { propertyRuns } from '../../../../support/propertyRuns';

const error = (line: number, text = `line ${line}`, message = 'wrong'): FoundError => ({
  line,
  message,
  code: '1',
  source: 'ts',
  text,
});

describe('new errors', () => {
  const at = (line: number, character = 0) => ({ line, character });
  const edit = (start: ReturnType<typeof at>, end: ReturnType<typeof at>, text: string) =>
    lineChange({ range: { start, end }, text });
  const freshLines = (known: readonly KnownError[], now: readonly FoundError[]) =>
    compareErrors(known, now).fresh.map(({ line }) => line);

  it('move with their lines', () => {
    const rows: readonly (readonly [string, ReturnType<typeof lineChange>, number, number])[] = [
      ['lines before it', edit(at(1), at(1), 'a\nb\n'), 7, 8],
      ['lines put before its own', edit(at(5), at(5), 'a\n'), 6, 7],
      ['lines after it', edit(at(6), at(7), 'a\nb\n'), 5, 6],
      ['an end of line before it', edit(at(4, 3), at(4, 3), '\r\na'), 6, 7],
      ['lines in place of its own', edit(at(4), at(6), 'a\nb\nc\n'), 4, 7],
      ['a letter of its line', edit(at(5, 2), at(5, 3), 'x'), 5, 6],
      ['an end of line in its line', edit(at(5, 2), at(5, 2), '\n'), 5, 7],
      ['its line, gone', edit(at(5), at(6), ''), 5, 5],
    ];
    for (const [name, change, start, end] of rows) {
      assert.deepEqual(moveLines({ start: 5, end: 6 }, change), { start, end }, name);
    }
  });

  it('are recognized by all that they say and the text of their line, wherever that is', () => {
    const known = [knownError(error(3, 'a'))];
    assert.deepEqual(freshLines(known, [error(9, 'a')]), []);
    assert.deepEqual(freshLines(known, [error(9, 'b')]), [9]);
    assert.deepEqual(freshLines(known, [error(3, 'a', 'other')]), [3]);
    assert.deepEqual(freshLines(known, [{ ...error(3, 'a'), source: 'eslint' }]), [3]);
    assert.deepEqual(freshLines(known, [{ ...error(3, 'a'), code: '2' }]), [3]);
  });

  it('are the ones where the change has not put the known ones', () => {
    const known = [knownError(error(3, 'a'))];
    assert.deepEqual(freshLines(known, [error(1, 'a'), error(3, 'a'), error(5, 'a')]), [1, 5]);
    // The error stays in a line that was written anew.
    assert.deepEqual(freshLines(known, [error(3, 'b')]), []);
  });

  it('are what was put in, and none that was there, whatever the changes are', () => {
    const lines = fc.array(
      fc.record({ text: fc.constantFrom('a', 'b', 'c'), isBad: fc.boolean() }),
      {
        maxLength: 12,
      },
    );
    const edits = fc.record({
      start: fc.nat(12),
      removed: fc.nat(2),
      added: fc.array(fc.boolean(), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(lines, fc.array(edits, { maxLength: 4 }), (before, all) => {
        const known = before.flatMap(({ text, isBad }, line) =>
          isBad ? [knownError(error(line, text))] : [],
        );
        const now: { readonly text: string; readonly isBad: boolean; readonly isNew?: true }[] = [
          ...before,
        ];
        for (const [index, { start: wanted, removed, added }] of all.entries()) {
          const start = Math.min(wanted, now.length);
          const end = Math.min(start + removed, now.length);
          // Only lines without errors go, as those in place of others may have the errors of these.
          const isClean = now.slice(start, end).every(({ isBad }) => !isBad);
          const stop = isClean ? end : start;
          const put = added.map((isBad, n) => {
            return { text: `new ${index} ${n}`, isBad, isNew: true as const };
          });
          now.splice(start, stop - start, ...put);
          const change = edit(at(start), at(stop), put.map(() => 'x\n').join(''));
          for (const one of known) {
            one.at = moveLines(one.at, change);
          }
        }
        const found = now.flatMap((one, line) => (one.isBad ? [{ ...one, line }] : []));
        const wanted = found.filter(({ isNew }) => isNew).map(({ line }) => line);
        assert.deepEqual(
          freshLines(
            known,
            found.map(({ text, line }) => error(line, text)),
          ),
          wanted,
        );
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});
