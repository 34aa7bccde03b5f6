// Random edits of random files, written in each format, placed in files that have changed meanwhile. The lines are few, so
// that they repeat: an edit that lands in the wrong one of two equal places shows.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diff3Merge } from 'node-diff3';
import { parseProposals } from '../../../../../src/features/apply/common/blockFormats';
import { applyEdits } from '../../../../../src/features/apply/common/fileText';
import { place } from '../../../../../src/features/apply/common/matcher';
import type { Placement } from '../../../../../src/features/apply/common/placement';
import { propertyRuns } from '../../../../support/propertyRuns';

type Lines = readonly string[];

/** Lines `start` to `end` are replaced. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly lines: Lines;
}

const line = fc.constantFrom('a', 'b', 'c', '', '}', '  a', '  b', '  }', 'f() {');
const file = fc
  .tuple(
    fc.constantFrom('a', 'b', 'f() {'),
    fc.array(line, { maxLength: 8 }),
    fc.constantFrom('c', '}'),
  )
  .map(([first, lines, last]) => [first as string].concat(lines, last));

function changeOf(lines: Lines): fc.Arbitrary<Change> {
  const added = fc.array(fc.oneof(line, fc.constantFrom('x', '  y')), { maxLength: 2 });
  return fc.tuple(fc.nat(lines.length), fc.nat(3), added).map(([start, count, texts]) => {
    const change = { start, end: Math.min(lines.length, start + count), lines: texts };
    return withoutSameLines(lines, change);
  });
}

/** Lines at its start and end that stay are no change. */
function withoutSameLines(base: Lines, { start, end, lines }: Change): Change {
  if (start < end && lines.length > 0 && base[start] === lines[0]) {
    return withoutSameLines(base, { start: start + 1, end, lines: lines.slice(1) });
  }
  return start < end && lines.length > 0 && base[end - 1] === lines.at(-1)
    ? withoutSameLines(base, { start, end: end - 1, lines: lines.slice(0, -1) })
    : { start, end, lines };
}

function changed(lines: Lines, { start, end, lines: added }: Change): Lines {
  return [...lines.slice(0, start), ...added, ...lines.slice(end)];
}

function textOf(lines: Lines): string {
  return lines.map((one) => `${one}\n`).join('');
}

function around(base: Lines, { start, end }: Change, context: number): readonly [Lines, Lines] {
  return [base.slice(Math.max(0, start - context), start), base.slice(end, end + context)];
}

interface Block {
  readonly code: string;
  readonly info: string;
}

/** The edit as a model writes it, with this many lines around it. */
const formats: Readonly<Record<string, (base: Lines, change: Change, context: number) => Block>> = {
  file: (base, change) => ({ code: textOf(changed(base, change)), info: 'ts' }),
  search: (base, change, context) => {
    const [before, after] = around(base, change, context);
    const old = [...before, ...base.slice(change.start, change.end), ...after];
    const added = [...before, ...change.lines, ...after];
    const code = ['<<<<<<< SEARCH', ...old, '=======', ...added, '>>>>>>> REPLACE'];
    return { code: code.join('\n'), info: 'ts' };
  },
  diff: (base, change, context) => {
    const [before, after] = around(base, change, context);
    const code = [
      '--- a/file',
      '+++ b/file',
      '@@ -1,1 +1,1 @@',
      ...before.map((one) => ` ${one}`),
      ...base.slice(change.start, change.end).map((one) => `-${one}`),
      ...change.lines.map((one) => `+${one}`),
      ...after.map((one) => ` ${one}`),
    ];
    return { code: code.join('\n'), info: 'diff' };
  },
  marks: (base, change, context) => {
    const [before, after] = around(base, change, Math.max(1, context));
    const mark = '// ... existing code ...';
    const code = [
      ...(change.start > before.length ? [mark] : []),
      ...before,
      ...change.lines,
      ...after,
      ...(change.end + after.length < base.length ? [mark] : []),
    ];
    return { code: code.join('\n'), info: 'ts' };
  },
};

/**
 * What marks need: there are lines before and after the change, none of its lines is indented less than all that the answer
 * shows, and the last line that it shows ends the same block as before.
 */
function canHaveMarks(base: Lines, { start, end, lines }: Change, context: number): boolean {
  const [before = '', after = ''] = [base[start - 1], base[end]];
  const outer = [base[start - context], base[end + context - 1]];
  const indent = (text: string): number => text.search(/\S/u);
  const head = (texts: Lines): string | undefined =>
    [before, ...texts].findLast((text) => text !== '' && indent(text) <= indent(after));
  const old = base.slice(start, end);
  const shown = [before, ...lines, after].filter((text) => text !== '');
  return (
    before !== '' &&
    after !== '' &&
    !outer.includes('') &&
    head(old) === head(lines) &&
    old.every((text) => text === '' || indent(text) >= Math.min(...shown.map(indent)))
  );
}

