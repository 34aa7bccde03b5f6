// The editors of a review: the tabs of diff editors, the group for a file, and whether the keys for Accept and Reject are on.
import * as vscode from 'vscode';
import { DisposableStore } from '../../../base/disposable';
import { editorViewType } from '../../../chat/host/chatContributions';
import { setContextKey } from '../../../platform/host/contextKeys';
import { proposalScheme } from '../../../workspace/host/filePlace';
import { openDocument } from '../../../workspace/host/readText';
import { applyContributions } from './applyContributions';

/** Whether the keys for Accept and Reject are on. The file on the left side of a diff editor has a scheme of its own. */
export function setReviewing(): void {
  const uri = proposedUriIn(vscode.window.tabGroups.activeTabGroup.activeTab);
  setContextKey(applyContributions.contextKeys.reviewing, uri !== undefined);
}

/** The proposed text that a tab shows; undefined if it shows none. */
function proposedUriIn(tab: vscode.Tab | undefined): vscode.Uri | undefined {
  const uri = tab?.input instanceof vscode.TabInputTextDiff ? tab.input.modified : undefined;
  return uri?.scheme === proposalScheme ? uri : undefined;
}

/** VS Code reads the proposed text again after a change of it: a selection would be in the text before. */
export async function didRead(proposedUri: vscode.Uri, text: string): Promise<void> {
  const document = openDocument(proposedUri);
  if (document === undefined || document.getText() === text) {
    return;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const listening = new DisposableStore(
    vscode.workspace.onDidChangeTextDocument(() => {
      if (document.getText() === text) {
        resolve();
      }
    }),
    vscode.workspace.onDidCloseTextDocument((closed) => {
      if (closed === document) {
        resolve();
      }
    }),
  );
  await promise;
  listening.dispose();
}

/** The group for a file: one where it is open, or the active or first one. A chat in front is not covered. */
export function columnFor(uri: vscode.Uri): vscode.ViewColumn {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const free = all.filter(
    ({ activeTab }) =>
      !(activeTab?.input instanceof vscode.TabInputWebview) ||
      !activeTab.input.viewType.endsWith(editorViewType),
  );
  const hasFile = free.find(({ tabs }) =>
    tabs.some(({ input }) => {
      const shown = input instanceof vscode.TabInputTextDiff ? input.original : undefined;
      const file = input instanceof vscode.TabInputText ? input.uri : shown;
      return file?.toString() === uri.toString();
    }),
  );
  const other = free.includes(activeTabGroup) ? activeTabGroup : free[0];
  return (hasFile ?? other)?.viewColumn ?? vscode.ViewColumn.Beside;
}

/** @param line from 0 */
export async function showFile(uri: vscode.Uri, line: number): Promise<void> {
  const selection = new vscode.Range(line, 0, line, 0);
  const viewColumn = columnFor(uri);
  await vscode.commands.executeCommand('vscode.open', uri, { selection, viewColumn });
}

export function tabsOf(proposedUri: vscode.Uri): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter((tab) => proposedUriIn(tab)?.toString() === proposedUri.toString());
}

export async function closeTabs(proposedUri: vscode.Uri): Promise<void> {
  const tabs = tabsOf(proposedUri);
  if (tabs.length > 0) {
    await vscode.window.tabGroups.close(tabs);
  }
}
