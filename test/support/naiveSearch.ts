// A search in its simplest form, which the real one is compared with, and texts in several scripts to search.
import fc from 'fast-check';

const word = fc.oneof(
  fc.constantFrom('cafe', 'Café', 'CAFETERIA', 'naïve', 'Über', 'uber', 'Straße', 'strasse', 'x1'),
  fc.constantFrom('мир', 'Мира', 'ёлка', 'елка', 'λόγος', 'ΛΟΓΟΣ', 'שלום', 'سلام', 'हिन्दी'),
  fc.constantFrom(
    '搜索',
    '中文搜索',
    '文',
    '検索する',
    'する',
    'ガ',
    'カ',
    '기록',
    '대화기록',
    '한',
  ),
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', '中', '文', 'か', '한', '1'), maxLength: 4 }),
);

/** Words and runs (of scripts without spaces), with or without a separator between them. */
export const searchText = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '', '\n', ', ', '-', '_')), { maxLength: 8 })
  .map((words) => words.flat().join(''));

const runs = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]+/gu;
const words = /[\p{L}\p{N}\p{M}]+/gu;

/** Whether the texts have a word that starts with each word of the query, and contain each of its runs. */
export function naiveFinds(texts: readonly string[], query: string): boolean {
  const plain = texts.map(bare);
  const wanted = bare(query);
  const wantedRuns = wanted.match(runs) ?? [];
  const wantedWords = wanted.replace(runs, ' ').match(words) ?? [];
  return (
    wantedRuns.length + wantedWords.length > 0 &&
    wantedRuns.every((run) => plain.some((text) => text.includes(run))) &&
    wantedWords.every((one) =>
      plain.some((text) =>
        (text.replace(runs, ' ').match(words) ?? []).some((had) => had.startsWith(one)),
      ),
    )
  );
}

function bare(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ');
}
