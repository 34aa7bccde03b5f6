// The files that are open in editor tabs, each as an attachment of its own.
import * as vscode from 'vscode';
import { showPickMany } from '../../../../platform/host/window';
import { refuse } from '../../../../workspace/host/attachResult';
import { isFile, relativeName } from '../../../../workspace/host/filePlace';
import { noEditorText, type AttachmentRow } from './attachmentRow';

export function openEditorsRow(): AttachmentRow {
  return {
    id: 'openEditors',
    label: vscode.l10n.t('Open Editors'),
    icon: 'files',
    attachTo: async ({ add, addFile }) => {
      const uris = openEditorUris();
      if (uris.length === 0) {
        add(refuse(noEditorText()));
      }
      for (const uri of uris.length < 2 ? uris : await pickEditors(uris)) {
        await addFile(uri);
      }
    },
  };
}

/** The files in the order of the tabs. */
export function openEditorUris(): readonly vscode.Uri[] {
  const byText = new Map<string, vscode.Uri>();
  for (const { input } of vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs)) {
    const uri =
      input instanceof vscode.TabInputText || input instanceof vscode.TabInputNotebook
        ? input.uri
        : input instanceof vscode.TabInputTextDiff
          ? input.modified
          : undefined;
    if (uri !== undefined && isFile(uri)) {
      byText.set(uri.toString(), uri);
    }
  }
  return [...byText.values()];
}

async function pickEditors(uris: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
  const rows = uris.map((uri) => ({ label: editorLabel(uri), picked: true, uri }));
  const title = vscode.l10n.t('Select Open Editors to Attach');
  return ((await showPickMany(rows, { title })) ?? []).map(({ uri }) => uri);
}

function editorLabel(uri: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  return folder === undefined ? uri.path : relativeName(folder, uri);
}
