// The parser speaks of lines, the source is cut at offsets.

/** The offset at which a line starts; the length of the text for a line after the last one. */
export function lineStart(source: string, line: number): number {
  let offset = 0;
  for (let index = 0; index < line; index += 1) {
    const end = source.indexOf('\n', offset);
    if (end === -1) {
      return source.length;
    }
    offset = end + 1;
  }
  return offset;
}
