// Opens code as a new file, which is not saved. It has the name that the answer gives it, where that may be written.
import * as vscode from 'vscode';
import { confirm } from '../../../platform/host/window';
import { openDocument } from '../../../workspace/host/readText';
import { withLineFeeds } from './codeLocator';
import { columnFor } from './reviewEditors';
import { newFileTarget } from './targets';

/**
 * @param path as the model wrote it; '' for none
 * @returns the file that it is once it is saved; undefined if it got no name
 */
export async function openNewFile(
  path: string,
  code: string,
  info: string,
): Promise<vscode.Uri | undefined> {
  const uri = path === '' ? undefined : await namedUri(path);
  if (uri === undefined) {
    const [language = ''] = info.split(/[\s:{,]/u);
    const languages = await vscode.languages.getLanguages();
    const document = await vscode.workspace.openTextDocument({
      content: code,
      ...(languages.includes(language) ? { language } : {}),
    });
    await vscode.window.showTextDocument(document, columnFor(document.uri));
    return undefined;
  }
  const untitled = uri.with({ scheme: 'untitled' });
  const document = await vscode.workspace.openTextDocument(untitled);
  const content = `${code}\n`;
  if (document.getText() === '') {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(untitled, new vscode.Position(0, 0), content);
    await vscode.workspace.applyEdit(edit);
  } else if (withLineFeeds(document.getText()) !== content) {
    // It has other code, from an earlier answer, and waits to be saved.
    return openNewFile('', code, info);
  }
  await vscode.window.showTextDocument(document, columnFor(untitled));
  return uri;
}

/** Calls `then` when a new file is closed: VS Code opens the saved one in its place, or the user has not saved it. */
export function onceClosed(uri: vscode.Uri, then: () => void): vscode.Disposable {
  const untitled = uri.with({ scheme: 'untitled' });
  const listening = vscode.workspace.onDidCloseTextDocument((closed) => {
    // A document that gets another language is closed as well, and stays open.
    if (closed.uri.toString() === untitled.toString() && openDocument(untitled) === undefined) {
      listening.dispose();
      then();
    }
  });
  return listening;
}

/** Returns undefined if the file gets no name before it is saved. */
async function namedUri(path: string): Promise<vscode.Uri | undefined> {
  const { l10n, workspace } = vscode;
  const target = await newFileTarget(path);
  const isNamed =
    target?.verdict === 'allowed' ||
    (target !== undefined &&
      (await confirm(
        l10n.t('Name the new file {0}?', workspace.asRelativePath(target.uri)),
        l10n.t('Use This Name'),
        l10n.t('Programs run what this file says, or it holds secrets.'),
      )));
  return isNamed ? target.uri : undefined;
}
