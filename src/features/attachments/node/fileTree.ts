// The files of a folder as an indented tree, for the block of its attachment.
import { compare } from '../../../base/compare';
import { visibleText } from '../../../base/text/visibleText';

export interface FileTree {
  readonly text: string;
  /** Files that are not in the text, because it would be too long. */
  readonly omitted: number;
}

/** @param paths relative, with `/` between names */
export function fileTree(paths: readonly string[], maxFiles: number): FileTree {
  const shown = paths.toSorted(compare).slice(0, maxFiles);
  const lines: string[] = [];
  let open: readonly string[] = [];
  for (const path of shown) {
    const folders = path.split('/').map((name) => visibleText(name).text.replaceAll('\n', ' '));
    const name = folders.pop() ?? '';
    let depth = 0;
    while (depth < folders.length && folders[depth] === open[depth]) {
      depth += 1;
    }
    for (; depth < folders.length; depth += 1) {
      lines.push(`${'  '.repeat(depth)}${folders[depth] ?? ''}/`);
    }
    lines.push('  '.repeat(folders.length) + name);
    open = folders;
  }
  return { text: lines.join('\n'), omitted: paths.length - shown.length };
}
