// Attaches the text of a PDF file.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { showProgress } from '../../../../platform/host/window';
import { systemClock } from '../../../../platform/node/systemClock';
import {
  isRefusal,
  refuse,
  textAttachment,
  type AttachResult,
} from '../../../../workspace/host/attachResult';
import {
  allowedPlace,
  fileAttachment,
  type FileOptions,
} from '../../../../workspace/host/fileAttachment';
import { readBytes, readProblemText } from '../../../../workspace/host/readText';
import type { PdfProblem } from '../../node/pdf/pdfMessages';
import { PdfReader } from '../../node/pdf/pdfReader';
import { attachedPages, pdfBlock } from '../../node/pdfText';

const maxPdfBytes = 50_000_000;

/** One for all chats: files are read one after the other. Bundled, this file and the process's script are in the same folder. */
const reader = new PdfReader(join(__dirname, 'pdfProcess.js'), systemClock);

/** Goes by the name: a damaged PDF file must not be attached as text. */
function isPdfName(path: string): boolean {
  return /\.pdf$/iu.test(path);
}

/** A file as its text, that of a PDF file, too. */
export async function fileOrPdfAttachment(
  uri: vscode.Uri,
  options: FileOptions = {},
): Promise<AttachResult> {
  if (!isPdfName(uri.path) || uri.scheme === 'untitled') {
    return fileAttachment(uri, options);
  }
  const place = await allowedPlace(uri, options);
  return isRefusal(place) ? place : pdfAttachment(uri, place.name);
}

async function pdfAttachment(uri: vscode.Uri, name: string): Promise<AttachResult> {
  const read = await readBytes(uri, maxPdfBytes);
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
  const title = vscode.l10n.t('Reading {0}…', name);
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

/** Why the text of a PDF file cannot be attached, for the user. */
export function pdfProblemText(problem: PdfProblem, name: string): string {
  const { l10n } = vscode;
  const texts: Readonly<Record<PdfProblem, string>> = {
    notPdf: l10n.t("{0} isn't a PDF file, although its name says so.", name),
    damaged: l10n.t("{0} is damaged. Its text can't be read.", name),
    unreadable: readProblemText('unreadable', name),
    password: l10n.t("{0} is protected with a password. Its text can't be read.", name),
    noText: l10n.t('{0} has no text. If it is scanned, attach images of its pages.', name),
    pageTooLong: l10n.t('The first page of {0} has too much text. The limit is 1 MB.', name),
    tooMuchMemory: l10n.t("{0} needs too much memory. Its text can't be read.", name),
    timeout: l10n.t("The text of {0} couldn't be read within 20 seconds.", name),
  };
  return texts[problem];
}
