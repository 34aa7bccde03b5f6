// Lets the user pick what to attach: files, a folder, open editors, a symbol.
import * as vscode from 'vscode';
import { DisposableStore } from '../../../base/disposable';
import { compare } from '../../../base/compare';
import {
  pickDetail,
  type PickLabel,
  pickLabel,
  plainText,
} from '../../../platform/host/surfaceText';
import { createPicker, type PickRow, showPickMany } from '../../../platform/host/window';
import { relativeName } from './filePlace';
import { openEditorUris } from './sources/openEditors';

/** More rows than these make the list slow, and nobody reads them. */
const maxRows = 2_000;

export async function pickFiles(): Promise<readonly vscode.Uri[]> {
  const { l10n } = vscode;
  const picked = await vscode.window.showOpenDialog({
    canSelectMany: true,
    title: l10n.t('Select Files to Attach'),
    openLabel: l10n.t('Attach'),
  });
  return picked ?? [];
}

export async function pickFolder(): Promise<vscode.Uri | undefined> {
  const { l10n } = vscode;
  const picked = await vscode.window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    title: l10n.t('Select a Folder to Attach'),
    openLabel: l10n.t('Attach'),
  });
  return picked?.[0];
}

/** The files of a folder whose contents the user wants, too. */
export async function pickFilesOf(
  folder: vscode.Uri,
  paths: readonly string[],
): Promise<readonly vscode.Uri[]> {
  const rows = paths
    .toSorted(compare)
    .slice(0, maxRows)
    .map((path) => ({ label: pickLabel(path), uri: vscode.Uri.joinPath(folder, path) }));
  const title = plainText(vscode.l10n.t('Select Files of the Folder to Attach'));
  return ((await showPickMany(rows, { title })) ?? []).map(({ uri }) => uri);
}

/** Undefined if no editor is open. */
export async function pickOpenEditors(): Promise<readonly vscode.Uri[] | undefined> {
  const uris = openEditorUris();
  if (uris.length < 2) {
    return uris.length === 0 ? undefined : uris;
  }
  const rows = uris.map((uri) => ({ label: editorLabel(uri), picked: true, uri }));
  const title = plainText(vscode.l10n.t('Select Open Editors to Attach'));
  return ((await showPickMany(rows, { title })) ?? []).map((row) => row.uri);
}

function editorLabel(uri: vscode.Uri): PickLabel {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  return pickLabel(folder === undefined ? uri.path : relativeName(folder, uri));
}

interface SymbolRow extends PickRow {
  readonly symbol: vscode.SymbolInformation;
}

/** Asks the language extensions while the user types. */
export async function pickWorkspaceSymbol(): Promise<vscode.SymbolInformation | undefined> {
  const picker = createPicker<SymbolRow>();
  const disposables = new DisposableStore();
  disposables.add(picker);
  picker.title = plainText(vscode.l10n.t('Select a Symbol'));
  let searches = 0;
  const search = async (query: string): Promise<void> => {
    searches += 1;
    const current = searches;
    picker.busy = true;
    const found = await vscode.commands.executeCommand<
      readonly vscode.SymbolInformation[] | undefined
    >('vscode.executeWorkspaceSymbolProvider', query);
    if (current === searches) {
      picker.items = (found ?? []).slice(0, maxRows).map(symbolRow);
      picker.busy = false;
    }
  };
  const { promise, resolve, reject } = Promise.withResolvers<SymbolRow | undefined>();
  disposables.add(picker.onDidChangeValue((query) => void search(query).catch(reject)));
  disposables.add(picker.onDidAccept(() => resolve(picker.activeItems[0])));
  disposables.add(picker.onDidHide(() => resolve(undefined)));
  picker.show();
  try {
    return (await promise)?.symbol;
  } finally {
    disposables.dispose();
  }
}

function symbolRow(symbol: vscode.SymbolInformation): SymbolRow {
  const { name, containerName, location } = symbol;
  const file = vscode.workspace.asRelativePath(location.uri);
  return {
    label: pickLabel(name),
    description: pickDetail([containerName, file].filter((text) => text !== '').join(' · ')),
    symbol,
  };
}
