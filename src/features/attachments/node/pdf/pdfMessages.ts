// What the extension host and the process that reads a PDF file send each other.
import type { PdfText } from '../pdfText';

export interface PdfRequest {
  readonly bytes: Uint8Array;
  readonly maxPages: number;
  /** The limit of the text. */
  readonly maxLength: number;
}

/** Why a file has no text to attach. */
export type PdfProblem =
  | 'notPdf'
  | 'damaged'
  | 'unreadable'
  | 'password'
  | 'noText'
  | 'pageTooLong'
  | 'tooMuchMemory'
  | 'timeout';

export type PdfResult = PdfText | PdfProblem;

export interface PdfAnswer {
  readonly result: PdfResult;
}
