// Export and import see all chats alike: what is open in this window as it stands in memory, the rest as it was kept.
//
// So an export has what the disk refused to take, too.
import type { Conversation } from '../../shared/conversation/conversation';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent';
import { titleFromQuestion } from '../../shared/text/title';
import type { ConversationStore } from '../ports';
import type { ChatToExport } from './export/exportJson';
import { diffConversations } from './import/diffConversations';
import type { ImportedChat } from './import/importedChat';

/** A chat that is open in this window. */
interface OpenConversation {
  readonly conversation: Conversation;
  /** Adds what came from elsewhere, and keeps it. */
  addEvents(events: readonly ConversationEvent[]): void;
}

export interface ChatLibraryDeps {
  readonly store: ConversationStore;
  readonly openChats: () => Iterable<OpenConversation>;
  readonly listSaved: () => Promise<readonly { readonly id: string }[]>;
  readonly rename: (id: string, title: string) => Promise<void>;
}

/** What came of a chat that came in. */
export type ImportOutcome =
  | { readonly kind: 'added' }
  /** It was known, and has some messages more now. */
  | { readonly kind: 'grown'; readonly messages: number }
  | { readonly kind: 'known' };

export class ChatLibrary {
  readonly #deps: ChatLibraryDeps;

  constructor(parts: ChatLibraryDeps) {
    this.#deps = parts;
  }

  /** Those with a question. What cannot be read is passed over, and counted by `onUnread`. */
  async *all(onUnread: () => void): AsyncGenerator<ChatToExport> {
    const { store, openChats: open, listSaved: kept } = this.#deps;
    const listed = await kept().catch(() => {
      onUnread();
      return [];
    });
    const ids = new Set(listed.map(({ id }) => id));
    for (const { conversation } of open()) {
      if (!ids.has(conversation.id) && conversation.messages.length > 0) {
        yield titled(conversation);
      }
    }
    for (const id of ids) {
      const conversation = this.#findOpen(id)?.conversation ?? (await store.load(id).catch(onUnread));
      if (conversation !== undefined && conversation.messages.length > 0) {
        yield titled(conversation);
      }
    }
  }

  /** A chat by its ID; undefined where there is none. Rejects where it cannot be read. */
  async find(id: string): Promise<ChatToExport | undefined> {
    const { store } = this.#deps;
    const conversation = this.#findOpen(id)?.conversation ?? (await store.load(id));
    return conversation && titled(conversation);
  }

  /**
   * Resolves once it is on disk, or the disk has refused it. Rejects where nothing can be added to what is
   * kept of the chat: it could not be read, or a newer Portico wrote in it.
   */
  async importChat({ conversation, title }: ImportedChat): Promise<ImportOutcome> {
    const { store, rename } = this.#deps;
    const { id } = conversation;
    const open = this.#findOpen(id);
    const known = open?.conversation ?? (await store.load(id));
    if (known === undefined) {
      store.create(conversation);
      await store.sync(id);
      if (title !== undefined && title !== titled(conversation).title) {
        await rename(id, title);
      }
      return { kind: 'added' };
    }
    const events = diffConversations(known, conversation);
    if (events.length === 0) {
      return { kind: 'known' };
    }
    if (known.readOnly === true) {
      throw new Error('readOnly');
    }
    if (open === undefined) {
      for (const event of events) {
        store.append(id, event);
      }
    } else {
      open.addEvents(events);
    }
    await store.sync(id);
    const messages = events.reduce((sum, { type }) => sum + (type === 'asked' ? 2 : 1), 0);
    return { kind: 'grown', messages };
  }

  #findOpen(id: string): OpenConversation | undefined {
    return [...this.#deps.openChats()].find(({ conversation }) => conversation.id === id);
  }
}

function titled(conversation: Conversation): ChatToExport {
  const [first] = conversation.messages;
  return { title: conversation.title ?? titleFromQuestion(first?.text ?? ''), conversation };
}
