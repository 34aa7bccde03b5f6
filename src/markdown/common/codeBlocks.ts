// The code blocks of a text.
import { BlockReader } from './blockReader';
import type { BlockSink } from './blocks';

export interface CodeBlockText {
  /** Has no last line break: it would run a command that is pasted into a shell. */
  readonly code: string;
  /** A fence's info string; '' for indented code. */
  readonly info: string;
  /** The last line of the paragraph or heading just before the block, as Markdown; '' if there is none. */
  readonly lineBefore: string;
  /** The nearest heading, or line in bold, if no other code is between; '' if there is none. */
  readonly heading: string;
  /** The nearest heading, or line in bold, also above other code; '' if there is none. */
  readonly section: string;
  /** The block before. */
  readonly above?: CodeBlockText;
  /** False while the block may go on: the text ends in it. */
  readonly isClosed: boolean;
}

/** All code blocks (fenced or indented, also nested) of a text that may still grow, in document order. */
export function readCodeBlocks(markdown: string): readonly CodeBlockText[] {
  const blocks: CodeBlockText[] = [];
  let open: CodeBlockText | undefined;
  let above: CodeBlockText | undefined;
  let text = '';
  let isHeading = false;
  let heading = '';
  let section = '';
  const sink: BlockSink = {
    open: (block) => {
      if (isHeading || /^\*\*[^*\n]+\*\*:?$/u.test(text)) {
        heading = text;
        section = text;
      }
      if (block.type === 'code') {
        const lineBefore = text.slice(text.lastIndexOf('\n') + 1);
        const { info } = block;
        open = {
          code: '',
          info,
          lineBefore,
          heading,
          section,
          isClosed: false,
          ...(above && { above }),
        };
        heading = '';
      }
      isHeading = block.type === 'heading';
      text = '';
    },
    append: (added) => {
      if (open === undefined) {
        text += added;
      } else {
        open = { ...open, code: open.code + added };
      }
    },
    row: () => {},
    toHeading: () => {
      isHeading = true;
    },
    takeLastLine: () => {},
    loosen: () => {},
    close: () => {
      if (open !== undefined) {
        above = { ...open, isClosed: !isEnd };
        blocks.push(above);
        open = undefined;
      }
    },
    define: () => {},
  };
  let isEnd = false;
  const reader = new BlockReader(sink, { extensions: true });
  // A fence that ends the text is complete.
  reader.append(`${markdown}\n`);
  isEnd = true;
  reader.end();
  return blocks;
}

/** The texts of all code blocks. */
export function codeBlocks(markdown: string): readonly string[] {
  return readCodeBlocks(markdown).map(({ code }) => code);
}
