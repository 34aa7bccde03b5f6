// All chats, as export and import see them: open chats from memory, so that text that is not saved yet is
// exported too, and the others from the store.
import { titleFromText } from '../../../base/text/title';
import type { Conversation } from '../../../conversation/common/conversation';
import type { ConversationStore } from '../../../conversation/node/conversationStore';
import type { ChatSession } from '../../../conversation/node/session/chatSession';
import type { ChatToExport } from './export/exportJson';
import { diffConversations } from './import/diffConversations';
import type { ImportedChat } from './import/importedChat';

/** A chat that is open in this window. */
type OpenChat = Pick<ChatSession, 'conversation' | 'add'>;

export interface ChatLibraryDeps {
  readonly store: ConversationStore;
  readonly openChats: () => Iterable<OpenChat>;
  readonly listSaved: () => Promise<readonly { readonly id: string }[]>;
  readonly rename: (id: string, title: string) => Promise<void>;
}

export type ImportOutcome =
  | { readonly kind: 'added' }
  /** A known chat got this many new messages. */
  | { readonly kind: 'extended'; readonly messages: number }
  | { readonly kind: 'unchanged' };

export class ChatLibrary {
  constructor(private readonly deps: ChatLibraryDeps) {}

  /** Yields the chats that have a question. Calls `onUnreadable` for each chat or list that cannot be read. */
  async *all(onUnreadable: () => void): AsyncGenerator<ChatToExport> {
    const { store, openChats, listSaved } = this.deps;
    const saved = await listSaved().catch(() => {
      onUnreadable();
      return [];
    });
    const savedIds = new Set(saved.map(({ id }) => id));
    for (const { conversation } of openChats()) {
      if (!savedIds.has(conversation.id) && conversation.messages.length > 0) {
        yield toExport(conversation);
      }
    }
    for (const id of savedIds) {
      const conversation =
        this.#findOpen(id)?.conversation ?? (await store.load(id).catch(onUnreadable));
      if (conversation !== undefined && conversation.messages.length > 0) {
        yield toExport(conversation);
      }
    }
  }

  /** Resolves to undefined if there is no such chat. Rejects if it cannot be read. */
  async find(id: string): Promise<ChatToExport | undefined> {
    const conversation = this.#findOpen(id)?.conversation ?? (await this.deps.store.load(id));
    return conversation && toExport(conversation);
  }

  /**
   * Resolves once the chat is saved or saving it has failed. Rejects if nothing can be added to the saved
   * chat, because it cannot be read or a newer Portico wrote to it.
   */
  async importChat({ conversation, title }: ImportedChat): Promise<ImportOutcome> {
    const { store, rename } = this.deps;
    const { id } = conversation;
    const open = this.#findOpen(id);
    const known = open?.conversation ?? (await store.load(id));
    if (known === undefined) {
      store.create(conversation);
      await store.sync(id);
      if (title !== undefined && title !== toExport(conversation).title) {
        await rename(id, title);
      }
      return { kind: 'added' };
    }
    const events = diffConversations(known, conversation);
    if (events.length === 0) {
      return { kind: 'unchanged' };
    }
    if (known.readOnly === true) {
      throw new Error('readOnly');
    }
    if (open === undefined) {
      for (const event of events) {
        store.append(id, event);
      }
    } else {
      open.add(...events);
    }
    await store.sync(id);
    const messages = events.reduce((sum, { type }) => sum + (type === 'asked' ? 2 : 1), 0);
    return { kind: 'extended', messages };
  }

  #findOpen(id: string): OpenChat | undefined {
    return [...this.deps.openChats()].find(({ conversation }) => conversation.id === id);
  }
}

function toExport(conversation: Conversation): ChatToExport {
  const [first] = conversation.messages;
  return { title: conversation.title ?? titleFromText(first?.text ?? ''), conversation };
}
