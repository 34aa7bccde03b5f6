// The send pipeline: the one way in which a question gets to the gateway. Message box, queue, edit,
// retry and continue all use it, so a check that is added to the list holds for each of them.
import { type Disposable, DisposableStore } from '../../base/disposable';
import { canContinue, findAnswer, type Question } from '../../shared/conversation/conversation';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent';
import type { QueuedQuestion } from '../../shared/conversation/draft';
import type { Failure } from '../../shared/conversation/failure';
import type { Connection } from '../gatewayPort';
import type { ChatDraft } from './chatDraft';
import type { ChatSession } from './chatSession';
import { continueInstruction } from './continuation';

/** Text and images that a request ends with, behind the first `before` messages of the conversation. */
export interface RequestEnd {
  readonly content: Pick<Question, 'text' | 'images'>;
  readonly before: number;
}

/** A question on its way to the gateway. */
export interface PendingSend {
  /** Where it waits until it is asked: a change there cancels the send. */
  readonly source: 'messageBox' | 'conversation' | QueuedQuestion;
  /** Undefined when the request of an answer is sent again as it was. */
  readonly question: RequestEnd | undefined;
  /** The end of the request where that is not the question: an answer is continued by an instruction. */
  readonly requestEnd?: RequestEnd;
  /** Asks. False when the conversation does not allow it. */
  readonly start: () => boolean;
}

/** True: go on. False: do not send. `answered`: held until the user has answered the check's prompt. */
export type CheckResult = boolean | { readonly answered: Promise<boolean> };

/** `signal` aborts when the send is canceled: the check then removes its prompt. */
export type SendCheck = (
  send: PendingSend,
  connection: Connection | Failure,
  signal: AbortSignal,
) => CheckResult | Promise<CheckResult>;

export interface SendPipelineDeps {
  readonly session: ChatSession;
  readonly draft: ChatDraft;
  /** Reads settings and key. Called once per question. */
  readonly resolveConnection: () => Promise<Connection | Failure>;
  /** In the order in which a question passes them. */
  readonly checks: readonly SendCheck[];
  /** Whether a check works for the pending question: a new one is refused then. */
  readonly isBusy: () => boolean;
  readonly reportError: (error: unknown) => void;
}

/** After these the pending question is no longer the next one, or would be answered by another model. */
const cancelingEvents: ReadonlySet<ConversationEvent['type']> = new Set([
  'asked',
  'retried',
  'continued',
  'versionChosen',
  'modelChosen',
]);

interface Pending {
  readonly send: PendingSend;
  readonly abort: AbortController;
}

/** The error is not shown: it may quote a key that could not be read. */
const unexpected = (): Failure => ({ kind: 'unexpected' });

