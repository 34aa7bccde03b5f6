// The indentation of an answer's code in the characters that the file has: models write blanks for tabs.
import { indentOf } from '../../../base/text/indentation';
import { counterOf, isBlank } from './fileText';
import { codeLines } from './namedThings';

export interface Indentation {
  readonly hasTabs: boolean;
  /** The blanks of one level; 0 without such lines. */
  readonly unit: number;
  readonly extension: string;
}

export function indentationOf(lines: readonly string[], extension: string): Indentation {
  const hasTabs = lines.some((line) => indentOf(line).includes('\t'));
  return { hasTabs, unit: unitIn(lines, extension), extension };
}

/**
 * Returns the lines with the file's kind of indentation, if the file has one only; undefined if that can't be said, because
 * a line with text is indented by a part of the answer's unit.
 */
export function inIndentationOf(
  file: Indentation,
  lines: readonly string[],
): readonly string[] | undefined {
  const unit = unitIn(lines, file.extension);
  if (file.hasTabs && file.unit === 0 && unit > 0) {
    const converted = lines.map((line) => {
      const indent = indentOf(line);
      const tabs = indent.replaceAll(' '.repeat(unit), '\t');
      const isPart = tabs.includes('  ') || (tabs.includes(' ') && !/^\s*\*/u.test(line));
      return isPart && !isBlank(line) ? undefined : tabs + line.slice(indent.length);
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

/** In a text most of which is within strings, or that has only comments in its blocks, all lines count. */
function unitIn(lines: readonly string[], extension: string): number {
  const others = lines.filter((line) => !isBlank(line) && !/^\s*\*/u.test(line));
  const code = codeLines(lines, extension);
  return (code.length * 2 < others.length ? 0 : unitOf(code)) || unitOf(others);
}

/** The end of a line that goes on in the next one, whose indentation says little of blocks, and the start of such a one. */
const goesOn = /[(,<=+*/|&?.-]$/u;
const goesOnThere = /^\s*[:?] /u;

/**
 * The blanks of one level of indentation: the least that a quarter of the lines which are indented more than the line before
 * have more, of those that no line before goes on in. Without such lines, all others count, but a quarter of the lines may
 * be indented less. 0 without any.
 */
function unitOf(lines: readonly string[]): number {
  const steps = (isCounted: (before: string, line: string) => boolean): readonly number[] =>
    lines.flatMap((line, index) => {
      const before = lines[index - 1] ?? '';
      const more = blanksOf(line) - blanksOf(before);
      return more > 1 && isCounted(before, line) ? more : [];
    });
  const inBlocks = steps((before, line) => !goesOn.test(before) && !goesOnThere.test(line));
  if (inBlocks.length > 0) {
    return leastOf(inBlocks);
  }
  const unit = leastOf(steps(() => true));
  return Math.min(unit, leastOf(lines.map(blanksOf).filter((blanks) => blanks > 1)) || unit);
}

/** The least that a quarter of all is; 0 without any. */
function leastOf(all: readonly number[]): number {
  const count = counterOf(all.map(String));
  const units = all.filter((one) => count(String(one)) * 4 >= all.length);
  return units.length === 0 ? 0 : Math.min(...units);
}

function blanksOf(line: string): number {
  const indent = indentOf(line);
  return indent.length - indent.lastIndexOf('\t') - 1;
}
