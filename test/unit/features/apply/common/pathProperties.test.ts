// A part of a style sheet or a configuration says what it shows and leaves all else, whatever the layout of both: on one line or many, with brackets beside what they hold, with marks. Nothing stands twice.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { parse } from 'yaml';
import { isJsonRecord, mergeObjects, type JsonRecord } from '../../../../../src/base/mergeObjects';
import { applyEdits } from '../../../../../src/features/apply/common/fileText';
import { place } from '../../../../../src/features/apply/common/matcher';
import { propertyRuns } from '../../../../support/propertyRuns';

interface Layout {
  /** Returns 0 for the usual one. */
  readonly next: () => number;
  /** Returns the comment or mark above an item, or nothing. */
  readonly above: () => string;
}

interface Language {
  readonly path: string;
  readonly parts: fc.Arbitrary<JsonRecord>;
  readonly comment: (text: string) => string;
  readonly write: (value: JsonRecord, layout: Layout) => string;
  /** Throws if anything stands twice. */
  readonly read: (text: string) => unknown;
}

// What stands elsewhere, too, has moved or has another name.
const scalars = fc.oneof(fc.nat(), fc.stringMatching(/^[a-z]{4}( [a-z]{4})?$/u));
const elements = fc.constantFrom(1, true, 'x', 'y z');
const { objects } = fc.letrec<{ objects: JsonRecord; values: unknown }>((tie) => ({
  objects: fc.dictionary(
    fc.constantFrom('name', 'scripts', 'test', 'lint', 'a', 'b'),
    tie('values'),
    { minKeys: 1, maxKeys: 5, noNullPrototype: true },
  ),
  values: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: scalars },
    {
      weight: 1,
      arbitrary: fc.tuple(scalars, fc.array(elements, { maxLength: 2 })).map((list) => list.flat()),
    },
    { weight: 2, arbitrary: tie('objects') },
  ),
}));

/** Brackets with what they hold. */
function bracketed(
  [open, close]: readonly [string, string],
  items: readonly string[],
  separator: string,
  { next, above }: Layout,
  indent: string,
): string {
  const inner = `${indent}  `;
  const lines = items.join(`${separator}\n${inner}`);
  const noted = items.map((item) => above().replace('\n', `\n${inner}`) + item);
  return [
    `${open}\n${inner}${noted.join(`${separator}\n${inner}`)}\n${indent}${close}`,
    `${open} ${items.join(`${separator} `).replaceAll(/\s*\/[/*].*|\n\s*/gu, ' ')} ${close}`,
    `${open} ${lines}\n${indent}${close}`,
    `${open}\n${inner}${lines} ${close}`,
    `${open}\n${inner}${lines.replace(/\n\s*/u, ' ')}\n${indent}${close}`,
  ][next()]!;
}

function writeJson(value: unknown, layout: Layout, indent = ''): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((one) => writeJson(one, layout, inner));
    return bracketed(['[', ']'], items, ',', { ...layout, above: () => '' }, indent);
  }
  if (!isJsonRecord(value)) {
    return JSON.stringify(value);
  }
  const items = Object.entries(value).map(
    ([name, one]) => `"${name}": ${writeJson(one, layout, inner)}`,
  );
  return bracketed(['{', '}'], items, ',', layout, indent);
}

function writeYaml(value: unknown, layout: Layout, indent = ''): string {
  if (!Array.isArray(value) && !isJsonRecord(value)) {
    return String(value);
  }
  const style = indent === '' ? 0 : layout.next();
  if (style === 1) {
    return JSON.stringify(value).replaceAll('"', '').replaceAll(':', ': ').replaceAll(',', ', ');
  }
  if (Array.isArray(value)) {
    const blanks = style === 2 ? indent.slice(2) : indent;
    return value.map((one) => `\n${blanks}- ${String(one)}`).join('');
  }
  return Object.entries(value)
    .map(([name, one]) => {
      const text = writeYaml(one, layout, `${indent}${style === 3 ? '   ' : '  '}`);
      const head = text.startsWith('\n') ? `${name}:` : `${name}: `;
      return `\n${indent}${layout.above().replace('\n', `\n${indent}`)}${head}${text}`;
    })
    .join('');
}

const { rules } = fc.letrec<{ rules: JsonRecord }>((tie) => ({
  rules: fc
    .tuple(
      fc.dictionary(fc.constantFrom('top', 'left', 'color', '--a'), scalars.map(String), {
        minKeys: 1,
        maxKeys: 3,
      }),
      fc.option(
        fc.dictionary(fc.constantFrom('.a', '&:hover', '@media print', 'b, i'), tie('rules'), {
          maxKeys: 2,
        }),
        { nil: {}, maxDepth: 2 },
      ),
    )
    .map(([own, inner]) => mergeObjects(own, inner, 'keep')),
}));

