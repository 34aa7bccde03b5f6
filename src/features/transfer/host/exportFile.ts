// The file of an export: the dialog that asks for it, its default name, and the notifications about it.
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { errorCode } from '../../../base/errorCode';
import { localDay } from '../../../base/localDay';
import { joinSentences } from '../../../platform/host/text/joinTexts';
import { showError, showInformation } from '../../../platform/host/window';

export const exportFormats = ['markdown', 'json'] as const;

export type ExportFormat = (typeof exportFormats)[number];

const fileTypes = {
  markdown: { name: 'Markdown', extension: 'md' },
  json: { name: 'JSON', extension: 'json' },
} as const satisfies Record<ExportFormat, object>;

/** File systems allow 255 bytes, and a UTF-16 unit takes up to three in UTF-8. */
const maxTitleChars = 60;

/** Windows up to 10 opens a device for these names, whatever follows the dot (“Naming Files, Paths, and Namespaces”). */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *\.[ .]*/iu;

/** Resolves to undefined if the dialog was canceled. `time` is in milliseconds since 1970. */
export function selectExportFile(
  title: string,
  time: number,
  format: ExportFormat,
): Thenable<vscode.Uri | undefined> {
  const { name: typeName, extension } = fileTypes[format];
  const name = `${exportFileName(title, time, vscode.l10n.t('Chat'))}.${extension}`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Chat'),
    saveLabel: vscode.l10n.t('Export'),
    filters: { [typeName]: [extension] },
    defaultUri:
      folder === undefined
        ? vscode.Uri.file(join(homedir(), name))
        : vscode.Uri.joinPath(folder, name),
  });
}

/**
 * The default name, valid on every system and without an extension: the title without characters that are invalid, or
 * `untitled`, and the date. `time` is in milliseconds since 1970.
 */
export function exportFileName(title: string, time: number, untitled: string): string {
  const validTitle = title
    .replaceAll(/[\p{C}\\/:*?"<>|~]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[\s.]+/u, '')
    .replace(deviceName, '$1 ')
    .slice(0, maxTitleChars)
    .replace(/[\s.\uD800-\uDBFF]+$/u, '');
  return `${validTitle === '' ? untitled : validTitle} ${localDay(time)}`;
}

/** @param details Sentences that precede the path of the file. */
export async function showExported(details: readonly string[], file: vscode.Uri): Promise<void> {
  const open = vscode.l10n.t('Open');
  const sentence = vscode.l10n.t('Exported to {0}.', displayPath(file));
  const message = joinSentences(...details, sentence);
  if ((await showInformation(message, open)) === open) {
    await vscode.commands.executeCommand('vscode.open', file);
  }
}

export function showExportFailed(file: vscode.Uri, error: unknown): void {
  const reason = errorCode(error) ?? vscode.l10n.t('unknown');
  void showError(
    vscode.l10n.t(
      "Couldn't export to {0} ({1}). No file was changed. Choose another location, or check its permissions and free space.",
      displayPath(file),
      reason,
    ),
  );
}

function displayPath(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString(true);
}
