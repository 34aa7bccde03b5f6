// Lines of a file within a block that has lines of ours, too.

const lineEnd = /\r\n?|[\n\v\f\u0085\u2028\u2029]/u;
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** The lines of a text; a backslash marks those that would be read as one of ours. */
export function ownLines(text: string, ours: RegExp): readonly string[] {
  return text
    .split(lineEnd)
    .map((line) => (ours.test(line.replaceAll(invisible, '').trimStart()) ? `\\${line}` : line));
}
