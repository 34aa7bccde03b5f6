// Store decorator for `portico.history.enabled`: drops writes while the history is off.
import { assertNever } from '../../base/assertNever';
import type { Disposable } from '../../base/disposable';
import { questionDraft } from '../common/attachment';
import type { Conversation, Message } from '../common/conversation';
import { answerIdOf, eventTraits, type ConversationEvent } from '../common/conversationEvent';
import { emptyDraft, type Draft } from '../common/draft';
import { findMessage } from '../common/messageTree';
import type { ConversationStore, WindowSignal } from './conversationStore';

export interface HistorySettingStoreDeps {
  readonly store: ConversationStore;
  readonly isHistoryEnabled: () => boolean;
  /** The conversation as shown in this window; undefined if it is closed. */
  readonly openConversation: (id: string) => Conversation | undefined;
}

/**
 * Writes nothing while the history is off; what was saved before stays. When the history is on again, the
 * journal is kept consistent: it receives no event about a question or answer that it lacks.
 */
export class HistorySettingStore implements ConversationStore {
  /** IDs of conversations that were started while the history was off. */
  readonly #unsavedConversations = new Set<string>();
  /** IDs of questions and answers that were added to saved conversations while the history was off. */
  readonly #unsavedMessages = new Set<string>();
  /** IDs of saved answers that lack text: appending more text would hide the gap. */
  readonly #incompleteAnswers = new Set<string>();
  /** Drafts of this window that are newer than the saved ones. */
  readonly #unsavedDrafts = new Map<string, Draft>();
  readonly #savedDrafts = new Map<string, Draft>();

  constructor(private readonly deps: HistorySettingStoreDeps) {}

  /** Whether the conversation is in this window's memory only: it was started while the history was off. */
  isUnsaved(id: string): boolean {
    return this.#unsavedConversations.has(id);
  }

  load(id: string): Promise<Conversation | undefined> {
    return this.deps.store.load(id);
  }

  create(conversation: Conversation): void {
    if (this.deps.isHistoryEnabled()) {
      this.#unsavedConversations.delete(conversation.id);
      this.deps.store.create(conversation);
    } else {
      this.#unsavedConversations.add(conversation.id);
    }
  }

  append(id: string, event: ConversationEvent): void {
    if (!this.deps.isHistoryEnabled()) {
      if (!this.#unsavedConversations.has(id)) {
        this.#recordDropped(event);
      }
      return;
    }
    if (this.#unsavedConversations.has(id)) {
      // The open conversation already contains the event.
      const conversation = this.deps.openConversation(id);
      if (conversation !== undefined) {
        this.create(conversation);
      }
      return;
    }
    const consistent = this.#makeConsistent(id, event);
    if (consistent !== undefined) {
      this.deps.store.append(id, consistent);
    }
  }

  sendSignal(id: string, signal: WindowSignal): void {
    if (this.deps.isHistoryEnabled() && !this.#unsavedConversations.has(id)) {
      this.deps.store.sendSignal(id, signal);
    }
  }

  subscribe(
    conversation: Conversation,
    listener: (event: ConversationEvent | WindowSignal) => void,
  ): Disposable {
    return this.deps.store.subscribe(conversation, listener);
  }

  sync(id: string): Promise<void> {
    return this.deps.store.sync(id);
  }

  saveDraft(id: string, draft: Draft): void {
    if (this.deps.isHistoryEnabled()) {
      this.#unsavedDrafts.delete(id);
      this.#writeDraft(id, draft);
      return;
    }
    this.#unsavedDrafts.set(id, draft);
    const saved = this.#savedDrafts.get(id) ?? emptyDraft;
    const reduced = withoutSent(saved, draft);
    if (JSON.stringify(reduced) !== JSON.stringify(saved)) {
      this.#writeDraft(id, reduced);
    }
  }

  /** Call when the history may have been turned on: saves the drafts of the open chats. */
  saveDrafts(): void {
    for (const [id, draft] of this.#unsavedDrafts) {
      if (this.deps.openConversation(id) !== undefined) {
        this.saveDraft(id, draft);
      }
    }
  }

