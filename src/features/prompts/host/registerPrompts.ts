// Registers the prompts after `/`, the instructions of the workspace, and the commands that ask about code.
import * as v from 'valibot';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import { once } from '../../../base/once';
import type { Chat } from '../../../chat/host/chat';
import { afterActivation } from '../../../platform/host/afterActivation';
import type { TextPreview } from '../../../platform/host/textPreview';
import { registerCommands, uriArgument, withArgument } from '../../../platform/host/typedCommands';
import type { SuggestionLists } from '../../attachments/host/suggestions/suggestionLists';
import type { CurrentConnection } from '../../setup/host/currentConnection';
import { registerCodeActions } from './codeActionProvider';
import type { AskedPlace, CodeQuestionDeps } from './codeQuestionCommands';
import type { CodeQuestionId } from './codeQuestions';
import { instructionsKey } from './instructionsKey';
import { promptsContributions } from './promptsContributions';

const codePlace = v.object({
  uri: uriArgument,
  range: v.exactOptional(v.custom<vscode.Range>((value) => value instanceof vscode.Range)),
  isProblem: v.exactOptional(v.boolean()),
});

export function registerPrompts({
  workspaceState: memento,
  reportError,
  current,
  preview,
  chats,
  lastEditor,
  suggestions,
  onDidShowBlank,
}: Omit<CodeQuestionDeps, 'connectionState'> & {
  readonly workspaceState: vscode.Memento;
  readonly reportError: (error: unknown) => void;
  readonly current: CurrentConnection;
  readonly preview: TextPreview;
  readonly suggestions: SuggestionLists;
  /** Fires when a page shows a chat without messages. */
  readonly onDidShowBlank: Event<Chat>;
}): Disposable {
  const loadInstructions = once(async () => {
    const { InstructionFiles } = await import('./instructionFiles');
    return new InstructionFiles({ memento, current: () => chats.current });
  });
  const useInstructions = async (): Promise<void> => (await loadInstructions()).choose();
  suggestions.add(
    '/',
    once(async () => {
      const [{ PromptSuggestions }, { PromptReview }] = await Promise.all([
        import('./promptSuggestions'),
        import('./promptReview'),
      ]);
      const review = new PromptReview({ memento, preview });
      return new PromptSuggestions({ review, lastEditor, useInstructions });
    }),
  );
  const deps = { chats, lastEditor, connectionState: () => current.state() };
  const ask = async (id: CodeQuestionId, place?: AskedPlace): Promise<void> => {
    const { askAboutCode } = await import('./codeQuestionCommands');
    await askAboutCode(deps, id, place);
  };
  const asking = (id: CodeQuestionId) => withArgument(codePlace, (place) => ask(id, place));
  /** Attaches the instruction files that the user has chosen for this workspace. */
  const attachInstructions = async (chat: Chat): Promise<void> => {
    if (memento.get(instructionsKey) !== undefined) {
      await (await loadInstructions()).attachTo(chat);
    }
  };
  return new DisposableStore(
    registerCommands(promptsContributions.commandIds, {
      explain: asking('explain'),
      fix: asking('fix'),
      improve: asking('improve'),
      document: asking('document'),
      writeTests: asking('writeTests'),
      explainWithPortico: () => ask('explain'),
      fixWithPortico: () => ask('fix'),
      improveWithPortico: () => ask('improve'),
      documentWithPortico: () => ask('document'),
      writeTestsWithPortico: () => ask('writeTests'),
      useInstructions,
    }),
    onDidShowBlank((chat) => void attachInstructions(chat).catch(reportError)),
    afterActivation(registerCodeActions),
  );
}
