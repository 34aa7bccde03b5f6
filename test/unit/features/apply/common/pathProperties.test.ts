// A part of JSON that is placed says what it shows and leaves all else, whatever its layout: on one line or many, with
// brackets beside what they hold. Only code that is read as the complete file may lack what the file has.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { mergeObjects, type JsonRecord } from '../../../../../src/base/mergeObjects';
import { applyEdits } from '../../../../../src/features/apply/common/fileText';
import { place } from '../../../../../src/features/apply/common/matcher';
import { propertyRuns } from '../../../../support/propertyRuns';

const names = fc.constantFrom('name', 'scripts', 'test', 'build', 'a', 'b');
const scalars = fc.constantFrom(1, true, 'x', 'y z');
const { objects } = fc.letrec<{ objects: JsonRecord; values: unknown }>((tie) => ({
  objects: fc.dictionary(names, tie('values'), { minKeys: 1, maxKeys: 5, noNullPrototype: true }),
  values: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: scalars },
    { weight: 1, arbitrary: fc.array(scalars, { minLength: 1, maxLength: 3 }) },
    { weight: 2, arbitrary: tie('objects') },
  ),
}));

/** @param layout returns 0 for the usual one */
function write(value: unknown, layout: () => number, indent = ''): string {
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value);
  }
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((one) => write(one, layout, inner))
    : Object.entries(value).map(([name, one]) => `"${name}": ${write(one, layout, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const lines = items.join(`,\n${inner}`);
  return [
    `${open}\n${inner}${lines}\n${indent}${close}`,
    `${open} ${items.join(', ').replaceAll(/\n\s*/gu, ' ')} ${close}`,
    `${open} ${lines}\n${indent}${close}`,
    `${open}\n${inner}${lines} ${close}`,
    `${open}\n${inner}${lines.replace(/,\n\s*/u, ', ')}\n${indent}${close}`,
  ][layout()]!;
}

describe('parts of JSON', () => {
  it('say what they show, and leave all else, in any layout', () => {
    fc.assert(
      fc.property(objects, objects, fc.infiniteStream(fc.nat(4)), (file, part, layouts) => {
        const now = `${write(file, () => 0)}\n`;
        const lines = write(part, () => layouts.next().value).split('\n');
        const seen = [{ text: now }];
        const proposal = { kind: 'code', lines } as const;
        const placed = place({ proposal, path: 'a.json', now, seen, isCut: false });
        const isForUser = placed.edits.some((edit) => edit.isConflict ?? edit.removal);
        if (placed.refused.length === 0 && !isForUser && placed.uncertainLine === undefined) {
          const text = applyEdits(now, placed.edits);
          const result: unknown = JSON.parse(text);
          const isRight = [mergeObjects(file, part, 'keep'), part].some((one) =>
            isDeepStrictEqual(result, one),
          );
          assert.ok(isRight, `${now}${lines.join('\n')}\n${text}`);
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
