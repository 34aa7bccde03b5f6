// Which conversation a window shows is remembered, so that a reload brings it back.
import type * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import type { ChatSession } from '../chat/chatSession';
import type { ConversationStore } from '../chat/ports';

const openKey = 'portico.openConversation';

export class OpenConversation implements Disposable {
  readonly #own = new DisposableStore();
  readonly #session: ChatSession;
  readonly #store: ConversationStore;
  readonly #remembered: vscode.Memento;
  #restored: Promise<string> | undefined;

  /** `remembered`: the workspace's memory, or the user's where no folder is open. */
  constructor(session: ChatSession, store: ConversationStore, remembered: vscode.Memento) {
    this.#session = session;
    this.#store = store;
    this.#remembered = remembered;
    const remember = (): void => void remembered.update(openKey, session.conversation.id);
    this.#own.add(session.onDidOpen(remember));
    this.#own.add(
      session.onDidChange(({ type }) => {
        if (type === 'asked') {
          remember();
        }
      }),
    );
  }

  /** Opens the conversation that the window showed last, once; resolves to its draft. */
  restore(): Promise<string> {
    this.#restored ??= this.#restore();
    return this.#restored;
  }

  dispose(): void {
    this.#own.dispose();
  }

  async #restore(): Promise<string> {
    const id = this.#remembered.get<unknown>(openKey);
    if (typeof id !== 'string') {
      return '';
    }
    const [conversation, draft] = await Promise.all([
      this.#store.load(id).catch(() => undefined),
      this.#store.loadDraft(id).catch(() => ''),
    ]);
    if (conversation !== undefined && this.#session.conversation.messages.length === 0) {
      this.#session.open(conversation);
    }
    return draft;
  }
}
