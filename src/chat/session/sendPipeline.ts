// The send pipeline: the one way in which a question gets to the gateway. Message box, queue, edit,
// retry and continue all use it, so a check that is added to the list holds for each of them.
import { type Disposable, DisposableStore } from '../../base/disposable';
import {
  canContinue,
  findAnswer,
  type GatewayRef,
  type QuestionContent,
} from '../../shared/conversation/conversation';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent';
import type { QueuedQuestion } from '../../shared/conversation/draft';
import type { Failure } from '../../shared/conversation/failure';
import { type Connection, isFailure } from '../gatewayPort';
import { gatewayId } from '../namedGateways';
import type { ChatDraft } from './chatDraft';
import type { ChatSession } from './chatSession';
import { continueInstruction } from '../request/continuation';

/** The text and images at the end of a request, after the first `before` messages of the conversation. */
export interface RequestEnd {
  readonly content: QuestionContent;
  readonly before: number;
}

/** A question on its way to the gateway. */
export interface PendingSend {
  /** Where its text is until it is asked: a change there cancels the send. */
  readonly source: 'messageBox' | 'conversation' | QueuedQuestion;
  /** Undefined when the request of an answer is sent again unchanged. */
  readonly question: RequestEnd | undefined;
  /** Where the request does not end with the question: an answer is continued by an instruction. */
  readonly requestEnd?: RequestEnd;
  /** Asks. False when the conversation does not allow it. */
  readonly start: () => boolean;
}

/** Whether the question may be sent. `answered`: it is held until the user has answered the check's prompt. */
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
  /** Whether a check sends a request of its own, a summary for example: no new question is accepted meanwhile. */
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
  /** Undefined until it is resolved. */
  connection: Connection | Failure | undefined;
}

/** The error is not shown: it may quote a key that could not be read. */
const unexpected = (): Failure => ({ kind: 'unexpected' });

/** Every method resolves true when the question was sent, false when it was rejected, canceled or is held by a check. */
export class SendPipeline implements Disposable {
  readonly #disposables = new DisposableStore();
  /** At most one: a new question replaces the pending one. */
  #pending: Pending | undefined;

  constructor(private readonly deps: SendPipelineDeps) {
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
    const { session } = this.deps;
    return this.#send({
      source: 'messageBox',
      question: { content: { text }, before: session.conversation.messages.length },
      start: () => session.ask(text),
    });
  }

  /** Asks the first question of the queue, under the ID that it has there. */
  askQueued(question: QueuedQuestion, signal: AbortSignal): Promise<boolean> {
    const { session } = this.deps;
    const { id, text } = question;
    const before = session.conversation.messages.length;
    const send: PendingSend = {
      source: question,
      question: { content: { text }, before },
      start: () => session.ask(text, id),
    };
    return this.#send(send, signal);
  }

  /** Asks an edited question. */
  edit(questionId: string, text: string): Promise<boolean> {
    const { session } = this.deps;
    const { content, before } = this.#questionAt(questionId);
    return this.#send({
      source: 'conversation',
      question: { content: { ...content, text }, before },
      start: () => session.edit(questionId, text),
    });
  }

  /** Asks the question of an answer again. */
  retry(answerId: string): Promise<boolean> {
    const { session } = this.deps;
    const answer = findAnswer(session.conversation, answerId);
    return this.#send({
      source: 'conversation',
      question: this.#questionAt(answer?.questionId),
      start: () => session.retry(answerId),
    });
  }

  /** Sends the request of an answer again, to another model. Calls `onStart` when it is asked. */
  retryWith(answerId: string, model: string, onStart: () => void): Promise<boolean> {
    const { session } = this.deps;
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
    const { session } = this.deps;
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

  /**
   * To be called with the gateway of the settings when that may have changed. Cancels a question that was
   * checked for another gateway. Where the new one needs consent, the question passes all checks again, so
   * that the prompt shows. Otherwise it is not sent: a change of settings must send nothing by itself.
   */
  gatewayChanged(gateway: GatewayRef | undefined, needsConsent: boolean): void {
    const { send, connection } = this.#pending ?? {};
    if (send === undefined || connection === undefined || isFailure(connection)) {
      return;
    }
    if (gateway === undefined || gatewayId(gateway) !== gatewayId(connection)) {
      this.cancel();
      if (needsConsent) {
        void this.#send(send).catch(this.deps.reportError);
      }
    }
  }

  /** Cancels the pending question. Its text stays in the message box, the queue or the conversation. */
  cancel(): void {
    if (this.#pending !== undefined) {
      this.#cancel(this.#pending);
    }
  }

  dispose(): void {
    this.cancel();
    this.#disposables.dispose();
  }

  /** @param signal cancels the question when it aborts */
  async #send(send: PendingSend, signal?: AbortSignal): Promise<boolean> {
    const { session, resolveConnection, checks, isBusy } = this.deps;
    const isBlank = send.question?.content.text.trim() === '';
    if (this.#disposables.isDisposed || !session.canAsk || isBusy() || isBlank) {
      return false;
    }
    this.cancel();
    const pending: Pending = { send, abort: new AbortController(), connection: undefined };
    this.#pending = pending;
    signal?.addEventListener('abort', () => this.#cancel(pending));
    try {
      pending.connection = await resolveConnection().catch(unexpected);
      return await this.#pass(pending, pending.connection, checks);
    } catch (error) {
      this.#cancel(pending);
      throw error;
    }
  }

  /** Passes the checks one after another, then starts. */
  async #pass(
    pending: Pending,
    connection: Connection | Failure,
    [check, ...laterChecks]: readonly SendCheck[],
  ): Promise<boolean> {
    const { session, reportError } = this.deps;
    const { send, abort } = pending;
    if (abort.signal.aborted || !session.canAsk) {
      this.#cancel(pending);
      return false;
    }
    if (check === undefined) {
      this.#forget(pending);
      return send.start();
    }
    const proceed = async (isAllowed: boolean): Promise<boolean> => {
      if (!isAllowed) {
        this.#cancel(pending);
      }
      return this.#pass(pending, connection, laterChecks);
    };
    const result = await check(send, connection, abort.signal);
    if (typeof result === 'object') {
      void result.answered.then(proceed).catch((error: unknown) => {
        this.#cancel(pending);
        reportError(error);
      });
      return false;
    }
    return proceed(result);
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

  /** The user has changed the text in the message box, or the first question of the queue. */
  #cancelWhenSourceChanged(): void {
    const { draft } = this.deps;
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
    const { messages } = this.deps.session.conversation;
    const before = messages.findIndex((message) => message.id === id);
    return { content: messages[before] ?? { text: '' }, before };
  }
}
