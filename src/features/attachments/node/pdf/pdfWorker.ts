// The worker thread that reads the text of a PDF file with pdf.js, which has no code for scripts of a file, and here none
// for the network. A hostile file can only make it slow or large, and then its process is ended.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
// First, where the formatter leaves it: it restricts pdf.js from its start.
// prettier-ignore
import { isTooLarge } from './restrictions';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { answerRequests } from '../../../../platform/node/workerThread';
import type { PdfAnswer, PdfRequest, PdfResult } from './pdfMessages';

// pdf.js would otherwise start another thread.
Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } });

/** The character maps of Chinese, Japanese and Korean fonts. Nothing else is read, whatever a file names. */
class CharacterMaps {
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }) {
    if (kind !== 'cMapUrl' || !/^[\w-]+\.bcmap$/u.test(filename)) {
      throw new Error(`${filename} is not available.`);
    }
    return new Uint8Array(await readFile(join(__dirname, 'cmaps', filename)));
  }
}

interface TextChunk {
  readonly items: readonly { readonly str?: string; readonly hasEOL?: boolean }[];
}

async function read({ bytes, maxPages, maxLength }: PdfRequest): Promise<PdfResult> {
  if (!isPdf(bytes)) {
    return 'notPdf';
  }
  let document: PDFDocumentProxy;
  try {
    document = await getDocument({
      data: bytes,
      BinaryDataFactory: CharacterMaps,
      cMapUrl: 'cmaps/',
      useWorkerFetch: false,
      useSystemFonts: false,
      useWasm: false,
      enableXfa: false,
      disableFontFace: true,
      isOffscreenCanvasSupported: false,
      isImageDecoderSupported: false,
      verbosity: 0,
    }).promise;
  } catch (error) {
    return isTooLarge()
      ? 'tooMuchMemory'
      : error instanceof Error && error.name === 'PasswordException'
        ? 'password'
        : 'damaged';
  }
  return readPages(document, maxPages, maxLength);
}

/** Readers accept a file whose header is within the first 1,024 bytes. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_024)).includes(
    '%PDF-',
  );
}

/** A damaged page counts as one without text, unless all are damaged. */
async function readPages(
  document: PDFDocumentProxy,
  maxPages: number,
  maxLength: number,
): Promise<PdfResult> {
  const { numPages: pageCount } = document;
  const pages: string[] = [];
  let length = 0;
  let damaged = 0;
  for (let number = 1; number <= Math.min(pageCount, maxPages); number += 1) {
    let page: string | undefined;
    try {
      page = await readPage(document, number, maxLength - length);
    } catch {
      damaged += 1;
      page = '';
    }
    if (isTooLarge()) {
      return 'tooMuchMemory';
    }
    if (page === undefined) {
      break;
    }
    length += page.length;
    pages.push(page);
  }
  return pages.length === 0
    ? pageCount < 1
      ? 'damaged'
      : 'pageTooLong'
    : damaged === pages.length
      ? 'damaged'
      : pages.every((page) => page.trim() === '')
        ? 'noText'
        : { pages, pageCount };
}

/** Undefined if the text is longer than `maxLength`. */
async function readPage(
  document: PDFDocumentProxy,
  number: number,
  maxLength: number,
): Promise<string | undefined> {
  const page = await document.getPage(number);
  // Not `for await`: pdf.js rejects the cancellation of a loop that ends early.
  const reader: ReadableStreamDefaultReader<TextChunk> = page.streamTextContent().getReader();
  let text = '';
  for (;;) {
    const { value } = await reader.read();
    if (value === undefined) {
      break;
    }
    for (const { str = '', hasEOL = false } of value.items) {
      text += hasEOL ? `${str}\n` : str;
    }
    if (text.length > maxLength) {
      return undefined;
    }
  }
  page.cleanup();
  return text;
}

async function answer(request: PdfRequest): Promise<PdfAnswer> {
  return { result: await read(request) };
}

parentPort?.on('message', answerRequests(answer));
