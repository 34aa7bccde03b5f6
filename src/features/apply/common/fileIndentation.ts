// The indentation of an answer's code in the characters that the file has: models write blanks for tabs.
import { indentOf } from '../../../base/text/indentation';
import { isBlank } from './fileText';

/**
 * The lines with the file's kind of indentation, if the file has one only. Undefined if that can't be said, because a line
 * is indented by a part of the answer's unit.
 */
export function inIndentationOf(
  file: readonly string[],
  lines: readonly string[],
): readonly string[] | undefined {
  const [fileUnit, unit] = [unitOf(file), unitOf(lines)];
  const hasTabs = file.some((line) => line.startsWith('\t'));
  if (hasTabs && fileUnit === 0 && unit > 0) {
    const converted = lines.map((line) => {
      const indent = indentOf(line);
      const tabs = indent.replaceAll(' '.repeat(unit), '\t');
      return tabs.includes('  ') || (tabs.includes(' ') && !/^\s*\*/u.test(line))
        ? undefined
        : tabs + line.slice(indent.length);
    });
    return converted.every((line) => line !== undefined) ? converted : undefined;
  }
  return !hasTabs && fileUnit > 0
    ? lines.map((line) => {
        const indent = indentOf(line);
        return indent.replaceAll('\t', ' '.repeat(fileUnit)) + line.slice(indent.length);
      })
    : lines;
}

/**
 * The blanks of one level of indentation: what most lines have more than the line before, if they have more. 0 without such
 * lines. Lines within a comment have one more.
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
  const [most] = [...counts].toSorted(([a, countA], [b, countB]) => countB - countA || a - b);
  return most?.[0] ?? 0;
}
