// Saves a file of an answer where the user chooses.
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { errorCode } from '../../base/errorCode';
import { extensionOf, type AnswerFile } from '../../gateway/common/answerFile';
import { showError } from '../../platform/host/window';

/** @param number Counts the files of the answer from 1. */
export async function saveFile({ mediaType, data }: AnswerFile, number: number): Promise<void> {
  const { l10n, workspace } = vscode;
  const name = `${l10n.t('answer')}-${number}.${extensionOf(mediaType)}`;
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const file = await vscode.window.showSaveDialog({
    defaultUri:
      folder === undefined
        ? vscode.Uri.file(join(homedir(), name))
        : vscode.Uri.joinPath(folder, name),
  });
  if (file === undefined) {
    return;
  }
  try {
    await workspace.fs.writeFile(file, Buffer.from(data, 'base64'));
  } catch (error) {
    const reason = errorCode(error) ?? l10n.t('unknown');
    void showError(l10n.t("Couldn't save the file ({0}). Choose another location.", reason));
  }
}
