// The files of the workspace that a model may read.
import * as vscode from 'vscode';
import { pathMatcher } from '../../../base/glob';
import { workspaceFileAccess } from '../../../platform/host/files/fileAccess';
import { WorkspaceFiles } from '../../../platform/host/files/workspaceFiles';
import { listFiles } from '../../attachments/host/fileList/listFiles';
import { filePlace, relativeName } from '../../attachments/host/filePlace';
import { isSecretFileName } from '../../secrets/node/secretFileNames';

export interface ListedFile {
  readonly uri: vscode.Uri;
  readonly path: string;
}

interface ReadableFolder {
  readonly folder: vscode.WorkspaceFolder;
  /** Stands before the paths if the workspace has several folders; else ''. */
  readonly prefix: string;
}

export function readableFolders(): readonly ReadableFolder[] {
  const { workspaceFolders = [] } = vscode.workspace;
  return workspaceFolders.map((folder) => ({
    folder,
    prefix: workspaceFolders.length < 2 ? '' : `${relativeName(folder, folder.uri)}/`,
  }));
}

const files = new WorkspaceFiles(workspaceFileAccess);

/** The files that a model may read, sorted by path. */
export async function readableFiles(
  glob: string,
  signal: AbortSignal,
): Promise<readonly ListedFile[]> {
  const isMatch = glob === '' ? () => true : pathMatcher(glob.replace(/^\.?\//u, ''));
  const all = await Promise.all(
    readableFolders().map(async ({ folder, prefix }) => {
      const paths = await listFiles(folder.uri, signal, false);
      return paths.map((path) => ({
        uri: vscode.Uri.joinPath(folder.uri, path),
        path: prefix + path,
      }));
    }),
  );
  return all
    .flat()
    .filter(({ path }) => !isSecretFileName(path) && isMatch(path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** The file that a model names, if it may be read. */
export async function readableFile(
  path: string,
  signal: AbortSignal,
): Promise<ListedFile | undefined> {
  const wanted = path.replaceAll('\\', '/').replace(/^\.\//u, '');
  const listed = (await readableFiles('', signal)).find((file) => file.path === wanted);
  const folder = listed && vscode.workspace.getWorkspaceFolder(listed.uri);
  const entry = listed && (await workspaceFileAccess.stat(listed.uri));
  if (listed === undefined || folder === undefined || entry?.isFile !== true) {
    return undefined;
  }
  const { isInside, isSecret } = await filePlace(listed.uri);
  return isInside && !isSecret && (await files.isInside(folder.uri, listed.uri, entry))
    ? listed
    : undefined;
}
