// The block of a PDF file: its text, page by page. Text of the file can imitate none of the lines in brackets.
import { labeledBlock } from '../../../workspace/node/labeledBlock';
import { ownLines } from '../../../workspace/node/ownLines';

export interface PdfText {
  /** The text of the first pages. */
  readonly pages: readonly string[];
  /** The file may have more pages than `pages`. */
  readonly pageCount: number;
}

export interface AttachedPages {
  readonly attached: number;
  readonly all: number;
}

export function pdfBlock(name: string, { pages, pageCount }: PdfText): string {
  const withoutText = pages.filter((page) => page.trim() === '').length;
  const details = [
    { label: 'pages:', value: String(pageCount) },
    ...(withoutText === 0 ? [] : [{ label: 'without text:', value: String(withoutText) }]),
  ];
  const texts = pages.map((page, index) => {
    const label = `[Page ${index + 1} of ${pageCount}]`;
    return [label, ...pageLines(page)].join('\n');
  });
  const limit =
    pages.length === pageCount
      ? []
      : [`[Only the first ${pages.length} of ${pageCount} pages are attached.]`];
  return labeledBlock({
    title: 'PDF',
    name,
    details,
    content: [...limit, ...texts].join('\n\n'),
  });
}

/** Which pages a block has; undefined if it has all of them. */
export function attachedPages(block: string): AttachedPages | undefined {
  const limit = /^[^\n]+\n`+\n\[Only the first (\d+) of (\d+) pages are attached\.\]\n/u.exec(
    block,
  );
  return limit === null ? undefined : { attached: Number(limit[1]), all: Number(limit[2]) };
}

/** The lines of a page without blanks at its ends. */
function pageLines(page: string): readonly string[] {
  const text = page.trim();
  return text === '' ? [] : ownLines(text, /^\[(?:Page|Only the first) /u);
}
