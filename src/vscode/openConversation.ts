// Which conversation a window shows is remembered, so that a reload brings it back.
import type * as vscode from 'vscode';
import type { ConversationStore } from '../chat/ports';
import type { Conversation } from '../shared/conversation';
import { type Draft, emptyDraft } from '../shared/draft';

const openKey = 'portico.openConversation';

export interface KeptConversation {
  readonly id: string;
  /** Undefined where nothing was asked. */
  readonly conversation: Conversation | undefined;
  readonly draft: Draft;
}

export class OpenConversation {
  /** `remembered`: the workspace's memory, or the user's where no folder is open. */
  constructor(
    private readonly store: ConversationStore,
    private readonly remembered: vscode.Memento,
  ) {}

  remember(id: string): void {
    if (this.remembered.get(openKey) !== id) {
      void this.remembered.update(openKey, id);
    }
  }

  /** The conversation that the window showed last. */
  async load(): Promise<KeptConversation | undefined> {
    const id = this.remembered.get<unknown>(openKey);
    if (typeof id !== 'string') {
      return undefined;
    }
    const [conversation, draft] = await Promise.all([
      this.store.load(id),
      this.store.loadDraft(id).catch(() => emptyDraft),
    ]);
    return { id, conversation, draft };
  }
}