function writeRules(value: JsonRecord, layout: Layout, indent = ''): readonly string[] {
  return Object.entries(value).map(([name, one]) =>
    isJsonRecord(one)
      ? `${name} ${bracketed(['{', '}'], writeRules(one, layout, `${indent}  `), '', layout, indent)}`
      : `${name}: ${String(one)};`,
  );
}

function readRules(text: string): JsonRecord {
  const tokens = text.replaceAll(/\/\*.*?\*\//gu, '').match(/[^{};]+|[{};]/gu) ?? [];
  const read = (): JsonRecord => {
    const found: Record<string, unknown> = {};
    for (let token = tokens.shift(); token !== undefined && token !== '}'; token = tokens.shift()) {
      if (token.trim() === '' || token === ';') continue;
      const isRule = tokens.shift() === '{';
      const [name = '', value = ''] = isRule ? [token.trim()] : token.trim().split(': ');
      assert.ok(!(name in found), `${name} stands twice`);
      found[name] = isRule ? read() : value;
    }
    return found;
  };
  return read();
}

const languages: Readonly<Record<string, Language>> = {
  JSON: {
    path: 'a.jsonc',
    parts: objects,
    comment: (text) => `// ${text}`,
    write: (value, layout) => writeJson(value, layout),
    read: (text) => parse(text.replaceAll(/\/\/.*/gu, '')) as unknown,
  },
  YAML: {
    path: 'a.yaml',
    parts: objects,
    comment: (text) => `# ${text}`,
    write: (value, layout) => writeYaml(value, layout).slice(1),
    read: (text) => parse(text) as unknown,
  },
  'style sheets': {
    path: 'a.scss',
    parts: fc.dictionary(fc.constantFrom('.a', '.b', '@media print', 'b, i', '#c'), rules, {
      minKeys: 1,
      maxKeys: 4,
      noNullPrototype: true,
    }),
    comment: (text) => `/* ${text} */`,
    write: (value, layout) => writeRules(value, layout).join('\n\n'),
    read: readRules,
  },
};

/** Whether a list anywhere in a value is shorter than the old one. */
function isShorter(value: unknown, old: unknown): boolean {
  return Array.isArray(value) && Array.isArray(old)
    ? value.length < old.length
    : isJsonRecord(value) &&
        isJsonRecord(old) &&
        Object.entries(value).some(([key, one]) => isShorter(one, old[key]));
}

/** What an answer shows of a value: some of it as it is, some of it changed, and some of it left out. */
function sketch(file: JsonRecord, other: JsonRecord, choose: () => number): JsonRecord {
  return Object.fromEntries(
    Object.entries(mergeObjects(other, file, 'keep')).flatMap(([name]) => {
      const [old, value] = [file[name] ?? other[name], other[name] ?? file[name]];
      const choice = choose();
      const part = isJsonRecord(old) && isJsonRecord(value) ? sketch(old, value, choose) : value;
      const isEmpty = choice === 0 || (isJsonRecord(part) && Object.keys(part).length === 0);
      return isEmpty ? [] : [[name, choice < 3 ? old : part]];
    }),
  );
}

describe('Parts of data', () => {
  for (const [kind, { path, parts, comment, write, read }] of Object.entries(languages)) {
    it(`say what they show, and leave all else, in any layout: ${kind}`, () => {
      const layouts = fc.infiniteStream(fc.oneof(fc.constant(0), fc.nat(4)));
      const choices = fc.infiniteStream(fc.nat(4));
      fc.assert(
        fc.property(
          parts,
          parts,
          layouts,
          layouts,
          choices,
          (file, other, inFile, inPart, choice) => {
            const part = sketch(file, other, () => choice.next().value);
            fc.pre(Object.keys(part).length > 0);
            let notes = 0;
            const now = `${write(file, {
              next: () => inFile.next().value,
              above: () => (inFile.next().value > 2 ? `${comment(`note ${(notes += 1)}`)}\n` : ''),
            })}\n`;
            const lines = write(part, {
              next: () => inPart.next().value,
              above: () => (inPart.next().value > 3 ? `${comment('...')}\n` : ''),
            }).split('\n');
            const seen = [{ text: now }];
            const proposal = { kind: 'code', lines } as const;
            const placed = place({ proposal, path, now, seen, isCut: false });
            const isForUser = placed.edits.some((edit) => edit.isConflict ?? edit.removal);
            if (placed.refused.length === 0 && !isForUser && placed.uncertainLine === undefined) {
              const text = applyEdits(now, placed.edits);
              const what = `${now}---\n${lines.join('\n')}\n---\n${text}`;
              let result: unknown;
              assert.doesNotThrow(() => {
                result = read(text);
              }, what);
              assert.ok(isDeepStrictEqual(result, mergeObjects(file, part, 'keep')), what);
              assert.ok(!isShorter(result, file), what);
            }
          },
        ),
        { numRuns: propertyRuns(300) },
      );
    });
  }
});
