// How a model writes a change, in each format that answers have.
import { splice, type Change, type Splice } from './corpus';
import type { Outlined } from './outline';

/** A line of a hunk, as in a unified diff. */
export interface HunkLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

export interface Hunk {
  /** Counts from 0. */
  readonly start: number;
  /** How many of the file's lines it is about, however they are quoted. */
  readonly length: number;
  readonly lines: readonly HunkLine[];
}

export interface Answer {
  readonly block: string;
  /** What stands after the fence. */
  readonly info: string;
}

export const context = 3;

/** The change's hunks; parts whose context would overlap share one. */
export function hunksOf({ before, parts }: Change): readonly Hunk[] {
  const groups: Splice[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (last && part.start - last.at(-1)!.end <= 2 * context) last.push(part);
    else groups.push([part]);
  }
  return groups.map((group) => {
    const start = Math.max(0, group[0]!.start - context);
    const lines: HunkLine[] = [];
    const add = (sign: HunkLine['sign'], texts: readonly string[]): void => {
      lines.push(...texts.map((text) => ({ sign, text })));
    };
    let line = start;
    for (const part of group) {
      add(' ', before.slice(line, part.start));
      add('-', before.slice(part.start, part.end));
      add('+', part.lines);
      line = part.end;
    }
    const end = Math.min(before.length, line + context);
    add(' ', before.slice(line, end));
    return { start, length: end - start, lines };
  });
}

export const oldLines = ({ lines }: Hunk): readonly string[] =>
  lines.filter(({ sign }) => sign !== '+').map(({ text }) => text);
export const newLines = ({ lines }: Hunk): readonly string[] =>
  lines.filter(({ sign }) => sign !== '-').map(({ text }) => text);

const fenceNames: Readonly<Record<string, string>> = {
  'C++': 'cpp',
  'C#': 'csharp',
  'Objective-C': 'objectivec',
};
export const fenceOf = ({ language }: Change): string =>
  fenceNames[language] ?? language.toLowerCase();

/** Formats that quote the old lines. */
export const editFormats: Readonly<
  Record<string, (hunks: readonly Hunk[], change: Change, seed: number) => Answer>
> = {
  'search/replace': (hunks, change) => ({
    info: fenceOf(change),
    block: hunks
      .flatMap((hunk) => [
        '<<<<<<< SEARCH',
        ...oldLines(hunk),
        '=======',
        ...newLines(hunk),
        '>>>>>>> REPLACE',
      ])
      .join('\n'),
  }),
  // Of three diffs, one has wrong line numbers and one none, as models write them.
  'unified diff': (hunks, { path }, seed) => ({
    info: 'diff',
    block: [
      `--- a/${path}`,
      `+++ b/${path}`,
      ...hunks.flatMap((hunk) => {
        const start = hunk.start + 1 + (seed % 3) * 7;
        const range = `-${start},${oldLines(hunk).length} +${start},${newLines(hunk).length}`;
        return [seed % 3 === 2 ? '@@ ... @@' : `@@ ${range} @@`, ...signed(hunk)];
      }),
    ].join('\n'),
  }),
  V4A: (hunks, { path }) => ({
    info: '',
    block: [
      '*** Begin Patch',
      `*** Update File: ${path}`,
      ...hunks.flatMap((hunk) => ['@@', ...signed(hunk)]),
      '*** End Patch',
    ].join('\n'),
  }),
  'old_text and new_text': (hunks) => ({
    info: 'xml',
    block: hunks
      .flatMap((hunk) => [
        '<old_text>',
        ...oldLines(hunk),
        '</old_text>',
        '<new_text>',
        ...newLines(hunk),
        '</new_text>',
      ])
      .join('\n'),
  }),
  JSON: (hunks) => ({
    info: 'json',
    block: JSON.stringify(
      hunks.map((hunk) => ({
        old_string: oldLines(hunk).join('\n'),
        new_string: newLines(hunk).join('\n'),
      })),
      null,
      2,
    ),
  }),
};

const signed = ({ lines }: Hunk): readonly string[] =>
  lines.map(({ sign, text }) => `${sign}${text}`);

export function completeFile(change: Change): Answer {
  return { info: fenceOf(change), block: splice(change.before, change.parts).join('\n') };
}

export const englishMarks = ['... existing code ...', '... rest of the code unchanged ...'];
export const chineseMarks = ['... 其余代码不变 ...', '... 保持不变 ...', '... 现有代码 ...'];

/** A comment that stands for code that stays. */
export function markLine({ language }: Change, indentation: string, words: string): string {
  if (language === 'Markdown') return `${indentation}<!-- ${words} -->`;
  if (language === 'CSS') return `${indentation}/* ${words} */`;
  const sign = /^(?:Python|Ruby|Bash|YAML|TOML)$/u.test(language) ? '#' : '//';
  return `${indentation}${language === 'Lua' ? '--' : sign} ${words}`;
}

export function partialCode(
  change: Change,
  hunks: readonly Hunk[],
  words: readonly string[],
): Answer {
  const mark = (index: number, near = ''): string =>
    markLine(change, /^\s*/u.exec(near)![0], words[index % words.length]!);
  const last = hunks.at(-1)!;
  const isEnd = last.start + last.length === change.before.length;
  return {
    info: fenceOf(change),
    block: [
      ...hunks.flatMap((hunk, index) => {
        const lines = newLines(hunk);
        return index === 0 && hunk.start === 0 ? lines : [mark(index, lines[0]), ...lines];
      }),
      ...(isEnd ? [] : [mark(hunks.length)]),
    ].join('\n'),
  };
}

/** The smallest function or class that holds the whole change; undefined where none does. */
export function changedSymbol(change: Change, symbols: readonly Outlined[]): Answer | undefined {
  const first = change.parts[0]!.start;
  const end = change.parts.at(-1)!.end;
  const symbol = symbols
    .filter((each) => each.start < first && end < each.end)
    .toSorted((a, b) => a.end - a.start - (b.end - b.start))[0];
  if (!symbol) return undefined;
  const parts = change.parts.map((part) => ({
    ...part,
    start: part.start - symbol.start,
    end: part.end - symbol.start,
  }));
  const lines = splice(change.before.slice(symbol.start, symbol.end), parts);
  return { info: fenceOf(change), block: lines.join('\n') };
}
