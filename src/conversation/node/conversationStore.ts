// Where conversations are saved: what the session needs of the journal.
import type { Disposable } from '../../base/disposable';
import type { Conversation } from '../common/conversation';
import type { ConversationEvent } from '../common/conversationEvent';
import type { Draft } from '../common/draft';

/** A message between windows that show the same conversation; not part of the conversation. */
export type WindowSignal =
  /** Asks whether any window runs the answer. */
  | { readonly type: 'ping'; readonly answerId: string }
  /** The reply to a ping: this window runs the answer. */
  | { readonly type: 'running'; readonly answerId: string }
  /** Asks the window that runs the answer to stop it. */
  | { readonly type: 'stopRequested'; readonly answerId: string };

/** Persists conversations as their events, shared by all windows. */
export interface ConversationStore {
  /** The conversation as saved, or undefined if there is none with this ID. */
  load(id: string): Promise<Conversation | undefined>;
  /** Saves a conversation with everything it already contains. */
  create(conversation: Conversation): void;
  /** Saves an event. Text deltas reach the disk within 250 ms. */
  append(id: string, event: ConversationEvent): void;
  /** Sends a signal to the other windows. It is not saved, and may be lost. */
  sendSignal(id: string, signal: WindowSignal): void;
  /** Reports signals and events of other windows: those after the loaded state, or all if it was not loaded. */
  subscribe(
    conversation: Conversation,
    listener: (event: ConversationEvent | WindowSignal) => void,
  ): Disposable;
  /** Resolves once everything appended is durable (fsync), or could not be written. Never rejects. */
  sync(id: string): Promise<void>;
  /** Saves the draft of a conversation in this window, after everything appended before; an empty draft is deleted. */
  saveDraft(id: string, draft: Draft): void;
  /** The draft that was typed in this window, else the newest one whose window is gone: it is this window's then. */
  loadDraft(id: string): Promise<Draft>;
  /** When any window last saved a draft of the conversation, in ms since 1970; 0 if there is none. */
  draftSavedAt(id: string): Promise<number>;
  /** Resolves once all pending writes are on disk. */
  flush(): Promise<void>;
}
