// The send pipeline: the one way in which a question gets to the gateway. Message box, queue, edit,
// retry and continue all use it, so a check that is added to the list holds for each of them.
import { DisposableStore, type Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import type { Connection } from '../../../gateway/common/connection';
import { continueInstruction } from '../../../gateway/common/continuation';
import { isFailure, type Failure } from '../../../gateway/common/failure';
import { type GatewayRef } from '../../../gateway/common/gatewayRef';
import { gatewayId } from '../../../gateway/node/namedGateways';
import { canAskAgain } from '../../common/answerGroups';
import { questionDraft } from '../../common/attachment';
import { canContinue, findAnswer, type QuestionContent } from '../../common/conversation';
import { eventTraits } from '../../common/conversationEvent';
import type { QueuedQuestion } from '../../common/draft';
import type { ChatDraft } from '../session/chatDraft';
import type { ChatSession } from '../session/chatSession';
import {
  isSourceChanged,
  textTypedOn,
  withContent,
  type CheckDecision,
  type PendingSend,
  type RequestEnd,
  type SendCheck,
} from './sendCheck';

export interface SendPipelineDeps {
  readonly session: ChatSession;
  readonly draft: ChatDraft;
  /** Reads settings and key. Called once per question. */
  readonly resolveConnection: () => Promise<Connection | Failure>;
  /** A question passes them in this order. */
  readonly checks: readonly SendCheck[];
  /** Whether a check sends a request itself, for a summary for example: no new question is accepted meanwhile. */
  readonly isBusy: () => boolean;
  readonly reportError: (error: unknown) => void;
}

interface Pending {
  send: PendingSend;
  /** Set once a check has replaced it. */
  content?: QuestionContent;
  readonly abort: AbortController;
  /** A check waits for the user. */
  isHeld: boolean;
  /** Undefined until it is resolved. */
  connection: Connection | Failure | undefined;
}

/** The error is not shown: it may quote a key that could not be read. */
const unexpected = (): Failure => ({ kind: 'unexpected' });

/** Every method resolves true when the question was sent, false when it was rejected, canceled or is held by a check. */
export class SendPipeline implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #replacedDraft = this.#disposables.add(new Emitter<void>());
  /** A new question replaces the pending one. */
  #pending: Pending | undefined;

  /** Fires when a check has replaced what is in the message box. */
  readonly onDidReplaceDraft = this.#replacedDraft.event;

  constructor(private readonly deps: SendPipelineDeps) {
    this.#disposables.add(
      deps.session.onDidChange((event) => {
        if (eventTraits[event.type].cancelsSend) {
          this.cancel();
        }
      }),
    );
    this.#disposables.add(deps.draft.onDidChange(() => this.#cancelWhenSourceChanged()));
  }

  /** Whether a question is on its way through the checks. */
  get isPending(): boolean {
    return this.#pending !== undefined;
  }

  /**
   * Asks what is in the message box: the text, and the attachments of the draft.
   * @param sendId The page's name for it, by which the page clears its message box once it is asked.
   */
  async ask(text: string, sendId?: string): Promise<boolean> {
    const { session, draft } = this.deps;
    const { text: before } = draft;
    // A file that is still being read belongs to the question.
    await draft.attached;
    if (!draft.text.startsWith(before)) {
      return false;
    }
    const content = questionDraft(text, draft.attachments);
    return this.#send({
      source: 'messageBox',
      question: { content, before: session.conversation.messages.length },
      start: (replaced = content) => {
        const isAsked = session.ask(replaced.text, undefined, replaced.attachments);
        if (isAsked) {
          draft.didSend(replaced, sendId);
        }
        return isAsked;
      },
    });
  }

  /** Asks the first question of the queue, under the ID that it has there. */
  askQueued(question: QueuedQuestion, signal: AbortSignal): Promise<boolean> {
    const { session } = this.deps;
    const { id, ...content } = question;
    const before = session.conversation.messages.length;
    const send: PendingSend = {
      source: question,
      question: { content, before },
      start: (replaced = content) => session.ask(replaced.text, id, replaced.attachments),
    };
    return this.#send(send, signal);
  }

  /** Asks an edited question. */
  edit(questionId: string, text: string): Promise<boolean> {
    const { session, draft } = this.deps;
    const { content, before } = this.#questionAt(questionId);
    const edited = { ...content, text };
    return this.#send({
      source: 'conversation',
      question: { content: edited, before },
      start: (replaced = edited) => {
        const isAsked = session.edit(questionId, replaced.text, replaced.attachments);
        if (isAsked) {
          draft.saveEdit(questionId, undefined);
        }
        return isAsked;
      },
    });
  }

  /** Asks the question of an answer again. */
  retry(answerId: string): Promise<boolean> {
    const { session } = this.deps;
    const { questionId = '' } = findAnswer(session.conversation, answerId) ?? {};
    const model = session.modelFor(answerId);
    if (session.isRunning) {
      // The question has passed its checks for those that run, and no check may replace it.
      return this.#sendAgain(answerId, model, () => session.retry(answerId));
    }
    return this.#send({
      source: 'conversation',
      question: this.#questionAt(questionId),
      model,
      questionAskedAgain: questionId,
      start: (replaced) =>
        replaced === undefined
          ? session.retry(answerId)
          : session.edit(questionId, replaced.text, replaced.attachments),
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
    return this.#sendAgain(answerId, model, start);
  }

  /**
   * Sends the request of an answer to further models, too, one after another through the checks: one of these may hold a
   * model until the user decides. Calls `onStart` for each that is asked.
   */
  async alsoAsk(
    answerId: string,
    [model, ...others]: readonly string[],
    onStart: (model: string) => void,
  ): Promise<boolean> {
    const { session, reportError } = this.deps;
    if (model === undefined) {
      return true;
    }
    const askOthers = (): void => void this.alsoAsk(answerId, others, onStart).catch(reportError);
    const start = (): boolean => {
      const isAsked = session.alsoAsk(answerId, model);
      if (isAsked) {
        onStart(model);
        askOthers();
      }
      return isAsked;
    };
    return this.#sendAgain(answerId, model, start, (failure) => {
      session.alsoAsk(answerId, model, failure);
      askOthers();
    });
  }

  #sendAgain(
    answerId: string,
    model: string,
    start: () => boolean,
    fail?: PendingSend['fail'],
  ): Promise<boolean> {
    const { questionId = '' } = findAnswer(this.deps.session.conversation, answerId) ?? {};
    return this.#send({
      source: 'conversation',
      question: undefined,
      requestEnd: this.#questionAt(questionId),
      model,
      questionAskedAgain: questionId,
      start,
      ...(fail && { fail }),
    });
  }

  /**
   * Continues an answer that was cut off or paused.
   *
   * @param isWithoutTools the model answers with what it has read
   */
  continueAnswer(answerId: string, isWithoutTools = false): Promise<boolean> {
    const { session } = this.deps;
    const { conversation } = session;
    const answer = findAnswer(conversation, answerId);
    if (answer === undefined || !canContinue(answer)) {
      return Promise.resolve(false);
    }
    const question = this.#questionAt(answer.questionId);
    const before = question.before + 2;
    return this.#send({
      source: 'conversation',
      question,
      continued: answerId,
      model: session.modelFor(answerId),
      questionAskedAgain: answer.questionId,
      requestEnd: { content: { text: continueInstruction }, before },
      start: () => session.continueAnswer(answerId, isWithoutTools),
    });
  }

  /**
   * Call it with the gateway of the settings when that may have changed. Cancels a question that was
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
    const { resolveConnection, checks, isBusy } = this.deps;
    const isBlank = send.question?.content.text.trim() === '';
    if (this.#disposables.isDisposed || !this.#canAsk(send) || isBusy() || isBlank) {
      return false;
    }
    this.cancel();
    const pending: Pending = {
      send,
      abort: new AbortController(),
      isHeld: false,
      connection: undefined,
    };
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

  #canAsk({ questionAskedAgain: id }: PendingSend): boolean {
    const { session } = this.deps;
    return id === undefined ? session.canAsk : canAskAgain(session.conversation, id);
  }

  /** Passes the checks one after another, then starts. */
  async #pass(
    pending: Pending,
    connection: Connection | Failure,
    [check, ...laterChecks]: readonly SendCheck[],
  ): Promise<boolean> {
    const { reportError } = this.deps;
    const { send, abort } = pending;
    if (abort.signal.aborted || !this.#canAsk(send)) {
      this.#cancel(pending);
      return false;
    }
    if (check === undefined) {
      this.#forget(pending);
      return send.start(pending.content);
    }
    const proceed = async (decision: CheckDecision): Promise<boolean> => {
      pending.isHeld = false;
      if (decision === false) {
        this.#cancel(pending);
      } else if (decision !== true && !abort.signal.aborted) {
        if ('failure' in decision) {
          this.#cancel(pending);
          send.fail?.(decision.failure);
          return false;
        }
        this.#replaceContent(pending, decision.content);
      }
      return this.#pass(pending, connection, laterChecks);
    };
    const result = await check(send, connection, abort.signal);
    if (typeof result === 'object' && 'answered' in result) {
      pending.isHeld = true;
      void result.answered.then(proceed).catch((error: unknown) => {
        this.#cancel(pending);
        reportError(error);
      });
      return false;
    }
    return proceed(result);
  }

  /** Where the question is shown until it is asked, it is replaced too. */
  #replaceContent(pending: Pending, content: QuestionContent): void {
    const { draft } = this.deps;
    const { source: before, question } = pending.send;
    pending.content = content;
    pending.send = withContent(pending.send, content);
    const { source } = pending.send;
    if (typeof source === 'object') {
      draft.update({ queue: draft.queue.map((each) => (each === before ? source : each)) });
    } else if (source === 'messageBox') {
      const typedOn = textTypedOn(draft.text, question?.content.text);
      draft.update({ text: content.text + typedOn, attachments: content.attachments ?? [] });
      this.#replacedDraft.fire();
    }
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
    if (this.#pending !== undefined) {
      const { send, isHeld } = this.#pending;
      if (isSourceChanged(send, draft, isHeld)) {
        this.cancel();
      }
    }
  }

  /** A question of the conversation as the end of a request. */
  #questionAt(id: string | undefined): RequestEnd {
    const { messages } = this.deps.session.conversation;
    const before = messages.findIndex((message) => message.id === id);
    return { content: messages[before] ?? { text: '' }, before };
  }
}
