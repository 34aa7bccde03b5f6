// Whoever turns the history off has nothing written of a chat from that moment on.
import type { Disposable } from '../base/disposable';
import type { Answer, Conversation } from '../shared/conversation/conversation';
import type { ConversationEvent } from '../shared/conversation/conversationEvent';
import { type Draft, emptyDraft } from '../shared/conversation/draft';
import { findMessage } from '../shared/conversation/messageTree';
import type { ConversationStore, WindowSignal } from './ports';

/** Keeps nothing while that is not wanted; what was kept before stays. */
export class HistorySettingStore implements ConversationStore {
  /** Begun while nothing was kept: the store does not know them. */
  readonly #unknown = new Set<string>();
  /** Questions and answers that were begun while nothing was kept, in conversations that the store knows. */
  readonly #absent = new Set<string>();
  /** Answers that the store has the beginning of: what came after something left out would follow a hole. */
  readonly #cut = new Set<string>();
  /** As they stand in this window, where the store may not have them. */
  readonly #drafts = new Map<string, Draft>();
  /** As the store has them. */
  readonly #keptDrafts = new Map<string, Draft>();

  constructor(
    private readonly store: ConversationStore,
    private readonly isWanted: () => boolean,
    /** A conversation as it stands in this window. */
    private readonly current: (id: string) => Conversation | undefined,
  ) {}

  load(id: string): Promise<Conversation | undefined> {
    return this.store.load(id);
  }

  create(conversation: Conversation): void {
    if (this.isWanted()) {
      this.#unknown.delete(conversation.id);
      this.store.create(conversation);
    } else {
      this.#unknown.add(conversation.id);
    }
  }

  append(id: string, told: ConversationEvent | WindowSignal): void {
    if (!this.isWanted()) {
      if (!this.#unknown.has(id)) {
        this.#leaveOut(told);
      }
      return;
    }
    if (this.#unknown.has(id)) {
      // It holds what is told already; where it has gone, that was its end.
      const whole = this.current(id);
      if (whole !== undefined) {
        this.create(whole);
      }
      return;
    }
    const known = this.#asKnown(id, told);
    if (known !== undefined) {
      this.store.append(id, known);
    }
  }

  follow(
    conversation: Conversation,
    listener: (told: ConversationEvent | WindowSignal) => void,
  ): Disposable {
    return this.store.follow(conversation, listener);
  }

  sync(id: string): Promise<void> {
    return this.store.sync(id);
  }

  saveDraft(id: string, draft: Draft): void {
    if (this.isWanted()) {
      this.#drafts.delete(id);
      this.#keepDraft(id, draft);
      return;
    }
    this.#drafts.set(id, draft);
    const before = this.#keptDrafts.get(id) ?? emptyDraft;
    const rest = restOf(before, draft);
    if (JSON.stringify(rest) !== JSON.stringify(before)) {
      this.#keepDraft(id, rest);
    }
  }

  /** To be called when it may be wanted again: what is typed in the chats of this window is kept from then on. */
  keepDrafts(): void {
    for (const [id, draft] of this.#drafts) {
      if (this.current(id) !== undefined) {
        this.saveDraft(id, draft);
      }
    }
  }

  async loadDraft(id: string): Promise<Draft> {
    const here = this.#drafts.get(id);
    if (here !== undefined) {
      return here;
    }
    const kept = await this.store.loadDraft(id);
    this.#keptDrafts.set(id, kept);
    return kept;
  }

  flush(): Promise<void> {
    return this.store.flush();
  }

  #keepDraft(id: string, draft: Draft): void {
    this.#keptDrafts.set(id, draft);
    this.store.saveDraft(id, draft);
  }

  #leaveOut(told: ConversationEvent | WindowSignal): void {
    switch (told.type) {
      case 'asked':
        this.#absent.add(told.question.id).add(told.answer.id);
        return;
      case 'retried':
        this.#absent.add(told.answer.id);
        return;
      case 'textAppended':
      case 'continued':
        this.#cut.add(told.answerId);
        return;
      default:
    }
  }

  /** So that it makes sense without what was left out; undefined where nothing of it does. */
  #asKnown(
    id: string,
    told: ConversationEvent | WindowSignal,
  ): ConversationEvent | WindowSignal | undefined {
    switch (told.type) {
      case 'retried':
        return this.#withQuestion(id, told);
      case 'continued': {
        const { answerId, elsewhere } = told;
        const answer = this.#absent.has(answerId) ? this.#answer(id, answerId) : undefined;
        if (answer !== undefined) {
          // It is told as it goes on, with the text that it goes on from.
          this.#absent.delete(answerId);
          this.#cut.delete(answerId);
          const began = { type: 'retried', replaced: answerId, answer } as const;
          return this.#withQuestion(id, elsewhere === true ? { ...began, elsewhere } : began);
        }
        return this.#isLacking(answerId) ? undefined : told;
      }
      case 'retryScheduled':
      case 'autoRetried':
      case 'textAppended':
      case 'ended':
        return this.#isLacking(told.answerId) ? undefined : told;
      default:
        return told;
    }
  }

  /** An answer, together with its question where that was left out. */
  #withQuestion(
    id: string,
    retried: ConversationEvent & { readonly type: 'retried' },
  ): ConversationEvent {
    const { type: _type, replaced: _replaced, ...rest } = retried;
    const { questionId } = rest.answer;
    const conversation = this.#absent.has(questionId) ? this.current(id) : undefined;
    const question = conversation && findMessage(conversation, questionId);
    if (question?.kind !== 'question') {
      return retried;
    }
    this.#absent.delete(questionId);
    return { type: 'asked', question, ...rest };
  }

  #answer(id: string, answerId: string): Answer | undefined {
    const conversation = this.current(id);
    const answer = conversation && findMessage(conversation, answerId);
    return answer?.kind === 'answer' ? answer : undefined;
  }

  #isLacking(answerId: string): boolean {
    return this.#absent.has(answerId) || this.#cut.has(answerId);
  }
}

/** What still holds of a draft that was kept: a question that was asked meanwhile must not be found in it again. */
function restOf(kept: Draft, now: Draft): Draft {
  const edits = Object.entries(kept.edits ?? {}).filter(([id]) => now.edits?.[id] !== undefined);
  return {
    text: now.text === '' ? '' : kept.text,
    queue: kept.queue.filter(({ id }) => now.queue.some((queued) => queued.id === id)),
    ...(edits.length === 0 ? {} : { edits: Object.fromEntries(edits) }),
  };
}
