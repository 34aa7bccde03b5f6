// The prompts after `/`: Portico's own, those of the settings, and those of the workspace.
import * as v from 'valibot';
import * as vscode from 'vscode';
import { visibleText } from '../../../base/text/visibleText';
import { maxPromptLength } from '../node/promptFile';
import { oneLine } from '../../../base/text/oneLine';
import { type CodeQuestion, codeQuestions } from './codeQuestions';
import { promptsSetting } from '../../../platform/host/settings';
import { readWorkspacePrompts } from './workspacePrompts';

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

const promptTexts = v.fallback(v.record(v.string(), v.unknown()), {});
const maxNameLength = 100;

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
        name: question.id,
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
  return Object.entries(v.parse(promptTexts, setting)).flatMap(([key, text]) => {
    const name = shownName(key).slice(0, maxNameLength);
    const isUsable = typeof text === 'string' && text.trim() !== '' && name !== '';
    return isUsable && text.length <= maxPromptLength
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

async function filePrompts(signal: AbortSignal): Promise<readonly Prompt[]> {
  const files = await readWorkspacePrompts(signal);
  return files.map(({ uri, name, description, path }) => ({
    id: `workspaceFile:${uri.toString()}`,
    name: shownName(name),
    description: oneLine(description ?? path),
    content: { type: 'workspaceFile', uri },
  }));
}

/** On one line. Without invisible characters: they would make it a different name that appears as the same one. */
function shownName(name: string): string {
  return visibleText(oneLine(name)).text.trim();
}

function namesOf(prompts: readonly Prompt[]): ReadonlySet<string> {
  return new Set(prompts.map(({ name }) => name.toLowerCase()));
}