/** Every method resolves true when the question was sent, false when it was refused, canceled or is held by a check. */
export class SendPipeline implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #deps: SendPipelineDeps;
  /** At most one: a new question takes the place of the one before. */
  #pending: Pending | undefined;

  constructor(deps: SendPipelineDeps) {
    this.#deps = deps;
    this.#disposables.add(
      deps.session.onDidChange(({ type }) => {
        if (cancelingEvents.has(type)) {
          this.cancel();
        }
      }),
    );
    this.#disposables.add(deps.draft.onDidChange(() => this.#cancelWhenSourceChanged()));
  }

  /** Asks the text of the message box. */
  ask(text: string): Promise<boolean> {
    const { session } = this.#deps;
    return this.#send({
      source: 'messageBox',
      question: { content: { text }, before: session.conversation.messages.length },
      start: () => session.ask(text),
    });
  }

  /** Asks the first question of the queue, under the ID that it has there. */
  askQueued(question: QueuedQuestion, signal: AbortSignal): Promise<boolean> {
    const { session } = this.#deps;
    const { id, text } = question;
    const before = session.conversation.messages.length;
    const sent = this.#send({
      source: question,
      question: { content: { text }, before },
      start: () => session.ask(text, id),
    });
    const pending = this.#pending;
    signal.addEventListener('abort', () => pending !== undefined && this.#cancel(pending));
    return sent;
  }

  /** Asks a question in other words. */
  edit(questionId: string, text: string): Promise<boolean> {
    const { session } = this.#deps;
    const { content, before } = this.#questionAt(questionId);
    return this.#send({
      source: 'conversation',
      question: { content: { ...content, text }, before },
      start: () => session.edit(questionId, text),
    });
  }

  /** Asks the question of an answer again. */
  retry(answerId: string): Promise<boolean> {
    const { session } = this.#deps;
    const answer = findAnswer(session.conversation, answerId);
    return this.#send({
      source: 'conversation',
      question: this.#questionAt(answer?.questionId),
      start: () => session.retry(answerId),
    });
  }

  /** Sends the request of an answer again, to another model. `onStart` is called once it is asked. */
  retryWith(answerId: string, model: string, onStart: () => void): Promise<boolean> {
    const { session } = this.#deps;
    const start = (): boolean => {
      const isAsked = session.retryWith(answerId, model);
      if (isAsked) {
        onStart();
      }
      return isAsked;
    };
    return this.#send({ source: 'conversation', question: undefined, start });
  }

  /** Continues an answer that was cut off. */
  continueAnswer(answerId: string): Promise<boolean> {
    const { session } = this.#deps;
    const { conversation } = session;
    const answer = findAnswer(conversation, answerId);
    if (answer === undefined || !canContinue(answer)) {
      return Promise.resolve(false);
    }
    const before = conversation.messages.indexOf(answer) + 1;
    return this.#send({
      source: 'conversation',
      question: this.#questionAt(answer.questionId),
      requestEnd: { content: { text: continueInstruction }, before },
      start: () => session.continueAnswer(answerId),
    });
  }

  /** Sends the pending question through all checks again: what they are based on has changed. */
  restart(): void {
    if (this.#pending !== undefined) {
      const { send } = this.#pending;
      void this.#send(send).catch(this.#deps.reportError);
    }
  }

  /** The pending question is not sent; it stays where it waits. */
  cancel(): void {
    if (this.#pending !== undefined) {
      this.#cancel(this.#pending);
    }
  }

  dispose(): void {
    this.cancel();
    this.#disposables.dispose();
  }

  async #send(send: PendingSend): Promise<boolean> {
    const { session, resolveConnection, isBusy } = this.#deps;
    if (session.isRunning || isBusy() || send.question?.content.text.trim() === '') {
      return false;
    }
    this.cancel();
    const pending: Pending = { send, abort: new AbortController() };
    this.#pending = pending;
    try {
      const connection = await resolveConnection().catch(unexpected);
      return await this.#pass(pending, connection, 0);
    } catch (error) {
      this.#cancel(pending);
      throw error;
    }
  }

  /** Passes the checks from the one at `index` on, then starts. */
  async #pass(pending: Pending, connection: Connection | Failure, index: number): Promise<boolean> {
    const { checks, session, reportError } = this.#deps;
    const { send, abort } = pending;
    const isCanceled = (): boolean => abort.signal.aborted || session.isRunning;
    for (let at = index; at < checks.length && !isCanceled(); at += 1) {
      const result = await checks[at]?.(send, connection, abort.signal);
      if (typeof result === 'object') {
        void result.answered
          .then((isAllowed) => isAllowed && this.#pass(pending, connection, at + 1))
          .catch(reportError)
          .finally(() => this.#forget(pending));
        return false;
      }
      if (result === false) {
        this.#cancel(pending);
      }
    }
    if (isCanceled()) {
      this.#cancel(pending);
      return false;
    }
    this.#forget(pending);
    return send.start();
  }

  #cancel(pending: Pending): void {
    this.#forget(pending);
    pending.abort.abort();
  }

  #forget(pending: Pending): void {
    if (this.#pending === pending) {
      this.#pending = undefined;
    }
  }

  /** What was changed in the message box, or is no longer first in the queue, must be sent anew. */
  #cancelWhenSourceChanged(): void {
    const { draft } = this.#deps;
    const { source, question } = this.#pending?.send ?? {};
    const isChanged =
      source === 'messageBox'
        ? draft.text.trim() !== question?.content.text.trim()
        : typeof source === 'object' && draft.queue[0] !== source;
    if (isChanged) {
      this.cancel();
    }
  }

  /** A question of the conversation as the end of a request. */
  #questionAt(id: string | undefined): RequestEnd {
    const { messages } = this.#deps.session.conversation;
    const before = messages.findIndex((message) => message.id === id);
    return { content: messages[before] ?? { text: '' }, before };
  }
}
