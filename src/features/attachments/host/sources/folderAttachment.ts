// Attaches the names of a folder's files as a tree, then the files of it that the user picks.
import * as vscode from 'vscode';
import { compare } from '../../../../base/compare';
import { kindTraits } from '../../../../conversation/common/attachmentKinds';
import { showPickMany, showProgress } from '../../../../platform/host/window';
import { refuse, textAttachment, type AttachResult } from '../../../../workspace/host/attachResult';
import { filePlace } from '../../../../workspace/host/filePlace';
import { listFiles } from '../../../../workspace/host/listFiles';
import { labeledBlock } from '../../../../workspace/node/labeledBlock';
import { fileTree } from '../../node/fileTree';
import type { AttachmentRow, AttachTarget } from './attachmentRow';

const maxTreeFiles = 2_000;
/** More rows than these make the list slow, and nobody reads them. */
const maxRows = 2_000;

export function folderRow(): AttachmentRow {
  const { l10n } = vscode;
  return {
    id: 'folder',
    label: l10n.t('Folder…'),
    icon: kindTraits.folder.icon,
    attachTo: async (target) => {
      const picked = await vscode.window.showOpenDialog({
        canSelectFiles: false,
        canSelectFolders: true,
        title: l10n.t('Select a Folder to Attach'),
        openLabel: l10n.t('Attach'),
      });
      for (const uri of picked ?? []) {
        await attachFolder(target, uri);
      }
    },
  };
}

/** Resolves to whether the tree is attached. */
export async function attachFolder(
  { add, addFile }: AttachTarget,
  uri: vscode.Uri,
): Promise<boolean> {
  const paths = await listWithProgress(uri);
  if (paths === undefined || !add(await treeAttachment(uri, paths))) {
    return false;
  }
  const rows = paths
    .toSorted(compare)
    .slice(0, maxRows)
    .map((path) => ({ label: path, file: vscode.Uri.joinPath(uri, path) }));
  const title = vscode.l10n.t('Select Files of the Folder to Attach');
  for (const { file } of (await showPickMany(rows, { title })) ?? []) {
    await addFile(file);
  }
  return true;
}

/** Undefined if the user cancels. */
async function listWithProgress(uri: vscode.Uri): Promise<readonly string[] | undefined> {
  const listing = new AbortController();
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Listing the files of the folder…'),
    cancellable: true,
  };
  try {
    return await showProgress(options, (_progress, token) => {
      token.onCancellationRequested(() => listing.abort());
      return listFiles(uri, listing.signal);
    });
  } catch (error) {
    if (listing.signal.aborted) {
      return undefined;
    }
    throw error;
  }
}

/** @param paths those of the files, relative to the folder */
async function treeAttachment(uri: vscode.Uri, paths: readonly string[]): Promise<AttachResult> {
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
    text: labeledBlock({ title: 'Files in folder', name, details, content: text }),
  });
}
