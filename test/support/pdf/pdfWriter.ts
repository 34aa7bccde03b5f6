// Writes small PDF files for tests, well-formed and hostile ones.
import { deflateSync } from 'node:zlib';

export type Reference = `${number} 0 R`;

export interface StreamOptions {
  readonly isCompressed?: boolean;
  /** Entries of the stream's dictionary, for example `/Type /XObject`. */
  readonly entries?: string;
}

export class PdfWriter {
  readonly #objects: Buffer[] = [];

  /** A reference to an object that is written later. */
  reserve(): Reference {
    this.#objects.push(Buffer.alloc(0));
    return `${this.#objects.length} 0 R`;
  }

  write(reference: Reference, body: string | Buffer): Reference {
    this.#objects[Number.parseInt(reference, 10) - 1] = Buffer.from(body);
    return reference;
  }

  add(body: string | Buffer): Reference {
    return this.write(this.reserve(), body);
  }

  addStream(data: string | Buffer, { isCompressed = false, entries = '' }: StreamOptions = {}) {
    const bytes = isCompressed ? deflateSync(data) : Buffer.from(data);
    const filter = isCompressed ? '/Filter /FlateDecode ' : '';
    return this.add(
      Buffer.concat([
        Buffer.from(`<< ${entries} ${filter}/Length ${bytes.length} >>\nstream\n`),
        bytes,
        Buffer.from('\nendstream'),
      ]),
    );
  }

  /** @param trailer entries besides `/Root` and `/Size` */
  finish(root: Reference, trailer = ''): Buffer {
    const chunks = [Buffer.from('%PDF-1.7\n%\u00e4\u00f6\n', 'latin1')];
    let length = chunks[0]?.length ?? 0;
    const offsets = this.#objects.map((body, index) => {
      const chunk = Buffer.concat([
        Buffer.from(`${index + 1} 0 obj\n`),
        body,
        Buffer.from('\nendobj\n'),
      ]);
      const offset = length;
      chunks.push(chunk);
      length += chunk.length;
      return `${String(offset).padStart(10, '0')} 00000 n \n`;
    });
    const size = this.#objects.length + 1;
    chunks.push(
      Buffer.from(
        `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}` +
          `trailer\n<< /Size ${size} /Root ${root} ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
      ),
    );
    return Buffer.concat(chunks);
  }
}

/** A file with a page for each text. Any characters; lines end with `\n`. */
export function pdfOf(
  pages: readonly string[],
  { isCompressed = false, trailer = '' } = {},
): Buffer {
  const writer = new PdfWriter();
  const root = writer.reserve();
  writer.write(root, `<< /Type /Catalog /Pages ${addPages(writer, pages, isCompressed)} >>`);
  return writer.finish(root, trailer);
}

/** Adds the tree of the pages with these texts. */
export function addPages(
  writer: PdfWriter,
  pages: readonly string[],
  isCompressed = false,
): Reference {
  const { font, show } = addFont(writer, pages.join(''));
  const resources = `<< /Font << /F ${font} >> >>`;
  return addContents(
    writer,
    pages.map((page) => writer.addStream(show(page), { isCompressed })),
    resources,
  );
}

/** Adds the tree of pages with these contents. The pages are so large that pdf.js omits no text as outside of them. */
export function addContents(
  writer: PdfWriter,
  contents: readonly Reference[],
  resources: string,
  count = contents.length,
): Reference {
  const tree = writer.reserve();
  const kids = contents.map((content) =>
    writer.add(`<< /Type /Page /Parent ${tree} /Contents ${content} >>`),
  );
  return writer.write(
    tree,
    `<< /Type /Pages /Count ${count} /MediaBox [0 -90000 90000 800] /Resources ${resources} ` +
      `/Kids [${kids.join(' ')}] >>`,
  );
}

/** A font that has these characters, and the operators that show a text in it. */
function addFont(writer: PdfWriter, text: string) {
  const characters = [...new Set(text)];
  const codes = new Map(characters.map((character, index) => [character, hex(index + 1)]));
  const map = characters.map((character, index) => `<${hex(index + 1)}> <${utf16(character)}>`);
  const sections: string[] = [];
  for (let start = 0; start < map.length; start += 100) {
    const rows = map.slice(start, start + 100);
    sections.push(`${rows.length} beginbfchar\n${rows.join('\n')}\nendbfchar`);
  }
  const toUnicode = writer.addStream(
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
1 begincodespacerange <0000> <FFFF> endcodespacerange
${sections.join('\n')}
endcmap end end`,
  );
  const descendant = writer.add(
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Test /DW 500 ' +
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
  );
  const font = writer.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /Test /Encoding /Identity-H ` +
      `/DescendantFonts [${descendant}] /ToUnicode ${toUnicode} >>`,
  );
  const show = (page: string): string => {
    const lines = page
      .split('\n')
      .map(
        (line) => `<${Array.from(line, (character) => codes.get(character) ?? '').join('')}> Tj T*`,
      );
    return `BT /F 10 Tf 12 TL 20 780 Td\n${lines.join('\n')}\nET`;
  };
  return { font, show };
}

function hex(value: number): string {
  return value.toString(16).padStart(4, '0');
}

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex');
}

/** A file that opens only with a password. */
export function encryptedPdf(): Buffer {
  const entries = `/Filter /Standard /V 1 /R 2 /P -4 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}>`;
  return pdfOf(['secret'], { trailer: `/ID [<00> <00>] /Encrypt << ${entries} >>` });
}

/** A file with a page that has only a drawing, as the pages of a scan have only an image. */
export function pdfWithoutText(): Buffer {
  const writer = new PdfWriter();
  const root = writer.reserve();
  const content = writer.addStream('0 0 100 100 re f');
  writer.write(root, `<< /Type /Catalog /Pages ${addContents(writer, [content], '<< >>')} >>`);
  return writer.finish(root);
}
