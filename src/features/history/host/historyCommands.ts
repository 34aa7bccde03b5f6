// The history commands: shows the saved chats, does what the user selects there, and deletes all chats.
import * as vscode from 'vscode';
import { chatTitle } from '../../../chat/host/chatTitle';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import type { ConversationStore } from '../../../conversation/node/conversationStore';
import type { HistorySettingStore } from '../../../conversation/node/historySettingStore';
import type { AuxiliaryRequestDeps } from '../../../conversation/node/request/auxiliaryRequest';
import type { ChatModel } from '../../../gateway/common/chatModel';
import type { Connection } from '../../../gateway/common/connection';
import { isFailure, type Failure } from '../../../gateway/common/failure';
import { isSameOperator } from '../../../gateway/node/namedGateways';
import { openSettings } from '../../../platform/host/settings';
import { failureSentence } from '../../../platform/host/text/failureText';
import { runCommand } from '../../../platform/host/typedCommands';
import { confirm, showInformation, showWarning } from '../../../platform/host/window';
import type { Ledger } from '../../../storage/node/ledger';
import type { ConversationSummary, SearchResult, Snippet } from '../node/conversationHistory';
import { suggestTitle } from '../node/titleSuggestion';
import { HistoryPicker, type HistoryPickerDeps, type HistoryView } from './historyPicker';
import { displayTitle } from './historyRows';
import { showTitleInput } from './titleInput';

export interface HistoryCommandsDeps extends Omit<
  HistoryPickerDeps,
  'remove' | 'busyChatIds' | 'currentChatId'
> {
  readonly chats: ChatWindow;
  readonly store: ConversationStore & Pick<HistorySettingStore, 'isUnsaved'>;
  readonly ledger: Pick<Ledger, 'deleteAll'>;
  /** What title suggestions need. */
  readonly requestDeps: Omit<AuxiliaryRequestDeps, 'chatModel'>;
  readonly createChatModel: (connection: Connection) => ChatModel;
  readonly resolveConnection: () => Promise<Connection | Failure>;
}

type TitledChat = Pick<ConversationSummary, 'id' | 'title'>;

export class HistoryCommands {
  readonly #deps: HistoryCommandsDeps;

  constructor(deps: HistoryCommandsDeps) {
    this.#deps = deps;
  }

  /** Resolves when a chat is open or the picker was closed. */
  async show(view: HistoryView = { text: '', onlyThisWorkspace: false }): Promise<void> {
    const { chats } = this.#deps;
    const deps = {
      ...this.#deps,
      busyChatIds: () =>
        new Set(Array.from(chats.registry.all).flatMap(({ id, isBusy }) => (isBusy ? [id] : []))),
      currentChatId: () => chats.current.id,
      remove: ({ conversation }: SearchResult, onUndo: () => void) =>
        this.#remove(conversation, onUndo),
    };
    const choice = await chats.returnFocus.after(() => new HistoryPicker(deps, view).show());
    switch (choice?.type) {
      case undefined:
        return;
      case 'open':
        return this.#open(choice.result);
      case 'rename':
        await this.#rename(choice.result.conversation);
        return this.show(choice.view);
      case 'export':
        return runCommand('portico.exportChat', { id: choice.result.conversation.id });
      case 'import':
        return runCommand('portico.importChats');
      case 'openSetting':
        return openSettings('portico.history.enabled');
    }
  }

  /** Renames the chat that was used last. */
  async renameCurrent(): Promise<void> {
    const chat = await this.#currentChat();
    if (chat !== undefined) {
      await this.#rename(chat);
    }
  }

  /** Deletes the chat that was used last; the user can undo it. The chat in its place gets the focus. */
  async deleteCurrent(): Promise<void> {
    const chat = await this.#currentChat();
    if (chat !== undefined) {
      await (this.#deps.store.isUnsaved(chat.id)
        ? this.#removeUnsaved(chat)
        : this.#remove(chat, () => undefined));
      await this.#deps.chats.focusIfVisible();
    }
  }

  /** Asks for confirmation first. */
  async deleteAll(): Promise<void> {
    const { l10n } = vscode;
    const isConfirmed = await confirm(
      l10n.t('Delete all Portico chats?'),
      l10n.t('Delete All'),
      l10n.t(
        'This permanently deletes all chats and drafts in every workspace, including the trash, and what Portico knows of past costs.',
      ),
    );
    if (!isConfirmed) {
      return;
    }
    const { chats, store, history, ledger } = this.#deps;
    await chats.restored();
    // A copy: closing a chat opens a new one in its place.
    for (const id of Array.from(chats.registry.all, (chat) => chat.id)) {
      chats.close(id);
    }
    await store.flush();
    await history.deleteAll();
    await ledger.deleteAll();
    void showInformation(l10n.t('All chats were deleted.'));
  }

  /** Undefined if nothing was asked yet. */
  async #currentChat(): Promise<TitledChat | undefined> {
    const { chats } = this.#deps;
    await chats.restored();
    const { conversation } = chats.current.session;
    return conversation.messages.length === 0
      ? undefined
      : { id: conversation.id, title: chatTitle(conversation) };
  }

