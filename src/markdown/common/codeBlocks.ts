// The code blocks of a text.
import type { BlockSink } from './blocks';
import { BlockReader } from './blockReader';

/**
 * The text of all code blocks (fenced or indented, also nested), in document order. The last line break is
 * removed: it would run a command that is pasted into a shell.
 */
export function codeBlocks(markdown: string): readonly string[] {
  const texts: string[] = [];
  let isCode = false;
  const sink: BlockSink = {
    open: ({ type }) => {
      isCode = type === 'code';
      if (isCode) {
        texts.push('');
      }
    },
    append: (text) => {
      if (isCode) {
        texts.push((texts.pop() ?? '') + text);
      }
    },
    row: () => {},
    toHeading: () => {},
    takeLastLine: () => {},
    loosen: () => {},
    close: () => {
      isCode = false;
    },
    define: () => {},
  };
  const reader = new BlockReader(sink, { extensions: true });
  reader.append(markdown);
  reader.end();
  return texts;
}
