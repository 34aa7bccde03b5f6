// The measure's tables, in Markdown.
import { formats, unsaid, type Case } from './cases';
import type { CopyErrors } from './copyErrors';
import type { Change } from './corpus';
import { editFormats } from './formats';
import { outcomes as outcomeNames, type Outcome } from './landing';
import { fileMutations, quoteMutations } from './mutations';
import { unsaidForms, type UnsaidForm } from './unsaidForms';

type Counts = Record<Outcome, number>;

/** A change in one place, in whatever language. Releases of packages have larger ones than commits. */
export const small = 'in one place';

const yardsticks = ['exact and unique', 'applyPatch, fuzz 2', 'diff-match-patch'];

export class Tally {
  private readonly counts = new Map<string, Counts>();

  add({ mutation, format, mutated }: Case, matcher: string, outcome: Outcome): void {
    const { language } = mutated.change;
    for (const key of [
      [mutation.name, format, matcher],
      [mutation.name, format, language, matcher],
      ...(mutated.change.parts.length === 1 ? [[mutation.name, format, small, matcher]] : []),
      [matcher],
    ]) {
      this.countsOf(...key)[outcome] += 1;
    }
  }

  countsOf(...key: readonly string[]): Counts {
    const name = key.join('|');
    const counts = this.counts.get(name) ?? addUp([]);
    this.counts.set(name, counts);
    return counts;
  }
}

type Row = readonly (string | number)[];

const code = formats.filter((format) => !Object.hasOwn(editFormats, format));
const edits = Object.keys(editFormats);

export function markdownTables(
  tally: Tally,
  copyErrors: CopyErrors,
  changes: readonly Change[],
  seed: number,
): string {
  const languages = [...new Set(changes.map(({ language }) => language))].toSorted();
  const unchanged = fileMutations[0]!.name;
  const ofLanguage = (format: string, language: string): string =>
    percent(tally.countsOf(unchanged, format, language, 'Portico'), 'landed');
  const counts = tally.countsOf('Portico');
  return [
    `${sum(counts)} cases of ${changes.length} changes, ${counts.wrong} wrong; seed ${seed}.`,
    '## The file is as the model saw it: landed in %',
    table(
      ['Format', 'All', ...languages],
      [
        ...formats.map((format) =>
          [format, percent(tally.countsOf(unchanged, format, 'Portico'), 'landed')].concat(
            languages.map((language) => ofLanguage(format, language)),
          ),
        ),
        [
          '(changes)',
          changes.length,
          ...languages.map((each) => changes.filter(({ language }) => language === each).length),
        ],
      ],
    ),
    '## Edits that quote the old lines',
    `In %: landed byte for byte, merged, shown as a conflict, refused, **wrong**; beside it: landed / wrong.`,
    outcomes(tally, fileMutations, edits),
    '## What the model misquoted',
    outcomes(tally, quoteMutations, edits),
    '## Code without quotes',
    'In %: landed or merged / asked / shown as a conflict or refused / wrong.',
    table(
      ['', 'Right', ...code],
      [...fileMutations, ...quoteMutations]
        .filter(({ name }) =>
          code.some((format) => sum(tally.countsOf(name, format, 'Portico')) > 0),
        )
        .map(({ name, expects }): readonly string[] =>
          [name].concat(
            expects,
            code.map((format) => {
              const each = tally.countsOf(name, format, 'Portico');
              return ['landed+merged', 'asked', 'conflict+refused', 'wrong']
                .map((key) => percent(each, key))
                .join(' / ');
            }),
          ),
        ),
    ),
    '## What answers leave out or say in another way',
    outcomes(tally, unsaidForms, [unsaid], []),
    '## One line in 100 miscopied',
    'In %. Each line of the file that an answer repeats may be miscopied; code without quotes then changes that line.',
    table(['Format', 'landed', 'refused', 'changes other lines', 'characters'], copyErrors.rows()),
  ].join('\n\n');
}

function outcomes(
  tally: Tally,
  mutations: readonly Pick<UnsaidForm, 'name' | 'expects'>[],
  measured: readonly string[],
  others: readonly string[] = yardsticks,
): string {
  return table(
    ['', 'Right', 'Cases', ...outcomeNames, ...others],
    mutations.flatMap(({ name, expects }) => {
      const counts = addUp(measured.map((format) => tally.countsOf(name, format, 'Portico')));
      if (sum(counts) === 0) return [];
      return [
        [
          name,
          expects,
          sum(counts),
          ...outcomeNames.map((key) => percent(counts, key)),
          ...others.map((matcher) => {
            const each = tally.countsOf(name, 'search/replace', matcher);
            return `${percent(each, 'landed+merged')} / ${percent(each, 'wrong')}`;
          }),
        ],
      ];
    }),
  );
}

const sum = (counts: Counts): number => Object.values(counts).reduce((all, each) => all + each, 0);

function addUp(all: readonly Counts[]): Counts {
  const counts = Object.fromEntries(outcomeNames.map((name) => [name, 0])) as Counts;
  for (const each of all) {
    for (const key of outcomeNames) counts[key] += each[key];
  }
  return counts;
}

/** The share in %; 0 of no cases. */
export function shareOf(all: readonly Counts[], names: readonly Outcome[]): number {
  const counts = addUp(all);
  const share = names.reduce((count, name) => count + counts[name], 0);
  return (share / Math.max(1, sum(counts))) * 100;
}

/** Rounded so that neither one wrong case shows as 0 nor one that is missing as 100. */
function percent(counts: Counts, names: string): string {
  const all = sum(counts);
  const value =
    (outcomeNames
      .filter((key) => names.split('+').includes(key))
      .reduce((count, key) => count + counts[key], 0) /
      all) *
    100;
  if (all === 0) return '–';
  const digits = value > 99 || value < 1 ? 1 : 0;
  return (value > 99 ? Math.floor(value * 10) / 10 : Math.ceil(value * 10) / 10).toFixed(
    Number.isInteger(value) ? 0 : digits,
  );
}

function table(head: Row, rows: readonly Row[]): string {
  return [head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}
