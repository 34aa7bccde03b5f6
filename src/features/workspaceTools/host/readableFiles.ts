// The files that a model may read: those of the folders of a trusted workspace that are not ignored, and whose names do not
// suggest secrets.
import * as vscode from 'vscode';
import { languageOf, pathPrefix } from '../../../workspace/host/filePlace';
import { ripgrepFiles } from '../../../workspace/host/listFiles';
import { isSecretFileName } from '../../../workspace/node/secretFileNames';
import type { ReadableFile } from '../node/openWorkspace';

/** Untrusted and virtual workspaces have none. */
export function readableFolders(): readonly vscode.WorkspaceFolder[] {
  const { isTrusted, workspaceFolders = [] } = vscode.workspace;
  return isTrusted ? workspaceFolders.filter(({ uri }) => uri.scheme === 'file') : [];
}

/** Links lead elsewhere. Git's own folder has addresses with passwords, and `files.exclude` may show it. */
export const neverReadArgs = ['--no-follow', '--iglob=!.git'] as const;

/** Sorted by path. Undefined without ripgrep, or if it refuses a setting: nothing else applies the ignore rules. */
export async function listReadableFiles(
  folders: readonly vscode.WorkspaceFolder[],
  signal: AbortSignal,
): Promise<readonly ReadableFile[] | undefined> {
  const { textDocuments } = vscode.workspace;
  const unsaved = new Set(
    textDocuments.filter(({ isDirty }) => isDirty).map((document) => document.uri.toString()),
  );
  const files: ReadableFile[] = [];
  for (const folder of folders) {
    const paths = await ripgrepFiles(folder.uri, neverReadArgs, signal);
    if (paths === undefined) {
      return undefined;
    }
    const prefix = pathPrefix(folder);
    for (const path of paths.filter((one) => !isSecretFileName(one))) {
      const file = vscode.Uri.joinPath(folder.uri, path);
      const uri = file.toString();
      const [language, isUnsaved] = [languageOf(file), unsaved.has(uri)];
      files.push({ uri, path: prefix + path, language, isUnsaved });
    }
  }
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
