// Attaches a file, as an editor shows it or as it is on disk; of a PDF file its text.
import * as vscode from 'vscode';
import { attachmentBlock, type BlockDetail } from '../../node/attachmentBlock';
import { filePlace, languageOf } from '../filePlace';
import { type AttachResult, textAttachment } from '../../node/newAttachment';
import { readProblemText } from '../../../../platform/host/files/readProblemText';
import { openDocument, readText } from '../../../../platform/host/files/readText';
import { isPdfName, pdfAttachment } from './pdfAttachment';

export interface FileOptions {
  /** The user wants the beginning of a file that is too large. */
  readonly isExcerpt?: boolean;
  /** The user wants a file whose name suggests secrets. */
  readonly isSecretAllowed?: boolean;
}

export async function fileAttachment(
  uri: vscode.Uri,
  { isExcerpt = false, isSecretAllowed = false }: FileOptions = {},
): Promise<AttachResult> {
  const { name, isSecret } = await filePlace(uri);
  if (isSecret && !isSecretAllowed) {
    return { reason: vscode.l10n.t('{0} may contain secrets.', name), isSecret: true };
  }
  if (isPdfName(uri.path) && uri.scheme !== 'untitled') {
    return pdfAttachment(uri, name);
  }
  const read = await readText(uri, isExcerpt);
  if (typeof read === 'string') {
    const reason = readProblemText(read, name);
    return read === 'tooLong' ? { reason, hasExcerpt: true } : { reason };
  }
  const details: readonly BlockDetail[] = read.isExcerpt
    ? [{ label: 'excerpt, first lines:', value: String(countLines(read.text)) }]
    : [];
  const language = languageOf(uri, openDocument(uri));
  return textAttachment({
    kind: 'file',
    name,
    text: attachmentBlock({ title: 'File', name, language, details, content: read.text }),
    source: { uri: uri.toString() },
    ...(read.isExcerpt ? { isExcerpt: true } : {}),
  });
}

function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
