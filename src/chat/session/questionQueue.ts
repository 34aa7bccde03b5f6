// Questions that were typed while an answer runs: each is asked by itself once the answer before it is complete.
import { assertNever } from '../../base/assertNever';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { runningAnswer } from '../../shared/conversation/conversation';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent';
import { prependText, type QueuedQuestion } from '../../shared/conversation/draft';
import { findMessage } from '../../shared/conversation/messageTree';
import type { QueueItemAction, QueueState } from '../../shared/protocol/protocol';
import type { ChatDraft } from './chatDraft';
import type { ChatSession } from './chatSession';

export interface QuestionQueueParts {
  readonly session: ChatSession;
  readonly draft: ChatDraft;
  readonly newId: () => string;
  /**
   * Asks a question as one that was typed: it may take a while, or something else may have to be asked
   * first. Sent is only what `isWanted` by then. Never rejects.
   */
  readonly ask: (question: QueuedQuestion, isWanted: () => boolean) => Promise<void>;
}

/** The first question on its way to be asked. */
interface Attempt {
  withdrawn: boolean;
}

/** Nothing leaves it by itself but after an answer that this window has begun and seen end complete. */
export class QuestionQueue implements Disposable {
  readonly #own = new DisposableStore();
  readonly #changed = this.#own.add(new Emitter<QueueState>());
  readonly #parts: QuestionQueueParts;
  #attempt: Attempt | undefined;
  /** The last answer, where it was begun in this window: what another one runs is not this one's to follow. */
  #begun: string | undefined;
  #told: QueueState;

  readonly onDidChange = this.#changed.event;

  constructor(parts: QuestionQueueParts) {
    this.#parts = parts;
    const { session, draft } = parts;
    // A window may have closed between a question's leaving and its being struck off here.
    const { conversation } = session;
    this.#change(draft.queue.filter(({ id }) => findMessage(conversation, id) === undefined));
    this.#told = this.state;
    this.#own.add(session.onDidChange((event) => this.#take(event)));
  }

  get state(): QueueState {
    const questions = this.#parts.draft.queue;
    return { questions, waits: questions.length > 0 && this.#isIdle };
  }

  /** Whether the first question is on its way to be asked. */
  get isAsking(): boolean {
    return this.#attempt !== undefined;
  }

  /** Puts a question at the end; the message box gives it away. Nothing for blank text. */
  add(text: string): void {
    const { draft, newId } = this.#parts;
    if (text.trim() === '') {
      return;
    }
    const goesOn = this.#isIdle && draft.queue.length === 0 && this.#endedWell;
    draft.change({
      queue: [...draft.queue, { id: newId(), text }],
      text: draft.text.trim() === text.trim() ? '' : draft.text,
    });
    if (goesOn) {
      // The answer ended while the question was on its way here.
      this.#askFirst();
    }
    this.#tell();
  }

  act(id: string, action: QueueItemAction): void {
    const { draft } = this.#parts;
    const place = draft.queue.findIndex((question) => question.id === id);
    const question = draft.queue[place];
    if (question === undefined) {
      return;
    }
    switch (action) {
      case 'edit':
        draft.change({
          queue: draft.queue.toSpliced(place, 1),
          text: prependText(question.text, draft.text),
        });
        break;
      case 'moveUp':
        this.#move(place, place - 1);
        break;
      case 'moveDown':
        this.#move(place, place + 1);
        break;
      case 'remove':
        this.#change(draft.queue.toSpliced(place, 1));
        break;
      default:
        assertNever(action);
    }
    this.#tell();
  }

  empty(): void {
    this.#change([]);
    this.#tell();
  }

  /** The reader says that the first is to be asked, whatever became of the answer before it. */
  sendNext(): void {
    if (this.#isIdle) {
      this.#askFirst();
      this.#tell();
    }
  }

  /** Whoever stops wants nothing sent, not even what is already on its way. */
  stop(): void {
    if (this.#attempt !== undefined) {
      this.#attempt.withdrawn = true;
      this.#attempt = undefined;
      this.#tell();
    }
  }

  dispose(): void {
    this.stop();
    this.#own.dispose();
  }

  /** Whether neither an answer runs nor the first question is on its way. */
  get #isIdle(): boolean {
    return !this.isAsking && runningAnswer(this.#parts.session.conversation) === undefined;
  }

  get #endedWell(): boolean {
    const last = this.#parts.session.conversation.messages.at(-1);
    return last?.kind === 'answer' && last.state === 'complete';
  }

  #take(event: ConversationEvent): void {
    const { draft } = this.#parts;
    switch (event.type) {
      case 'asked':
      case 'retried':
        this.#begun = event.elsewhere === true ? undefined : event.answer.id;
        if (event.type === 'asked') {
          draft.didAsk(event.question, event.elsewhere !== true);
        }
        break;
      case 'continued':
        this.#begun = event.elsewhere === true ? undefined : event.answerId;
        break;
      case 'ended':
        if (event.state === 'complete' && event.answerId === this.#begun) {
          this.#askFirst();
        }
        break;
      default:
        break;
    }
    this.#tell();
  }

  #askFirst(): void {
    const { draft, ask } = this.#parts;
    const [first] = draft.queue;
    if (first === undefined) {
      return;
    }
    const attempt: Attempt = { withdrawn: false };
    this.#attempt = attempt;
    void ask(first, () => !attempt.withdrawn && draft.queue[0] === first).finally(() => {
      if (this.#attempt === attempt) {
        this.#attempt = undefined;
        this.#tell();
      }
    });
  }

  #move(from: number, to: number): void {
    const { queue } = this.#parts.draft;
    const question = queue[from];
    if (question !== undefined && to >= 0 && to < queue.length) {
      this.#change(queue.toSpliced(from, 1).toSpliced(to, 0, question));
    }
  }

  #change(queue: readonly QueuedQuestion[]): void {
    const { draft } = this.#parts;
    if (queue.length !== draft.queue.length || queue.some((one, at) => one !== draft.queue[at])) {
      draft.change({ queue });
    }
  }

  #tell(): void {
    const { state } = this;
    if (state.questions !== this.#told.questions || state.waits !== this.#told.waits) {
      this.#told = state;
      this.#changed.fire(state);
    }
  }
}