const example = file
  .chain((base) =>
    fc.record({
      base: fc.constant(base),
      edit: changeOf(base),
      drift: fc.array(changeOf(base), { maxLength: 2 }),
      context: fc.nat(3),
      format: fc.constantFrom(...Object.keys(formats)),
    }),
  )
  .filter(
    ({ base, edit, context, format }) => format !== 'marks' || canHaveMarks(base, edit, context),
  )
  .filter(({ base, edit, context, format }) => {
    const theirs = changed(base, edit);
    // Nothing to search for is a new file.
    if (format === 'search' && context === 0 && edit.start === edit.end) return false;
    return format !== 'file' || (theirs[0] !== '' && theirs.at(-1) !== '');
  });

/** Leaves out drift that overlaps other drift. */
function drifted(base: Lines, drift: readonly Change[]): Lines {
  return drift
    .toSorted((a, b) => b.start - a.start)
    .filter(({ end }, index, sorted) => index === 0 || end <= (sorted[index - 1]?.start ?? 0))
    .reduce(changed, base);
}

function placeBlock({ code, info }: Block, now: string, seen: string): Placement {
  const [proposal, ...others] = parseProposals(code, info);
  assert.ok(proposal !== undefined && others.length === 0);
  return place({ proposal, path: 'file.ts', now, seen: [{ text: seen }], isCut: false });
}

function isClean({ edits, refused }: Placement): boolean {
  return refused.length === 0 && edits.every(({ isConflict }) => isConflict !== true);
}

/** Blank lines at the ends of a block are no part of a file that is written as a whole. */
function trimmed(text: string): string {
  return text.replaceAll(/^\n+|\n+$/gu, '');
}

/** The line of `b` that each line of `a` is, in each of the shortest differences. */
function shortestDifferences(a: Lines, b: Lines): readonly (readonly (number | undefined)[])[] {
  const common = Array.from({ length: a.length + 1 }, () => b.map(() => 0).concat(0));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const same = a[i] === b[j] ? 1 + common[i + 1]![j + 1]! : 0;
      common[i]![j] = Math.max(common[i + 1]![j]!, common[i]![j + 1]!, same);
    }
  }
  const from = (i: number, j: number): (number | undefined)[][] => {
    const count = common[i]![j]!;
    if (count === 0) return [a.slice(i).map(() => undefined)];
    return a
      .slice(i)
      .flatMap((text, k) =>
        b
          .slice(j)
          .flatMap((other, l) =>
            text === other && common[i + k + 1]![j + l + 1] === count - 1
              ? from(i + k + 1, j + l + 1).map((rest) =>
                  Array.from<number | undefined>({ length: k }).concat(j + l, rest),
                )
              : [],
          ),
      );
  };
  return from(0, 0);
}

/** What the edit makes of the file, whichever shortest difference is the true one; undefined for a conflict. */
function possibleMerges(base: Lines, edit: Change, now: Lines): readonly (string | undefined)[] {
  return shortestDifferences(base, now).map((places) => {
    const { start, end, lines } = edit;
    const before = start === 0 ? -1 : places[start - 1];
    const at = before === undefined ? undefined : before + 1;
    const isThere =
      at !== undefined && places.slice(start, end).every((one, index) => one === at + index);
    return isThere
      ? trimmed(textOf(changed(now, { start: at, end: at + end - start, lines })))
      : undefined;
  });
}

/** A matcher that refuses too much is wrong, too. */
function assertLanded(landed: readonly string[], least: number): void {
  assert.ok(landed.length > least, `${landed.length} landed`);
  assert.deepEqual(new Set(landed), new Set(Object.keys(formats)));
}

describe('place, for random edits and files', function () {
  this.timeout(0);

  it('gives the edited text if the file has not changed, or refuses', () => {
    const landed: string[] = [];
    fc.assert(
      fc.property(example, ({ base, edit, context, format }) => {
        const text = textOf(base);
        const placement = placeBlock(formats[format]!(base, edit, context), text, text);
        if (isClean(placement)) {
          const result = applyEdits(text, placement.edits);
          assert.equal(trimmed(result), trimmed(textOf(changed(base, edit))));
          landed.push(format);
        }
      }),
      { numRuns: propertyRuns(2_000) },
    );
    assertLanded(landed, propertyRuns(800));
  });

  it('gives the three-way merge if the file has changed, or a conflict, or refuses', () => {
    const landed: string[] = [];
    fc.assert(
      fc.property(example, ({ base, edit, drift, context, format }) => {
        const now = drifted(base, drift);
        const block = formats[format]!(base, edit, context);
        const placement = placeBlock(block, textOf(now), textOf(base));
        const theirs = changed(base, edit);
        if (!isClean(placement)) return;
        landed.push(format);
        const result = trimmed(applyEdits(textOf(now), placement.edits));
        const merged = diff3Merge([...now], [...base], [...theirs], {
          excludeFalseConflicts: true,
        });
        const isMerged =
          merged.every(({ ok }) => ok !== undefined) &&
          result === trimmed(textOf(merged.flatMap(({ ok }) => ok ?? [])));
        // diff3 takes one of several shortest differences; ours is that of all of them.
        assert.deepEqual(
          isMerged ? [] : possibleMerges(base, edit, now).filter((text) => text !== result),
          [],
        );
      }),
      { numRuns: propertyRuns(2_000) },
    );
    assertLanded(landed, propertyRuns(500));
  });
});
