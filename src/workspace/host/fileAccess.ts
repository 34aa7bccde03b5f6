// Accesses the files of the workspace through VS Code, so that virtual and remote workspaces work as well.
import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { FileEntry, WorkspaceFilesDeps } from './workspaceFiles';

export const workspaceFileAccess: WorkspaceFilesDeps = {
  folders: () => vscode.workspace.workspaceFolders?.map(({ uri }) => uri) ?? [],
  stat: async (uri) => {
    try {
      return entryOf(await vscode.workspace.fs.stat(uri));
    } catch {
      return undefined;
    }
  },
  realPath: async (path) => {
    try {
      return await realpath(path);
    } catch {
      return undefined;
    }
  },
};

function entryOf({ type }: vscode.FileStat): FileEntry {
  const { File, SymbolicLink } = vscode.FileType;
  // VS Code's file types are bits.
  return { isFile: hasBit(type, File), isLink: hasBit(type, SymbolicLink) };
}

function hasBit(type: number, bit: number): boolean {
  return (type & bit) !== 0;
}
