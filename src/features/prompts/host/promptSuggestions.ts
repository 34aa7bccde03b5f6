// Suggests prompts after `/`. The chosen one is put into the message box with its attachments; the user sends it.
import * as vscode from 'vscode';
import { assertNever } from '../../../base/assertNever';
import type { Chat } from '../../../chat/host/chat';
import { prependText } from '../../../conversation/common/draft';
import { showInformation } from '../../../platform/host/window';
import { isRefusal, refuse, type Refusal } from '../../../workspace/host/attachResult';
import type { Suggestion } from '../../attachments/common/attachmentsView';
import { attachResult } from '../../attachments/host/attach';
import type { SuggestionSource } from '../../attachments/host/suggestions/suggestionLists';
import { questionAbout } from './codeContext';
import type { PromptReview } from './promptReview';
import { listPrompts, readWorkspacePrompt, type Prompt } from './prompts';
import { expandPrompt, type ExpandedPrompt } from './promptValues';

const instructionsId = 'instructions';
const icons = {
  builtIn: 'sparkle',
  user: 'edit',
  workspaceSetting: 'folder',
  workspaceFile: 'folder',
} as const;

export interface PromptSuggestionsDeps {
  readonly review: Pick<PromptReview, 'isAllowed'>;
  /** The editor that the user was in before the chat. */
  readonly lastEditor: () => vscode.TextEditor | undefined;
  readonly useInstructions: () => Promise<void>;
}

export class PromptSuggestions implements SuggestionSource {
  readonly #deps: PromptSuggestionsDeps;
  /** The page can only choose what was listed. */
  #listed: readonly Prompt[] = [];

  constructor(deps: PromptSuggestionsDeps) {
    this.#deps = deps;
  }

  /** Reads the files of the workspace only when the list opens, not at every key. */
  async suggest(
    query: string,
    show: (items: readonly Suggestion[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    if (query === '' || this.#listed.length === 0) {
      const listed = await listPrompts(signal);
      signal.throwIfAborted();
      this.#listed = listed;
    }
    const prompts = matching(this.#listed, query).map(suggestionOf);
    const instructions = instructionsSuggestion();
    const hasInstructions =
      vscode.workspace.isTrusted &&
      [instructions.label, instructionsId].some((name) =>
        name.toLowerCase().startsWith(query.toLowerCase()),
      );
    show(hasInstructions ? [...prompts, instructions] : prompts);
  }

  async choose(id: string, chat: Chat): Promise<void> {
    if (id === instructionsId) {
      return this.#deps.useInstructions();
    }
    const prompt = this.#listed.find((listed) => listed.id === id);
    // A preview of the prompt would become the last editor.
    const editor = this.#deps.lastEditor();
    const result = prompt && (await this.#expand(prompt, editor));
    if (result === undefined) {
      return;
    }
    if (isRefusal(result)) {
      void showInformation(result.reason);
      return;
    }
    const { draft, presenter } = chat;
    for (const attachment of result.attachments) {
      attachResult(draft, attachment);
    }
    draft.update({ text: prependText(result.text, draft.text) });
    presenter.sendDraft();
  }

  /** Undefined if the user cancels. */
  async #expand(
    { name, content }: Prompt,
    editor: vscode.TextEditor | undefined,
  ): Promise<ExpandedPrompt | Refusal | undefined> {
    const { review } = this.#deps;
    switch (content.type) {
      case 'builtIn':
        return editor === undefined
          ? { text: content.question.text, attachments: [] }
          : questionAbout(content.question, {
              document: editor.document,
              range: editor.selection,
            });
      case 'user':
        return expandPrompt(name, content.text, editor);
      case 'workspaceSetting':
        return (await review.isAllowed(name, content.text))
          ? expandPrompt(name, content.text, editor)
          : undefined;
      case 'workspaceFile': {
        const read = await readWorkspacePrompt(content.uri);
        if (read === undefined) {
          return refuse(vscode.l10n.t("The prompt {0} can't be read.", name));
        }
        const { text } = read.file;
        return (await review.isAllowed(name, text)) ? expandPrompt(name, text, editor) : undefined;
      }
      default:
        return assertNever(content);
    }
  }
}

/** Names that begin with the query first. */
function matching(prompts: readonly Prompt[], query: string): readonly Prompt[] {
  const typed = query.toLowerCase();
  const rank = ({ name }: Prompt): number => name.toLowerCase().indexOf(typed);
  return prompts
    .filter((prompt) => rank(prompt) >= 0)
    .toSorted((a, b) => Math.sign(rank(a)) - Math.sign(rank(b)));
}

function suggestionOf({ id, name, description, content }: Prompt): Suggestion {
  const icon = icons[content.type];
  return {
    id,
    label: name,
    prefix: '/',
    icon,
    ...(description === undefined ? {} : { description }),
  };
}

function instructionsSuggestion(): Suggestion {
  return {
    id: instructionsId,
    label: vscode.l10n.t('Instruction files…'),
    description: 'AGENTS.md, .github/copilot-instructions.md',
    icon: 'book',
  };
}
