// Where an export goes, and what is said of it then.
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { assertNever } from '../../base/assertNever';

export const exportFormats = ['markdown', 'json'] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** In UTF-16 code units; what systems take of a name in bytes is four times as much. */
const longestName = 60;

/** Asks with VS Code's own dialog; undefined where that is left. `time` is in milliseconds since 1970. */
export function askTarget(
  title: string,
  time: number,
  format: ExportFormat,
): Thenable<vscode.Uri | undefined> {
  const name = fileName(title, time, format);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Chat'),
    saveLabel: vscode.l10n.t('Export'),
    filters: filtersOf(format),
    defaultUri:
      folder === undefined
        ? vscode.Uri.file(join(homedir(), name))
        : vscode.Uri.joinPath(folder, name),
  });
}

/** @param before What is said before that. */
export function showExported(
  before: readonly string[],
  target: vscode.Uri,
  sayUnexpected: (error: unknown) => void,
): void {
  const open = vscode.l10n.t('Open');
  const sentence = vscode.l10n.t('The export was written to {0}.', shownPath(target));
  const told = vscode.window.showInformationMessage([...before, sentence].join(' '), open);
  told.then((picked) => {
    if (picked === open) {
      vscode.commands.executeCommand('vscode.open', target).then(undefined, sayUnexpected);
    }
  }, sayUnexpected);
}

export function showExportFailed(target: vscode.Uri, error: unknown): void {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  void vscode.window.showErrorMessage(
    vscode.l10n.t(
      'The export could not be written to {0} ({1}). Nothing was changed there. Choose another place, or check that this one has room and may be written to.',
      shownPath(target),
      reason,
    ),
  );
}

/** The title without what some system would not take in a name, and the day. */
function fileName(title: string, time: number, format: ExportFormat): string {
  const plain = title
    .replaceAll(/[\p{C}\\/:*?"<>|~]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[\s.]+/u, '')
    .slice(0, longestName)
    .replace(/[\s.\uD800-\uDBFF]+$/u, '');
  const day = new Date(time);
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
  return `${plain === '' ? vscode.l10n.t('Chat') : plain} ${date}.${extensionOf(format)}`;
}

function filtersOf(format: ExportFormat): Readonly<Record<string, string[]>> {
  return format === 'markdown' ? { Markdown: ['md'] } : { JSON: ['json'] };
}

function extensionOf(format: ExportFormat): string {
  switch (format) {
    case 'markdown':
      return 'md';
    case 'json':
      return 'json';
    default:
      return assertNever(format);
  }
}

function shownPath(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString(true);
}
