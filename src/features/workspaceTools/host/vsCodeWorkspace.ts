// The folders of VS Code's workspace, for the tools that read them.
import * as vscode from 'vscode';
import { filePlace } from '../../../workspace/host/filePlace';
import { workspaceProblems } from '../../../workspace/host/problemsAttachment';
import { readText } from '../../../workspace/host/readText';
import { workspaceSymbols } from '../../../workspace/host/symbolAttachment';
import type { OpenWorkspace, SymbolPlace } from '../node/openWorkspace';
import { listReadableFiles } from './readableFiles';
import { searchFiles, searchTexts } from './textSearch';

export function openWorkspace(folders: readonly vscode.WorkspaceFolder[]): OpenWorkspace {
  return {
    listFiles: (signal) => listReadableFiles(folders, signal),
    readText: async (file) => {
      const uri = vscode.Uri.parse(file.uri);
      // A link may have taken the place of a file since it was listed.
      const { isInside, isSecret } = await filePlace(uri);
      return isInside && !isSecret ? readText(uri, { isExcerpt: true }) : 'missing';
    },
    searchFiles: (search, signal) => searchFiles(folders, search, signal),
    searchTexts,
    findSymbols: async (wanted) =>
      (await workspaceSymbols(wanted)).map(({ name, location: { uri, range } }) => ({
        name,
        definition: placeOf({ uri, range }),
        references: async () =>
          (
            (await vscode.commands.executeCommand<readonly vscode.Location[] | undefined>(
              'vscode.executeReferenceProvider',
              uri,
              range.start,
            )) ?? []
          ).map(placeOf),
      })),
    // A line alone does not show all secrets: `secretAccessKey =` may be in the one before.
    listProblems: (isReadable) => workspaceProblems((uri) => isReadable(uri.toString()), false),
  };
}

function placeOf({ uri, range }: Pick<vscode.Location, 'uri' | 'range'>): SymbolPlace {
  return { uri: uri.toString(), line: range.start.line + 1 };
}