  /** Reveals the message that matches the search, if any. */
  async #open({ conversation: { id }, snippet }: SearchResult): Promise<void> {
    const { chats } = this.#deps;
    await chats.restored();
    const target = snippet && { messageId: snippet.messageId, words: matchedWords(snippet) };
    if (!(await chats.open(id, target))) {
      showSentence(
        vscode.l10n.t('This chat no longer exists. It may have been deleted in another window.'),
      );
    }
  }

  /** Nothing of it is on disk, so this cannot be undone. */
  async #removeUnsaved({ id, title }: TitledChat): Promise<void> {
    const { l10n } = vscode;
    const question = l10n.t('Delete “{0}”?', displayTitle(title));
    const detail = l10n.t("History is off, so this can't be undone.");
    if (await confirm(question, l10n.t('Delete'), detail)) {
      this.#deps.chats.close(id);
    }
  }

  async #remove({ id, title }: TitledChat, onUndo: () => void): Promise<void> {
    const { l10n } = vscode;
    const { chats, store, history, reportError } = this.#deps;
    await chats.restored();
    const hosts = chats.close(id);
    const reopen = async (): Promise<void> => {
      if (hosts.length > 0) {
        await chats.restore(id, hosts);
      }
    };
    await store.flush();
    const removed = await history.remove(id).catch(async (error: unknown) => {
      await reopen();
      throw error;
    });
    const offerUndo = async (): Promise<void> => {
      const undo = l10n.t('Undo');
      const sentence = l10n.t('“{0}” was deleted.', displayTitle(title));
      if ((await showInformation(sentence, undo)) === undo) {
        await history.restore(removed);
        onUndo();
        await reopen();
      }
    };
    offerUndo().catch(reportError);
  }

  async #rename({ id, title }: TitledChat): Promise<void> {
    const { history, chats, store, reportError } = this.#deps;
    const suggest = (signal: AbortSignal): Promise<string | undefined> =>
      this.#suggestTitle(id, signal);
    const newTitle = await showTitleInput(title, suggest, reportError);
    if (newTitle === undefined) {
      return;
    }
    if (store.isUnsaved(id)) {
      const event = { type: 'renamed', title: newTitle } as const;
      chats.registry.get(id)?.session.add(event);
    } else {
      await history.rename(id, newTitle);
    }
  }

  /** Resolves to undefined if there is no suggestion, and shows why. */
  async #suggestTitle(id: string, signal: AbortSignal): Promise<string | undefined> {
    const { l10n } = vscode;
    const { chats, store, requestDeps, resolveConnection, createChatModel } = this.#deps;
    const open = chats.registry.get(id)?.session.conversation;
    const [conversation, connection] = await Promise.all([
      open ?? store.load(id),
      resolveConnection(),
    ]);
    if (conversation === undefined) {
      return undefined;
    }
    const { gateway, model } = conversation;
    if (isFailure(connection)) {
      return showSentence(failureSentence(connection, model));
    }
    if (gateway !== undefined && !isSameOperator(gateway, connection)) {
      return showSentence(
        l10n.t(
          "Can't suggest a title: this chat uses a different gateway. Switch to {0} first.",
          gateway.baseUrl,
        ),
      );
    }
    // Uses the connection that was compared, even if the settings change meanwhile.
    const deps = { ...requestDeps, chatModel: createChatModel(connection) };
    const suggestion = await suggestTitle(deps, conversation, signal);
    if ('title' in suggestion) {
      return suggestion.title;
    }
    const { state, outcome } = suggestion.problem;
    if (state === 'stopped') {
      return undefined;
    }
    return showSentence(
      outcome.failure === undefined
        ? l10n.t("“{0}” didn't return a title.", model)
        : failureSentence(outcome.failure, model),
    );
  }
}

/** The words as the message has them: it can have accents that the user did not type. */
function matchedWords({ text, matches }: Snippet): readonly string[] {
  return [...new Set(matches.map(({ start, end }) => text.slice(start, end)))];
}

function showSentence(sentence: string): undefined {
  void showWarning(sentence);
  return undefined;
}
