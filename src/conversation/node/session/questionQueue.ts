// The queue: questions that are typed while an answer runs. Each is asked once the answer before it is complete.
import { assertNever } from '../../../base/assertNever';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import type { QuestionDraft } from '../../common/attachment';
import { runningAnswers } from '../../common/conversation';
import type { ConversationEvent } from '../../common/conversationEvent';
import { type QueuedQuestion, type QueueItemAction, type QueueState } from '../../common/draft';
import { findMessage } from '../../common/messageTree';
import type { SendPipeline } from '../send/sendPipeline';
import type { ChatDraft } from './chatDraft';
import type { ChatSession } from './chatSession';

export interface QuestionQueueDeps {
  readonly session: ChatSession;
  readonly draft: ChatDraft;
  readonly newId: () => string;
  readonly pipeline: Pick<SendPipeline, 'askQueued'>;
  readonly reportError: (error: unknown) => void;
}

/** It asks by itself only after an answer that was started in this window and is complete. */
export class QuestionQueue implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<QueueState>());
  /** Aborts the sending of the first question, while that is on its way. */
  #sending: AbortController | undefined;
  /** The IDs of the answers that this window started: those of other windows start nothing here. */
  readonly #started = new Set<string>();
  #shown: QueueState;

  readonly onDidChange = this.#changed.event;

  constructor(private readonly deps: QuestionQueueDeps) {
    const { session, draft } = deps;
    // The window may have closed after a question was asked and before it was removed here.
    const { conversation } = session;
    this.#setQuestions(draft.queue.filter(({ id }) => findMessage(conversation, id) === undefined));
    this.#shown = this.state;
    this.#disposables.add(session.onDidChange((event) => this.#handle(event)));
  }

  get state(): QueueState {
    const questions = this.deps.draft.queue;
    return { questions, isPaused: questions.length > 0 && this.#isIdle };
  }

  /** Whether the first question is on its way to be asked; not while a check holds it for the user. */
  get isAsking(): boolean {
    return this.#sending !== undefined;
  }

  /** Adds a question at the end and removes it from the message box. Ignores blank text. */
  add(question: QuestionDraft, sendId?: string): void {
    const { draft, newId } = this.deps;
    if (question.text.trim() === '') {
      return;
    }
    // The answer may have ended before the question arrived here.
    const asksAtOnce = this.#isIdle && draft.queue.length === 0 && this.#isLastAnswerComplete;
    draft.didSend(question, sendId, [...draft.queue, { ...question, id: newId() }]);
    if (asksAtOnce) {
      this.#askFirst();
    }
    this.#fireIfChanged();
  }

  runAction(id: string, action: QueueItemAction): void {
    const { draft } = this.deps;
    const index = draft.queue.findIndex((question) => question.id === id);
    if (index < 0) {
      return;
    }
    switch (action) {
      case 'moveUp':
        this.#move(index, index - 1);
        break;
      case 'moveDown':
        this.#move(index, index + 1);
        break;
      case 'remove':
        this.#setQuestions(draft.queue.toSpliced(index, 1));
        break;
      default:
        assertNever(action);
    }
    this.#fireIfChanged();
  }

  /** Ignores blank text, and a question that is no longer queued. */
  setText(id: string, text: string): void {
    const { queue } = this.deps.draft;
    const index = queue.findIndex((question) => question.id === id);
    const question = queue[index];
    if (text.trim() !== '' && question !== undefined) {
      this.#setQuestions(queue.with(index, { ...question, text }));
      this.#fireIfChanged();
    }
  }

  clear(): void {
    this.#setQuestions([]);
    this.#fireIfChanged();
  }

  /** Asks a question that is not in the message box, before the queued ones. It waits first until it is asked. */
  askNow(question: QuestionDraft): void {
    const { draft, newId } = this.deps;
    this.#setQuestions([{ ...question, id: newId() }, ...draft.queue]);
    this.#fireIfChanged();
    this.sendNext();
  }

  /** Asks the first question at the user's request, however the answer before it ended. */
  sendNext(): void {
    if (this.#isIdle) {
      this.#askFirst();
      this.#fireIfChanged();
    }
  }

  /** Cancels the question that is on its way. */
  stop(): void {
    if (this.#sending !== undefined) {
      this.#sending.abort();
      this.#sending = undefined;
      this.#fireIfChanged();
    }
  }

  dispose(): void {
    this.stop();
    this.#disposables.dispose();
  }

  get #isIdle(): boolean {
    return !this.isAsking && runningAnswers(this.deps.session.conversation).length === 0;
  }

  get #isLastAnswerComplete(): boolean {
    const last = this.deps.session.conversation.messages.at(-1);
    return last?.kind === 'answer' && last.state === 'complete';
  }

  #handle(event: ConversationEvent): void {
    const { draft } = this.deps;
    switch (event.type) {
      case 'asked':
      case 'retried':
        this.#noteStarted(event.answer.id, event.fromOtherWindow);
        if (event.type === 'asked') {
          draft.removeQueued(event.question.id);
        }
        break;
      case 'continued':
        this.#noteStarted(event.answerId, event.fromOtherWindow);
        break;
      case 'ended':
        // Where several models were asked, the one that the next question continues from counts.
        if (
          event.state !== 'stopped' &&
          this.#isIdle &&
          this.#isLastAnswerComplete &&
          this.#hasStartedLast
        ) {
          this.#askFirst();
        }
        break;
      default:
        break;
    }
    this.#fireIfChanged();
  }

  get #hasStartedLast(): boolean {
    return this.#started.has(this.deps.session.conversation.messages.at(-1)?.id ?? '');
  }

  #noteStarted(answerId: string, fromOtherWindow = false): void {
    this.#started[fromOtherWindow ? 'delete' : 'add'](answerId);
  }

  #askFirst(): void {
    const { draft, pipeline, reportError } = this.deps;
    const [first] = draft.queue;
    if (first === undefined) {
      return;
    }
    const sending = new AbortController();
    this.#sending = sending;
    void pipeline
      .askQueued(first, sending.signal)
      .catch(reportError)
      .finally(() => {
        if (this.#sending === sending) {
          this.#sending = undefined;
          this.#fireIfChanged();
        }
      });
  }

  #move(from: number, to: number): void {
    const { queue } = this.deps.draft;
    const question = queue[from];
    if (question !== undefined && to >= 0 && to < queue.length) {
      this.#setQuestions(queue.toSpliced(from, 1).toSpliced(to, 0, question));
    }
  }

  #setQuestions(queue: readonly QueuedQuestion[]): void {
    const { draft } = this.deps;
    if (
      queue.length !== draft.queue.length ||
      queue.some((question, index) => question !== draft.queue[index])
    ) {
      draft.update({ queue });
    }
  }

  #fireIfChanged(): void {
    const { state } = this;
    if (state.questions !== this.#shown.questions || state.isPaused !== this.#shown.isPaused) {
      this.#shown = state;
      this.#changed.fire(state);
    }
  }
}
