// Attaches the text of a PDF file.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { attachedPages, pdfBlock } from '../../node/pdfText';
import { notificationText } from '../../../../platform/host/surfaceText';
import { systemClock } from '../../../../platform/node/systemClock';
import { showProgress } from '../../../../platform/host/window';
import { type AttachResult, refuse, textAttachment } from '../../node/newAttachment';
import { pdfProblemText } from '../pdfProblemText';
import { PdfReader } from '../../node/pdf/pdfReader';
import { readProblemText } from '../../../../platform/host/files/readProblemText';
import { readBytes } from '../../../../platform/host/files/readText';

/** In bytes. */
const maxPdfSize = 50_000_000;

/** One for all chats: files are read one after the other. Bundled, this file and the process's script are in the same folder. */
const reader = new PdfReader(join(__dirname, 'pdfProcess.js'), systemClock);

/** By its name, so that what is named like a PDF but is none is not attached as text. */
export function isPdfName(path: string): boolean {
  return /\.pdf$/iu.test(path);
}

export async function pdfAttachment(uri: vscode.Uri, name: string): Promise<AttachResult> {
  const read = await readBytes(uri, maxPdfSize);
  if (read === 'tooLong') {
    return refuse(vscode.l10n.t('{0} is larger than 50 MB, the limit for PDF files.', name));
  }
  return typeof read === 'string'
    ? refuse(readProblemText(read, name))
    : pdfBytesAttachment(read.bytes, name, uri);
}

/** @param uri where it is read again; undefined for what comes from outside VS Code */
export async function pdfBytesAttachment(
  bytes: Uint8Array,
  name: string,
  uri?: vscode.Uri,
): Promise<AttachResult> {
  const title = notificationText(vscode.l10n.t('Reading {0}…', name));
  const options = { location: vscode.ProgressLocation.Window, title };
  const pdf = await showProgress(options, () => reader.read(bytes));
  if (typeof pdf === 'string') {
    return refuse(pdfProblemText(pdf, name));
  }
  const text = pdfBlock(name, pdf);
  return textAttachment({
    kind: 'pdf',
    name,
    text,
    ...(uri === undefined ? {} : { source: { uri: uri.toString() } }),
    ...(attachedPages(text) === undefined ? {} : { isExcerpt: true }),
  });
}
