// Finds the code fence that is open at the end of a Markdown text, also in lists and quotes.

const fenceLine =
  /^(?<indent>[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+|>)*)(?<fence>`{3,}(?=[^`\n]*$)|~{3,})(?<info>[^\n]*)$/gmu;

/**
 * Returns the line that opened the code block in which `text` ends, without its indentation; undefined if
 * `text` does not end in one.
 */
export function openFenceLine(text: string): string | undefined {
  let open: { readonly indent: string; readonly fence: string; readonly info: string } | undefined;
  for (const { groups = {} } of text.matchAll(fenceLine)) {
    const { indent = '', fence = '', info = '' } = groups;
    if (open === undefined) {
      open = { indent, fence, info };
    } else if (
      fence.startsWith(open.fence) &&
      info.trim() === '' &&
      indent.length <= open.indent.length + 3
    ) {
      open = undefined;
    }
  }
  return open === undefined ? undefined : `${open.fence}${open.info}`;
}
