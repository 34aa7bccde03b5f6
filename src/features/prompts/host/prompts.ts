// The prompts after `/`: Portico's own, those of the settings, and the files `.github/prompts/*.prompt.md` of a trusted
// workspace, which are read when the user types `/`.
import { posix } from 'node:path';
import * as vscode from 'vscode';
import { oneLine } from '../../../base/text/oneLine';
import { visibleText } from '../../../base/text/visibleText';
import { recordValue, settingsReader } from '../../../platform/host/settings';
import { filePlace } from '../../../workspace/host/filePlace';
import { readText } from '../../../workspace/host/readText';
import { maxPromptChars, readPromptFile, type PromptFile } from '../node/promptFile';
import { codeQuestions, type CodeQuestion } from './codeQuestions';
import { promptsContributions } from './promptsContributions';

export interface Prompt {
  readonly id: string;
  /** What is typed after `/`. */
  readonly name: string;
  readonly description?: string;
  readonly content: PromptContent;
}

type PromptContent =
  | { readonly type: 'builtIn'; readonly question: CodeQuestion }
  | { readonly type: 'user'; readonly text: string }
  /** It is shown before its first use. */
  | { readonly type: 'workspaceSetting'; readonly text: string }
  | { readonly type: 'workspaceFile'; readonly uri: vscode.Uri };

interface WorkspacePrompt {
  readonly file: PromptFile;
  /** Relative to the workspace. */
  readonly path: string;
}

const maxNameChars = 100;

const fileEnding = '.prompt.md';
const maxFilesPerFolder = 100;

const { userAndWorkspaceValues } = settingsReader(promptsContributions.settings);

/** The user has not seen the prompts that the workspace brings: these are apart. */
function promptsSetting(): { readonly user: unknown; readonly workspace: unknown } {
  const { user, workspace } = userAndWorkspaceValues('portico.prompts');
  return { user, workspace: vscode.workspace.isTrusted ? workspace : {} };
}

/** A user's prompt replaces a built-in one of the same name; one of the workspace never replaces another. */
export async function listPrompts(signal: AbortSignal): Promise<readonly Prompt[]> {
  const { user, workspace } = promptsSetting();
  const own = settingPrompts(user, 'user');
  const ownNames = namesOf(own);
  const builtIn = codeQuestions()
    .map((question): Prompt => {
      const content = { type: 'builtIn', question } as const;
      return {
        id: `builtIn:${question.id}`,
        name: question.promptName,
        description: question.text,
        content,
      };
    })
    .filter(({ name }) => !ownNames.has(name.toLowerCase()));
  const others = [...settingPrompts(workspace, 'workspaceSetting'), ...(await filePrompts(signal))];
  const taken = namesOf([...own, ...builtIn]);
  return [...own, ...builtIn, ...others.map((prompt) => withoutConflict(prompt, taken))];
}

function withoutConflict(prompt: Prompt, taken: ReadonlySet<string>): Prompt {
  return taken.has(prompt.name.toLowerCase())
    ? { ...prompt, name: vscode.l10n.t('{0} (workspace)', prompt.name) }
    : prompt;
}

function settingPrompts(setting: unknown, type: 'user' | 'workspaceSetting'): readonly Prompt[] {
  return Object.entries(recordValue(setting)).flatMap(([key, text]) => {
    const name = shownName(key).slice(0, maxNameChars);
    const isUsable = typeof text === 'string' && text.trim() !== '' && name !== '';
    return isUsable && text.length <= maxPromptChars
      ? [
          {
            id: `${type}:${key}`,
            name,
            description: oneLine(text).slice(0, 200),
            content: { type, text },
          },
        ]
      : [];
  });
}

/** Rejects with `signal`. */
async function filePrompts(signal: AbortSignal): Promise<readonly Prompt[]> {
  const { isTrusted, workspaceFolders = [] } = vscode.workspace;
  if (!isTrusted) {
    return [];
  }
  const prompts: Prompt[] = [];
  for (const uri of (await Promise.all(workspaceFolders.map(promptUris))).flat()) {
    const read = await readWorkspacePrompt(uri);
    signal.throwIfAborted();
    if (read !== undefined) {
      const { name = nameOf(uri), description = read.path } = read.file;
      prompts.push({
        id: `workspaceFile:${uri.toString()}`,
        name: shownName(name),
        description: oneLine(description),
        content: { type: 'workspaceFile', uri },
      });
    }
  }
  return prompts;
}

/** Removes invisible characters. Undefined if the file can't be used, for example because it links out of the workspace. */
export async function readWorkspacePrompt(uri: vscode.Uri): Promise<WorkspacePrompt | undefined> {
  const { name: path, isInside, isSecret } = await filePlace(uri);
  if (!vscode.workspace.isTrusted || !isInside || isSecret) {
    return undefined;
  }
  const read = await readText(uri);
  if (typeof read === 'string' || read.text.length > maxPromptChars) {
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
    .filter(([name, type]) => name.endsWith(fileEnding) && (type & vscode.FileType.File) !== 0)
    .slice(0, maxFilesPerFolder)
    .map(([name]) => vscode.Uri.joinPath(folder, name));
}

function nameOf({ path }: vscode.Uri): string {
  return posix.basename(path, fileEnding);
}

/** The name on one line. Invisible characters would make it a different name that appears as the same one. */
function shownName(name: string): string {
  return visibleText(oneLine(name)).text.trim();
}

function namesOf(prompts: readonly Prompt[]): ReadonlySet<string> {
  return new Set(prompts.map(({ name }) => name.toLowerCase()));
}
