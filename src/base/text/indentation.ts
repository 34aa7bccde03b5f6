// The indentation of code that is put at another place.

/** The code with `indent` before each line instead of the blanks that all of its lines have in common. */
export function reindented(code: string, indent: string): string {
  const lines = code.split('\n');
  const common = commonIndent(lines);
  return lines
    .map((line) => (line.trim() === '' ? '' : `${indent}${line.slice(common.length)}`))
    .join('\n');
}

/** The blanks at the start of a line. */
export function indentOf(line: string): string {
  return /^[ \t]*/u.exec(line)?.[0] ?? '';
}

function commonIndent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map(indentOf);
  const [shortest = ''] = indents.toSorted((a, b) => a.length - b.length);
  return indents.every((indent) => indent.startsWith(shortest)) ? shortest : '';
}
