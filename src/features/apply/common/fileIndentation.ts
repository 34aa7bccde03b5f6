// The indentation of an answer's code in the characters that the file has: models write blanks for tabs.
import { indentOf } from '../../../base/text/indentation';
import { isBlank } from './fileText';

export interface Indentation {
  readonly hasTabs: boolean;
  /** The blanks of one level; 0 without such lines. */
  readonly unit: number;
}

export function indentationOf(lines: readonly string[]): Indentation {
  return { hasTabs: lines.some((line) => line.startsWith('\t')), unit: unitOf(lines) };
}

/**
 * Returns the lines with the file's kind of indentation, if the file has one only; undefined if that can't be said, because
 * a line is indented by a part of the answer's unit.
 */
export function inIndentationOf(
  file: Indentation,
  lines: readonly string[],
): readonly string[] | undefined {
  const unit = unitOf(lines);
  if (file.hasTabs && file.unit === 0 && unit > 0) {
    const converted = lines.map((line) => {
      const indent = indentOf(line);
      const tabs = indent.replaceAll(' '.repeat(unit), '\t');
      return tabs.includes('  ') || (tabs.includes(' ') && !/^\s*\*/u.test(line))
        ? undefined
        : tabs + line.slice(indent.length);
    });
    return converted.every((line) => line !== undefined) ? converted : undefined;
  }
  return !file.hasTabs && file.unit > 0
    ? lines.map((line) => {
        const indent = indentOf(line);
        return indent.replaceAll('\t', ' '.repeat(file.unit)) + line.slice(indent.length);
      })
    : lines;
}

/**
 * The blanks of one level of indentation: the least that a quarter of the lines which are indented more than the line before
 * have more; continued lines have other numbers. 0 without such lines. Lines within a comment have one more.
 */
function unitOf(lines: readonly string[]): number {
  const counts = new Map<number, number>();
  let before = 0;
  for (const line of lines) {
    const indent = indentOf(line);
    const blanks = indent.length - indent.lastIndexOf('\t') - 1;
    if (!isBlank(line) && !/^\s*\*/u.test(line)) {
      const more = blanks - before;
      if (more > 1) {
        counts.set(more, (counts.get(more) ?? 0) + 1);
      }
      before = blanks;
    }
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const units = [...counts].flatMap(([more, count]) => (count * 4 >= all ? more : []));
  return units.length === 0 ? 0 : Math.min(...units);
}
