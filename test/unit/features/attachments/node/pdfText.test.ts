import assert from 'node:assert/strict';
import fc from 'fast-check';
import { attachedPages, pdfBlock } from '../../../../../src/features/attachments/node/pdfText';
import { blockContent } from '../../../../../src/workspace/node/labeledBlock';

describe('pdfBlock', () => {
  it('has each page below its number, and says how many have no text', () => {
    assert.equal(
      pdfBlock('docs/a.pdf', { pages: ['  One\r\ntwo  \n', ' \n', 'three'], pageCount: 3 }),
      [
        'PDF `docs/a.pdf` (pages: 3, without text: 1)',
        '```',
        '[Page 1 of 3]',
        'One',
        'two',
        '',
        '[Page 2 of 3]',
        '',
        '[Page 3 of 3]',
        'three',
        '```',
      ].join('\n'),
    );
  });

  it('says plainly that only the first pages are attached', () => {
    const block = pdfBlock('a.pdf', { pages: ['one', 'two'], pageCount: 340 });
    assert.equal(
      block,
      [
        'PDF `a.pdf` (pages: 340)',
        '```',
        '[Only the first 2 of 340 pages are attached.]',
        '',
        '[Page 1 of 340]',
        'one',
        '',
        '[Page 2 of 340]',
        'two',
        '```',
      ].join('\n'),
    );
    assert.deepEqual(attachedPages(block), { attached: 2, all: 340 });
  });

  it('marks lines of a file that are written like those of the block', () => {
    const text =
      'Page 2 of 3\n[Page 2 of 2]\r \t[Pa\u200Bge 9\n[Only the first 1 of 9 pages\n[1] See';
    assert.equal(
      blockContent(pdfBlock('a.pdf', { pages: [text], pageCount: 1 })),
      '[Page 1 of 1]\nPage 2 of 3\n\\[Page 2 of 2]\n\\ \t[Page 9\n\\[Only the first 1 of 9 pages\n[1] See\n',
    );
  });

  it('has one label for each page, whatever the text of the pages is', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      'Page',
      'Only the first',
      ' ',
      '1 of 2',
      '\n',
      '\r',
      '\u2028',
      '\u200B',
      '\uFE0F',
      '\u200D',
      '\u3164',
      '`',
      '```',
      'pages are attached.',
      'x',
    );
    const page = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 4 }), fc.nat(3), (pages, more) => {
        const pageCount = pages.length + more;
        const block = pdfBlock('a.pdf', { pages, pageCount });
        const labels = (blockContent(block) ?? '')
          .split(/[\n\u2028]/u)
          .map((line) => line.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''))
          .filter((line) => /^\s*\[(?:Page|Only the first) /u.test(line));
        assert.deepEqual(labels, [
          ...(more === 0
            ? []
            : [`[Only the first ${pages.length} of ${pageCount} pages are attached.]`]),
          ...pages.map((_, index) => `[Page ${index + 1} of ${pageCount}]`),
        ]);
        assert.equal(attachedPages(block)?.attached, more === 0 ? undefined : pages.length);
      }),
    );
  });
});
