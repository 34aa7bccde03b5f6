// Reads the prompt files of a trusted workspace, `.github/prompts/*.prompt.md`, when the user types `/`.
import * as vscode from 'vscode';
import { visibleText } from '../../../base/text/visibleText';
import { maxPromptLength, type PromptFile, readPromptFile } from '../node/promptFile';
import { filePlace } from '../../attachments/host/filePlace';
import { readText } from '../../../platform/host/files/readText';

const ending = '.prompt.md';
/** In each folder of the workspace. */
const maxFiles = 100;

export interface WorkspacePrompt {
  readonly uri: vscode.Uri;
  readonly name: string;
  readonly description?: string;
  /** Relative to the workspace. */
  readonly path: string;
}

/** Rejects with `signal`. */
export async function readWorkspacePrompts(
  signal: AbortSignal,
): Promise<readonly WorkspacePrompt[]> {
  const { isTrusted, workspaceFolders = [] } = vscode.workspace;
  if (!isTrusted) {
    return [];
  }
  const prompts: WorkspacePrompt[] = [];
  for (const uri of (await Promise.all(workspaceFolders.map(promptUris))).flat()) {
    const read = await readWorkspacePrompt(uri);
    signal.throwIfAborted();
    if (read !== undefined) {
      const { name = nameOf(uri), description } = read.file;
      const { path } = read;
      prompts.push({ uri, name, path, ...(description === undefined ? {} : { description }) });
    }
  }
  return prompts;
}

/** Without invisible characters. Undefined if it cannot be used: a link out of the workspace for example. */
export async function readWorkspacePrompt(
  uri: vscode.Uri,
): Promise<{ readonly file: PromptFile; readonly path: string } | undefined> {
  const { name: path, isInside, isSecret } = await filePlace(uri);
  if (!vscode.workspace.isTrusted || !isInside || isSecret) {
    return undefined;
  }
  const read = await readText(uri);
  if (typeof read === 'string' || read.text.length > maxPromptLength) {
    return undefined;
  }
  const file = readPromptFile(visibleText(read.text).text);
  return file.text === '' ? undefined : { file, path };
}

async function promptUris({ uri }: vscode.WorkspaceFolder): Promise<readonly vscode.Uri[]> {
  const folder = vscode.Uri.joinPath(uri, '.github', 'prompts');
  let entries: readonly [string, vscode.FileType][];
  try {
    entries = await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
  return entries
    .filter(([name, type]) => name.endsWith(ending) && (type & vscode.FileType.File) !== 0)
    .slice(0, maxFiles)
    .map(([name]) => vscode.Uri.joinPath(folder, name));
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1, -ending.length);
}
