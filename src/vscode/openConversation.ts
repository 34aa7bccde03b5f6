// Which conversation a window shows is remembered, so that a reload brings it back.
import type * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import type { ChatSession } from '../chat/chatSession';
import type { ConversationStore } from '../chat/ports';
import { emptyDraft } from '../shared/draft';

const openKey = 'portico.openConversation';

export class OpenConversation implements Disposable {
  readonly #own = new DisposableStore();
  readonly #session: ChatSession;
  readonly #store: ConversationStore;
  readonly #remembered: vscode.Memento;
  /** With which conversation the draft is kept. */
  #draftOf: string | undefined;

  /** `remembered`: the workspace's memory, or the user's where no folder is open. */
  constructor(session: ChatSession, store: ConversationStore, remembered: vscode.Memento) {
    this.#session = session;
    this.#store = store;
    this.#remembered = remembered;
    this.#own.add(session.onDidOpen(() => this.#remember()));
    this.#own.add(
      session.onDidChange(({ type }) => {
        if (type === 'asked') {
          this.#remember();
        }
      }),
    );
  }

  /** Keeps the text of the message box with the conversation that is open, and with no other. */
  saveDraft(text: string): void {
    const { id } = this.#session.conversation;
    this.#remember();
    this.#store.saveDraft(id, { text, queue: [] });
    if (this.#draftOf !== undefined && this.#draftOf !== id) {
      this.#store.saveDraft(this.#draftOf, emptyDraft);
    }
    this.#draftOf = id;
  }

  dispose(): void {
    this.#own.dispose();
  }

  #remember(): void {
    const { id } = this.#session.conversation;
    if (this.#remembered.get(openKey) !== id) {
      void this.#remembered.update(openKey, id);
    }
  }

  /** Opens the conversation that the window showed last; resolves to its draft. */
  async restore(): Promise<string> {
    const id = this.#remembered.get<unknown>(openKey);
    if (typeof id !== 'string') {
      return '';
    }
    this.#draftOf = id;
    const [conversation, draft] = await Promise.all([
      this.#store.load(id).catch(() => undefined),
      this.#store.loadDraft(id).catch(() => emptyDraft),
    ]);
    if (conversation !== undefined && this.#session.conversation.messages.length === 0) {
      this.#session.open(conversation);
    }
    return draft.text;
  }
}
