// The commands of the history: what is chosen in its picker is done here.
import * as vscode from 'vscode';
import type { AuxiliaryRequestDeps } from '../../chat/request/auxiliaryRequest';
import { isSameOperator } from '../../chat/gateways';
import type { Connection } from '../../chat/gatewayPort';
import type { ChatModel, ConversationStore, SearchResult, Snippet } from '../../chat/ports';
import { suggestTitle } from '../../chat/request/titleSuggestion';
import type { Failure } from '../../shared/conversation/failure';
import { commandIds } from '../contributions';
import { failureSentence } from '../text/failureText';
import type { ChatWindow } from '../chats/chatWindow';
import { HistoryPicker, type HistoryPickerDeps, type HistoryView } from './historyPicker';
import { titleText } from './historyRows';
import { showTitleInput } from './renameChat';
import { plainSentence } from '../platform/escapeCodicons';

export interface HistoryCommandsDeps extends Omit<HistoryPickerDeps, 'remove' | 'answering'> {
  readonly chats: ChatWindow;
  readonly store: ConversationStore;
  /** Resolves when the chat of the window before has been opened. */
  readonly restored: () => Promise<void>;
  readonly asking: Omit<AuxiliaryRequestDeps, 'chatModel'>;
  readonly modelAt: (connection: Connection) => ChatModel;
  readonly connection: () => Promise<Connection | Failure>;
}

export class HistoryCommands {
  readonly #parts: HistoryCommandsDeps;

  constructor(parts: HistoryCommandsDeps) {
    this.#parts = parts;
  }

  /** Resolves when a chat was opened, or the picker left. */
  async show(view: HistoryView = { text: '', here: false }): Promise<void> {
    const { chats } = this.#parts;
    const parts = {
      ...this.#parts,
      answering: () =>
        new Set(Array.from(chats.registry.all).flatMap(({ id, isBusy }) => (isBusy ? [id] : []))),
      remove: (found: SearchResult, undone: () => void) => this.#remove(found, undone),
    };
    const choice = await HistoryPicker.show(parts, view);
    switch (choice?.type) {
      case undefined:
        return;
      case 'open':
        return this.#open(choice.found);
      case 'rename':
        await this.#rename(choice.found);
        return this.show(choice.view);
      case 'export': {
        const { id } = choice.found.conversation;
        return vscode.commands.executeCommand(commandIds.exportChat, { id });
      }
      case 'import':
        return vscode.commands.executeCommand(commandIds.importChats);
      case 'turnOn':
        return vscode.commands.executeCommand(
          'workbench.action.openSettings',
          'portico.history.enabled',
        );
    }
  }

  /** Asks first: nothing of it comes back. */
  async removeAll(): Promise<void> {
    const { l10n } = vscode;
    const yes = l10n.t('Delete All');
    const answer = await vscode.window.showWarningMessage(
      l10n.t('Delete all chats of Portico?'),
      {
        modal: true,
        detail: l10n.t(
          'Every chat of every workspace goes, those that were deleted before and could still be brought back too, with their drafts. This cannot be undone.',
        ),
      },
      yes,
    );
    if (answer !== yes) {
      return;
    }
    const { chats, store, history, restored } = this.#parts;
    await restored();
    // New ones begin meanwhile, in the places of those that go.
    for (const id of Array.from(chats.registry.all, (chat) => chat.id)) {
      chats.close(id);
    }
    await store.flush();
    await history.deleteAll();
    void vscode.window.showInformationMessage(l10n.t('All chats were deleted.'));
  }

  /** Where something was searched for, at its place. */
  async #open({ conversation: { id }, snippet }: SearchResult): Promise<void> {
    const { chats, restored } = this.#parts;
    await restored();
    const at = snippet && { messageId: snippet.messageId, words: foundWords(snippet) };
    if (!(await chats.open(id, at))) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          'This chat is not there any more: it may have been deleted in another window.',
        ),
      );
    }
  }

  async #remove(found: SearchResult, undone: () => void): Promise<void> {
    const { id, title } = found.conversation;
    const { chats, store, history, restored, reportError: sayUnexpected } = this.#parts;
    await restored();
    const places = chats.close(id);
    const comeBack = async (): Promise<void> => {
      if (places.length > 0) {
        await chats.restore(id, places);
      }
    };
    await store.flush();
    const removed = await history.remove(id).catch(async (error: unknown) => {
      await comeBack();
      throw error;
    });
    const undo = vscode.l10n.t('Undo');
    const bringBack = async (): Promise<void> => {
      const said = vscode.l10n.t('“{0}” was deleted.', titleText(title));
      if ((await vscode.window.showInformationMessage(plainSentence(said), undo)) !== undo) {
        return;
      }
      await history.restore(removed);
      undone();
      await comeBack();
    };
    bringBack().catch(sayUnexpected);
  }

  async #rename({ conversation: { id, title } }: SearchResult): Promise<void> {
    const typed = await showTitleInput(
      title,
      (signal) => this.#suggest(id, signal),
      this.#parts.reportError,
    );
    if (typed !== undefined) {
      await this.#parts.history.rename(id, typed);
    }
  }

  /** Undefined where none came; what went wrong has been told then. */
  async #suggest(id: string, signal: AbortSignal): Promise<string | undefined> {
    const { store, asking, connection, modelAt } = this.#parts;
    const [conversation, to] = await Promise.all([store.load(id), connection()]);
    if (conversation === undefined) {
      return undefined;
    }
    if ('kind' in to) {
      return tell(failureSentence(to, conversation.model));
    }
    const home = conversation.gateway;
    if (home !== undefined && !isSameOperator(home, to)) {
      return tell(
        vscode.l10n.t(
          'No title was asked for: this chat was held with another gateway. Switch to {0} first.',
          home.baseUrl,
        ),
      );
    }
    // The settings may name another gateway by now: only this connection was compared.
    const parts = { ...asking, chatModel: modelAt(to) };
    const suggested = await suggestTitle(parts, conversation, signal);
    if ('title' in suggested) {
      return suggested.title;
    }
    const { state, outcome } = suggested.problem;
    if (state === 'stopped') {
      return undefined;
    }
    return tell(
      outcome.failure === undefined
        ? vscode.l10n.t('The model “{0}” gave no title.', conversation.model)
        : failureSentence(outcome.failure, conversation.model),
    );
  }
}

/** As the chat has them: accents that were not typed are in them. */
function foundWords({ text, matches: marks }: Snippet): readonly string[] {
  return [...new Set(marks.map(({ start, end }) => text.slice(start, end)))];
}

function tell(sentence: string): undefined {
  void vscode.window.showWarningMessage(plainSentence(sentence));
  return undefined;
}
