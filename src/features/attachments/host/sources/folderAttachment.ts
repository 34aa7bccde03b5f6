// Attaches the names of a folder's files as a tree. Their contents are attached one by one, if the user picks some.
import * as vscode from 'vscode';
import { attachmentBlock } from '../../node/attachmentBlock';
import { fileTree } from '../../node/fileTree';
import { filePlace } from '../filePlace';
import { type AttachResult, refuse, textAttachment } from '../../node/newAttachment';

const maxTreeFiles = 2_000;

/** @param paths Of the files, relative to the folder. */
export async function folderAttachment(
  uri: vscode.Uri,
  paths: readonly string[],
): Promise<AttachResult> {
  const { name } = await filePlace(uri);
  if (paths.length === 0) {
    return refuse(vscode.l10n.t('{0} has no files, or all are excluded.', name));
  }
  const { text, omitted } = fileTree(paths, maxTreeFiles);
  const details = [
    { label: '', value: `${paths.length} ${paths.length === 1 ? 'file' : 'files'}` },
    ...(omitted === 0 ? [] : [{ label: 'omitted:', value: String(omitted) }]),
  ];
  return textAttachment({
    kind: 'folder',
    name: `${name}/`,
    text: attachmentBlock({ title: 'Files in folder', name, details, content: text }),
  });
}
