// Attaches a file as an editor shows it or as it is on disk, and PDF files and notebooks as their text.
import * as vscode from 'vscode';
import { attachmentBlock, type BlockDetail } from '../../../../workspace/node/attachmentBlock';
import { kindTraits } from '../../../../conversation/common/attachmentKinds';
import { filePlace, languageOf } from '../../../../workspace/host/filePlace';
import {
  openDocument,
  readBytes,
  type TextReadOptions,
  type ReadProblem,
  readProblemText,
  readText,
} from '../../../../workspace/host/readText';
import { fittingEncodings } from '../../../../workspace/node/textEncodings';
import { maxTextLength } from '../../../../conversation/common/attachment';
import { type AttachmentRow, type AttachResult, textAttachment } from './attachResult';
import { isNotebookName, notebookAttachment } from './notebookAttachment';
import { isPdfName, pdfAttachment } from './pdfAttachment';

export function filesRow(): AttachmentRow {
  return {
    id: 'files',
    label: vscode.l10n.t('Files…'),
    icon: kindTraits.file.icon,
    attachTo: async ({ addFile }) => {
      for (const uri of await pickFiles()) {
        await addFile(uri);
      }
    },
  };
}

export async function pickFiles(): Promise<readonly vscode.Uri[]> {
  const { l10n } = vscode;
  const picked = await vscode.window.showOpenDialog({
    canSelectMany: true,
    title: l10n.t('Select Files to Attach'),
    openLabel: l10n.t('Attach'),
  });
  return picked ?? [];
}

export interface FileOptions extends TextReadOptions {
  /** The user wants a file whose name suggests secrets. */
  readonly isSecretAllowed?: boolean;
}

export async function fileAttachment(
  uri: vscode.Uri,
  { isSecretAllowed = false, ...options }: FileOptions = {},
): Promise<AttachResult> {
  const { name, isSecret } = await filePlace(uri);
  if (isSecret && !isSecretAllowed) {
    return { reason: vscode.l10n.t('{0} may contain secrets.', name), isSecret: true };
  }
  if (isPdfName(uri.path) && uri.scheme !== 'untitled') {
    return pdfAttachment(uri, name);
  }
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
    text: attachmentBlock({ title: 'File', name, language, details, content: read.text }),
    source: { uri: uri.toString(), ...(options.encoding && { encoding: options.encoding }) },
    ...(read.isExcerpt ? { isExcerpt: true } : {}),
  });
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