  async loadDraft(id: string): Promise<Draft> {
    const unsaved = this.#unsavedDrafts.get(id);
    if (unsaved !== undefined) {
      return unsaved;
    }
    const saved = await this.deps.store.loadDraft(id);
    this.#savedDrafts.set(id, saved);
    return saved;
  }

  draftSavedAt(id: string): Promise<number> {
    return this.deps.store.draftSavedAt(id);
  }

  flush(): Promise<void> {
    return this.deps.store.flush();
  }

  #writeDraft(id: string, draft: Draft): void {
    this.#savedDrafts.set(id, draft);
    this.deps.store.saveDraft(id, draft);
  }

  #recordDropped(event: ConversationEvent): void {
    const answerId = answerIdOf(event) ?? '';
    const { inHistory } = eventTraits[event.type];
    switch (inHistory) {
      case 'messages':
        this.#unsavedMessages.add(answerId);
        if ('question' in event) {
          this.#unsavedMessages.add(event.question.id);
        }
        return;
      case 'content':
        this.#incompleteAnswers.add(answerId);
        return;
      case 'progress':
      case 'always':
      case 'never':
        return;
      default:
        assertNever(inHistory);
    }
  }

  /** The event as the journal can apply it; undefined if it is about an answer that the journal lacks. */
  #makeConsistent(id: string, event: ConversationEvent): ConversationEvent | undefined {
    if (event.type === 'continued') {
      return this.#makeContinuationConsistent(id, event);
    }
    const { inHistory } = eventTraits[event.type];
    switch (inHistory) {
      case 'messages':
        return event.type === 'retried' ? this.#withQuestion(id, event) : event;
      case 'content':
      case 'progress':
        return this.#isIncomplete(answerIdOf(event) ?? '') ? undefined : event;
      case 'never':
        return undefined;
      case 'always':
        return event;
      default:
        return assertNever(inHistory);
    }
  }

  /** Where the journal lacks the answer, it is saved as a new one, with the text that it continues. */
  #makeContinuationConsistent(
    id: string,
    event: ConversationEvent & { readonly type: 'continued' },
  ): ConversationEvent | undefined {
    const { answerId, fromOtherWindow } = event;
    const answer = this.#findUnsaved(id, answerId);
    if (answer?.kind !== 'answer') {
      return this.#isIncomplete(answerId) ? undefined : event;
    }
    this.#unsavedMessages.delete(answerId);
    this.#incompleteAnswers.delete(answerId);
    return this.#withQuestion(id, {
      type: 'retried',
      replacedAnswerId: answerId,
      answer,
      ...(fromOtherWindow && { fromOtherWindow }),
    });
  }

  /** Turns `retried` into `asked` if the journal lacks the question too. */
  #withQuestion(
    id: string,
    retried: ConversationEvent & { readonly type: 'retried' },
  ): ConversationEvent {
    const { type: _type, replacedAnswerId: _replaced, ...rest } = retried;
    const question = this.#findUnsaved(id, rest.answer.questionId);
    if (question?.kind !== 'question') {
      return retried;
    }
    this.#unsavedMessages.delete(question.id);
    return { type: 'asked', question, ...rest };
  }

  #findUnsaved(id: string, messageId: string): Message | undefined {
    const conversation = this.deps.openConversation(id);
    return conversation !== undefined && this.#unsavedMessages.has(messageId)
      ? findMessage(conversation, messageId)
      : undefined;
  }

  #isIncomplete(answerId: string): boolean {
    return this.#unsavedMessages.has(answerId) || this.#incompleteAnswers.has(answerId);
  }
}

/** The saved draft without what was sent or removed meanwhile, so that it is not offered again. */
function withoutSent(saved: Draft, current: Draft): Draft {
  const edits = Object.entries(saved.edits ?? {}).filter(
    ([id]) => current.edits?.[id] !== undefined,
  );
  const isCleared = current.text === '' && current.attachments === undefined;
  return {
    ...(isCleared ? { text: '' } : questionDraft(saved.text, saved.attachments)),
    queue: saved.queue.filter(({ id }) => current.queue.some((queued) => queued.id === id)),
    ...(edits.length === 0 ? {} : { edits: Object.fromEntries(edits) }),
  };
}
