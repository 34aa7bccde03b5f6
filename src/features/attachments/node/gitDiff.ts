// Selects what of a diff is attached: files that may hold secrets, and those over the limit, are named only.
import { withoutNotebookData } from '../../../base/text/notebookDiff';
import { isSecretFileName } from '../../../workspace/node/secretFileNames';

export interface SelectedDiff {
  readonly text: string;
  /** Names of files without their changes. */
  readonly omitted: readonly string[];
}

/** @param maxLength in UTF-16 units */
export function selectDiff(diff: string, maxLength: number): SelectedDiff {
  const selected: string[] = [];
  const omitted: string[] = [];
  let length = 0;
  for (const received of diff.split(/^(?=diff )/mu)) {
    const names = namesOf(received);
    const section = withoutNotebookData(names.at(-1) ?? '', received);
    if (names.some(isSecretFileName) || length + section.length > maxLength) {
      omitted.push(names.at(-1) ?? 'unnamed');
    } else {
      selected.push(section);
      length += section.length;
    }
  }
  return { text: selected.join(''), omitted };
}

/** The names in a file's header, with Git's prefixes. Git quotes unusual ones. */
function namesOf(section: string): readonly string[] {
  const header = section.split(/^@@ /mu, 1)[0] ?? '';
  const pattern = /^(?:--- |\+\+\+ |rename (?:from|to) |copy (?:from|to) )(.+?)\t?$/gmu;
  const names = [...header.matchAll(pattern)]
    .map(([, name = '']) => name.replace(/^"(.*)"$/u, '$1').replace(/^[a-z]\//u, ''))
    .filter((name) => name !== '/dev/null');
  const [, last] = /^diff .*\s(\S+)$/mu.exec(header) ?? [];
  return names.length > 0 || last === undefined ? names : [last.replace(/^[a-z]\//u, '')];
}
