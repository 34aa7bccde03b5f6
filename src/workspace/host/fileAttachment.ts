// A file as an attachment: its text as an editor shows it or as it is on disk; of a notebook, the text of its cells.
import * as vscode from 'vscode';
import { maxTextLength } from '../../conversation/common/attachment';
import { labeledBlock, type BlockDetail } from '../node/labeledBlock';
import { fittingEncodings } from '../node/textEncodings';
import { isRefusal, textAttachment, type AttachResult, type Refusal } from './attachResult';
import { filePlace, languageOf, type FilePlace } from './filePlace';
import { isNotebookName, notebookAttachment } from './notebookAttachment';
import {
  openDocument,
  readBytes,
  readProblemText,
  readText,
  type ReadProblem,
  type TextReadOptions,
} from './readText';

export interface FileOptions extends TextReadOptions {
  /** The user wants a file whose name suggests secrets. */
  readonly isSecretAllowed?: boolean;
}

export async function fileAttachment(
  uri: vscode.Uri,
  options: FileOptions = {},
): Promise<AttachResult> {
  const place = await allowedPlace(uri, options);
  if (isRefusal(place)) {
    return place;
  }
  const { name } = place;
  const notebook = isNotebookName(uri.path)
    ? await notebookAttachment(uri, name, options)
    : undefined;
  if (notebook !== undefined) {
    return notebook;
  }
  const read = await readText(uri, options);
  if (typeof read === 'string') {
    return readRefusal(uri, name, read);
  }
  const details: readonly BlockDetail[] = read.isExcerpt
    ? [{ label: 'excerpt, first lines:', value: String(countLines(read.text)) }]
    : [];
  const language = languageOf(uri, openDocument(uri));
  return textAttachment({
    kind: 'file',
    name,
    text: labeledBlock({ title: 'File', name, language, details, content: read.text }),
    source: { uri: uri.toString(), ...(options.encoding && { encoding: options.encoding }) },
    ...(read.isExcerpt ? { isExcerpt: true } : {}),
  });
}

/** Where a file is, or a refusal to read it. */
export async function allowedPlace(
  uri: vscode.Uri,
  { isSecretAllowed = false }: FileOptions,
): Promise<FilePlace | Refusal> {
  const place = await filePlace(uri);
  return place.isSecret && !isSecretAllowed
    ? { reason: vscode.l10n.t('{0} may contain secrets.', place.name), isSecret: true }
    : place;
}

/** @param problem for which the user may choose something */
async function readRefusal(
  uri: vscode.Uri,
  name: string,
  problem: ReadProblem,
): Promise<AttachResult> {
  const reason = readProblemText(problem, name);
  const read = problem === 'otherEncoding' ? await readBytes(uri, maxTextLength, true) : undefined;
  return {
    reason,
    ...(problem === 'tooLong' ? { hasExcerpt: true } : {}),
    ...(typeof read === 'object' ? { encodings: fittingEncodings(read.bytes) } : {}),
  };
}

function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
