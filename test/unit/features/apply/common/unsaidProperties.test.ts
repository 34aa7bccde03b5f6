// Random classes, of which an answer shows one with some of its members, while the user has moved them: Accept all writes
// the change that the answer shows or nothing. The bodies are few, so that they repeat.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseProposals } from '../../../../../src/features/apply/common/blockFormats';
import { applyEdits } from '../../../../../src/features/apply/common/fileText';
import { place } from '../../../../../src/features/apply/common/matcher';
import type { CodeSymbol } from '../../../../../src/features/apply/common/placement';
import { propertyRuns } from '../../../../support/propertyRuns';

interface Member {
  readonly name: string;
  readonly body: readonly string[];
}

interface Type {
  readonly name: string;
  readonly members: readonly Member[];
}

interface Syntax {
  readonly path: string;
  readonly mark: string;
  readonly header: readonly string[];
  readonly write: (type: Type) => readonly string[];
}

const syntaxes: readonly Syntax[] = [
  {
    path: 'types.ts',
    mark: '// ... existing code ...',
    header: ["import { go } from './go';", ''],
    write: ({ name, members }) => [
      `class ${name} {`,
      ...members.flatMap((member, at) => [
        ...(at === 0 ? [] : ['']),
        `  ${member.name}() {`,
        ...member.body.map((line) => `    ${line};`),
        '  }',
      ]),
      '}',
    ],
  },
  {
    path: 'types.py',
    mark: '# ... existing code ...',
    header: ['from go import go', ''],
    write: ({ name, members }) => [
      `class ${name}:`,
      ...members.flatMap((member, at) => [
        ...(at === 0 ? [] : ['']),
        `    def ${member.name}(self):`,
        ...member.body.map((line) => `        ${line}`),
      ]),
    ],
  },
];

const bodies = fc.array(fc.constantFrom('go(1)', 'go(2)', 'return 1'), {
  minLength: 1,
  maxLength: 3,
});
const types = fc
  .uniqueArray(fc.constantFrom('One', 'Two', 'Three'), { minLength: 1, maxLength: 3 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc
          .tuple(
            fc.uniqueArray(fc.constantFrom('open', 'show', 'hide', 'end'), { minLength: 1 }),
            fc.array(bodies, { minLength: 4, maxLength: 4 }),
          )
          .map(([members, all]): Type => ({
            name,
            members: members.map((member, at) => ({ name: member, body: all[at]! })),
          })),
      ),
    ),
  );

const answers = fc.record({
  syntax: fc.constantFrom(...syntaxes),
  types,
  type: fc.nat(),
  member: fc.nat(),
  isShown: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  form: fc.constantFrom('definition', 'file', 'marks'),
  isMoved: fc.boolean(),
  hasSymbols: fc.boolean(),
});

function fileOf({ header, write }: Syntax, all: readonly Type[]): readonly string[] {
  return [...header, ...all.flatMap((type, at) => [...(at === 0 ? [] : ['']), ...write(type)])];
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

function symbolsOf(syntax: Syntax, all: readonly Type[]): readonly CodeSymbol[] {
  return all.map((type, at) => {
    const end = fileOf(syntax, all.slice(0, at + 1)).length;
    return { name: type.name, start: end - syntax.write(type).length, end };
  });
}

/** The member's last line becomes another one. */
function withChange(type: Type, changed: Member): Type {
  return {
    ...type,
    members: type.members.map((member) =>
      member.name === changed.name ? { ...member, body: [...member.body, 'go(3)'] } : member,
    ),
  };
}

describe('Accept all, for an answer that shows some members of a class', () => {
  it('writes what it shows or nothing', () => {
    let landed = 0;
    fc.assert(
      fc.property(
        answers,
        ({ syntax, types: all, form, isShown, isMoved, hasSymbols, ...picks }) => {
          const type = all[picks.type % all.length]!;
          const member = type.members[picks.member % type.members.length]!;
          const changed = withChange(type, member);
          const now = isMoved ? all.toReversed() : all;
          const replaced = (one: Type): Type => (one === type ? changed : one);
          const shown = {
            ...changed,
            members: changed.members.filter(({ name }, at) => name === member.name || isShown[at]),
          };
          const { mark } = syntax;
          const lines = {
            definition: syntax.write(shown),
            file: fileOf(
              syntax,
              all.map((one) => (one === type ? shown : one)),
            ),
            marks: [mark, '', ...syntax.write(shown), '', mark],
          }[form];
          const [proposal] = parseProposals(textOf(lines), '');
          const text = textOf(fileOf(syntax, now));
          const { edits } = place({
            proposal: proposal!,
            path: syntax.path,
            now: text,
            seen: [{ text: textOf(fileOf(syntax, all)) }],
            symbols: hasSymbols ? symbolsOf(syntax, now) : [],
            isCut: false,
          });
          const written = applyEdits(
            text,
            edits.filter(({ isConflict, removal }) => isConflict !== true && removal === undefined),
          );
          const right = textOf(fileOf(syntax, now.map(replaced)));
          assert.equal(written, written === text ? text : right);
          landed += written === right ? 1 : 0;
        },
      ),
      { numRuns: propertyRuns(500) },
    );
    assert.ok(landed > propertyRuns(150), `${landed} landed`);
  });
});
