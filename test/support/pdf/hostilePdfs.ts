// PDF files that attack what reads them.
import { addContents, addPages, pdfOf, PdfWriter } from './pdfWriter';

const helvetica = '<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
const form = '/Type /XObject /Subtype /Form /BBox [0 0 9 9]';

/** @param build returns the catalog's entries */
function pdf(build: (writer: PdfWriter) => string): Buffer {
  const writer = new PdfWriter();
  const root = writer.reserve();
  writer.write(root, `<< /Type /Catalog ${build(writer)} >>`);
  return writer.finish(root);
}

const withContent = (content: string | Buffer, isCompressed = false): Buffer =>
  pdf((writer) => {
    const stream = writer.addStream(content, { isCompressed });
    return `/Pages ${addContents(writer, [stream], helvetica)}`;
  });

/** Takes minutes and little memory: each page has ten million operators without effect. */
export function slowPdf(): Buffer {
  return pdf((writer) => {
    const content = writer.addStream('q Q\n'.repeat(5_000_000), { isCompressed: true });
    const contents = Array.from({ length: 100 }, () => content);
    return `/Pages ${addContents(writer, contents, '<< >>')}`;
  });
}

/** A text that takes all memory at once: one string of 100 MB in 100 kB. */
export function stringBomb(): Buffer {
  const letters = Buffer.alloc(100_000_000, 'a');
  return withContent(
    Buffer.concat([Buffer.from('BT /F 9 Tf ('), letters, Buffer.from(') Tj ET')]),
    true,
  );
}

/** A content of 20 times 100 MB, and one of 600 MB in 600 kB. */
export const streamBombs: readonly (() => Buffer)[] = [
  () =>
    pdf((writer) => {
      const content = writer.addStream(Buffer.alloc(100_000_000, ' '), { isCompressed: true });
      const contents = Array.from({ length: 20 }, () => content);
      const tree = writer.reserve();
      const page = writer.add(
        `<< /Type /Page /Parent ${tree} /Contents [${contents.join(' ')}] >>`,
      );
      writer.write(tree, `<< /Type /Pages /Count 1 /MediaBox [0 0 9 9] /Kids [${page}] >>`);
      return `/Pages ${tree}`;
    }),
  () => withContent(Buffer.alloc(600_000_000, ' '), true),
];

/** Keys are names: the file, and the texts of its pages, or why it has none. */
export const hostilePdfs: Readonly<Record<string, readonly [Buffer, readonly string[] | string]>> =
  {
    'arrays in arrays, a million deep, in the catalog': [
      pdf((writer) => `/X ${'['.repeat(1_000_000)} /Pages ${addPages(writer, ['hi'])}`),
      'damaged',
    ],
    'arrays in arrays, a million deep, in a page': [
      withContent(`${'['.repeat(1_000_000)} TJ`),
      'noText',
    ],
    'a tree of pages with 20,000 levels': [
      pdf((writer) => {
        let tree = addPages(writer, ['hi']);
        for (let level = 0; level < 20_000; level += 1) {
          tree = writer.add(`<< /Type /Pages /Count 1 /Kids [${tree}] >>`);
        }
        return `/Pages ${tree}`;
      }),
      ['hi'],
    ],
    'a tree of pages that holds itself': [
      pdf((writer) => {
        const tree = writer.reserve();
        return `/Pages ${writer.write(tree, `<< /Type /Pages /Count 3 /Kids [${tree}] >>`)}`;
      }),
      'damaged',
    ],
    'a page count of two billion': [
      pdf(
        (writer) => `/Pages ${addContents(writer, [writer.addStream('')], '<< >>', 2_147_483_647)}`,
      ),
      'noText',
    ],
    'a negative page count': [
      pdf((writer) => `/Pages ${addContents(writer, [writer.addStream('')], '<< >>', -5)}`),
      'damaged',
    ],
    'a list of objects that names itself as the previous one': [
      pdfOf(['hi'], { trailer: `/Prev ${startOfObjectList(pdfOf(['hi']))}` }),
      ['hi'],
    ],
    'a length that refers to itself': [
      pdf((writer) => {
        const content = writer.reserve();
        writer.write(content, `<< /Length ${content} >>\nstream\nBT /F 9 Tf (hi) Tj ET\nendstream`);
        return `/Pages ${addContents(writer, [content], helvetica)}`;
      }),
      ['hi'],
    ],
    'a form that holds itself': [
      pdf((writer) => {
        const own = writer.reserve();
        const entries = `${form} /Resources << /XObject << /X ${own} >> >> /Length 6`;
        writer.write(own, `<< ${entries} >>\nstream\n/X Do \nendstream`);
        const content = writer.addStream('/X Do');
        return `/Pages ${addContents(writer, [content], `<< /XObject << /X ${own} >> >>`)}`;
      }),
      'noText',
    ],
    'forms in forms that are shown ten to the power of twelve times': [
      pdf((writer) => {
        let inner = writer.addStream(`BT /F 9 Tf 9 9 Td (${'x'.repeat(2_000)}) Tj ET`, {
          entries: `${form} /Resources ${helvetica}`,
        });
        for (let level = 0; level < 12; level += 1) {
          inner = writer.addStream('1 0 0 1 20 20 cm /X Do '.repeat(10), {
            entries: `${form} /Resources << /XObject << /X ${inner} >> >>`,
          });
        }
        const content = writer.addStream('/X Do');
        return `/Pages ${addContents(writer, [content], `<< /XObject << /X ${inner} >> >>`)}`;
      }),
      'pageTooLong',
    ],
    'scripts that run when it is opened': [
      pdf((writer) => {
        const script = '<< /S /JavaScript /JS (app.alert\\(1\\); process.exit\\(1\\)) >>';
        return `/OpenAction ${script} /AA << /WC ${script} >> /Pages ${addPages(writer, ['hi'])}`;
      }),
      ['hi'],
    ],
    'a content in another file': [
      pdf((writer) => {
        const content = writer.addStream('', { entries: '/F (/etc/passwd)' });
        return `/Pages ${addContents(writer, [content], '<< >>')}`;
      }),
      'noText',
    ],
    'a character map with a path': [chinesePdf('..#2F..#2F..#2Fetc#2Fpasswd'), 'noText'],
    'a page of 3 MB of text': [
      withContent(`BT /F 9 Tf\n${'(a line of text that repeats) Tj T*\n'.repeat(100_000)}ET`, true),
      'pageTooLong',
    ],
  };

/** “你好” in a font that has the characters of a standard character map. */
export function chinesePdf(characterMap: string): Buffer {
  return pdf((writer) => {
    const descendant =
      '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong ' +
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> >>';
    const font =
      `<< /Type /Font /Subtype /Type0 /BaseFont /STSong /Encoding /${characterMap} ` +
      `/DescendantFonts [${descendant}] >>`;
    const content = writer.addStream('BT /F 9 Tf <4f60597d> Tj ET');
    return `/Pages ${addContents(writer, [content], `<< /Font << /F ${font} >> >>`)}`;
  });
}

function startOfObjectList(file: Buffer): string {
  return /startxref\n(\d+)/u.exec(file.toString('latin1'))?.[1] ?? '';
}
