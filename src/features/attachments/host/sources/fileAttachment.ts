// Attaches a file as an editor shows it or as it is on disk, and a PDF file as its text.
import * as vscode from 'vscode';
import { attachmentBlock, type BlockDetail } from '../../node/attachmentBlock';
import { kindTraits } from '../../../../conversation/common/attachmentKinds';
import { filePlace, languageOf } from '../filePlace';
import { openDocument, readProblemText, readText } from '../../../../platform/host/files/readText';
import { type AttachmentRow, type AttachResult, textAttachment } from './attachResult';
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
