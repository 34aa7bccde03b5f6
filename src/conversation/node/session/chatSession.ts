// One conversation and the answer that may be running in it: asks, retries, continues and stops.
import type { Disposable } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import { omitUndefined } from '../../../base/omitUndefined';
import type { CompletionRequest } from '../../../gateway/common/chatModel';
import { type GatewayRef } from '../../../gateway/common/gatewayRef';
import { questionDraft, type Attachment } from '../../common/attachment';
import {
  canContinue,
  findAnswer,
  newAnswer,
  runningAnswer,
  type Answer,
  type Conversation,
  type Question,
  type QuestionContent,
  type Summary,
} from '../../common/conversation';
import type { ConversationEvent } from '../../common/conversationEvent';
import { findMessage, parentIdOf } from '../../common/messageTree';
import { keptRounds } from '../../common/toolRound';
import type { ConversationStore } from '../conversationStore';
import type { RequestBuilder } from '../request/requestBuilder';
import { runAnswer, type AnswerDeps, type AnswerRun } from './answerRun';
import { ConversationState, type ConversationStateDeps } from './conversationState';
import { orphanedAnswerEnds } from './orphanedAnswers';
import { OtherWindows, type OtherWindowsDeps } from './otherWindows';

export interface ChatSessionDeps extends AnswerDeps, ConversationStateDeps, OtherWindowsDeps {
  readonly store: ConversationStore;
  readonly requestBuilder: RequestBuilder;
  readonly newId: () => string;
}

/** Every change of the conversation is an event, which is reduced and stored. */
export class ChatSession implements Disposable {
  readonly #state: ConversationState;
  readonly #otherWindows: OtherWindows;
  /** The answer that this window runs; other windows may run one too. */
  #local: { readonly answerId: string; readonly run: AnswerRun } | undefined;

  /**
   * An answer that is running in a stored conversation either belongs to another window or is orphaned:
   * its window was closed. It is shown as orphaned when no window replies to a ping, and stored as such
   * when something is asked here.
   */
  constructor(
    private readonly deps: ChatSessionDeps,
    conversation: Conversation,
  ) {
    this.#state = new ConversationState(deps, conversation);
    this.#otherWindows = new OtherWindows(deps, conversation, {
      isRunning: (answerId) => this.#local?.answerId === answerId,
      onRunningElsewhere: (answerId) => this.#state.resume(answerId),
      onEvent: (event) => this.#handleRemote(event),
      onOrphaned: (answerId) => this.#state.markOrphaned(answerId),
      onStopRequested: () => this.stop(),
      onWindowGone: () => this.#interrupt(),
    });
    for (const { answerId } of orphanedAnswerEnds(conversation, 0)) {
      this.#otherWindows.ping(answerId);
    }
  }

  get conversation(): Conversation {
    return this.#state.current;
  }

  /** Fires after the event has been reduced. */
  get onDidChange(): Event<ConversationEvent> {
    return this.#state.onDidChange;
  }

  get onDidProcessPrompt(): ConversationState['onDidProcessPrompt'] {
    return this.#state.onDidProcessPrompt;
  }

  /** Whether an answer on the path is running, in this window or another. */
  get isRunning(): boolean {
    return this.#local !== undefined || runningAnswer(this.conversation) !== undefined;
  }

  /** Whether a question can be asked: no answer is running, and the conversation is not read-only. */
  get canAsk(): boolean {
    return !this.isRunning && this.conversation.readOnly !== true;
  }

  /**
   * @param id the question's ID in the queue, if it has one
   * @returns false for blank text, while an answer is running, or when a question of that ID was asked
   */
  ask(text: string, id?: string, attachments?: readonly Attachment[]): boolean {
    const parentId = this.conversation.messages.at(-1)?.id ?? '';
    return this.#ask({ ...questionDraft(text, attachments), parentId }, id);
  }

  /**
   * Asks an edited question. The old version and everything after it leave the path.
   *
   * @param attachments by default those of the old version
   */
  edit(questionId: string, text: string, attachments?: readonly Attachment[]): boolean {
    const old = this.#state.findOnPath(questionId);
    if (old?.kind !== 'question') {
      return false;
    }
    const { images, attachments: before } = old;
    const content = omitUndefined({ text, images, attachments: attachments ?? before });
    return this.#ask({ ...content, parentId: parentIdOf(old) });
  }

  /** Shows another version of a question or an answer, and what followed it. Not while an answer is running. */
  chooseVersion(messageId: string): boolean {
    if (this.isRunning || this.#state.findOnPath(messageId) !== undefined) {
      return false;
    }
    this.#state.apply({ type: 'versionChosen', messageId });
    return this.#state.findOnPath(messageId) !== undefined;
  }

  /** Asks the question of an answer again. The new answer takes the place of the old one, which leaves the path. */
  retry(answerId: string): boolean {
    const replaced = findAnswer(this.conversation, answerId);
    const question = this.#questionOf(replaced);
    if (!this.canAsk || replaced === undefined || question === undefined) {
      return false;
    }
    const answer = { ...this.#newAnswer(question.id), ...keptRounds(replaced) };
    this.#state.apply({ type: 'retried', replacedAnswerId: replaced.id, answer });
    this.#run(answer.id, this.#request(question));
    return true;
  }

  /**
   * Sends the request of an answer again with only the model changed, and makes it the conversation's model.
   * An answer that failed to continue is continued, any other is replaced. A request that is no longer
   * remembered is built again.
   */
  retryWith(answerId: string, model: string): boolean {
    const old = findAnswer(this.conversation, answerId);
    const question = this.#questionOf(old);
    if (!this.canAsk || old === undefined || question === undefined) {
      return false;
    }
    this.chooseModel(model);
    const known = this.deps.recentRequests.get(answerId);
    const request =
      known === undefined
        ? this.#request(question)
        : this.deps.requestBuilder.withModel(known, model);
    if (old.earlierOutcomes !== undefined && canContinue(old)) {
      this.#continue(old, request);
    } else {
      const answer = { ...this.#newAnswer(question.id), ...keptRounds(old) };
      this.#state.apply({ type: 'retried', replacedAnswerId: answerId, answer });
      this.#run(answer.id, request);
    }
    return true;
  }

  /**
   * Continues an answer that was cut off or paused, with the conversation's model; it stays one answer.
   *
   * @param isWithoutTools the model answers with what it has read
   */
  continueAnswer(answerId: string, isWithoutTools = false): boolean {
    const answer = findAnswer(this.conversation, answerId);
    const question = this.#questionOf(answer);
    if (!this.canAsk || answer === undefined || !canContinue(answer) || question === undefined) {
      return false;
    }
    this.#continue(answer, this.#request(question), isWithoutTools);
    return true;
  }

  /** Stops the running answer: closes its connection and keeps its text. */
  stop(): void {
    const shown = runningAnswer(this.conversation);
    if (this.#local !== undefined) {
      this.#local.run.stop();
    } else if (shown !== undefined) {
      this.#otherWindows.requestStop(shown.id);
    }
  }

  /** Ends the pause before an automatic retry. */
  retryNow(answerId: string): void {
    if (findAnswer(this.conversation, answerId)?.retryWait !== undefined) {
      this.#local?.run.retryNow();
    }
  }

  /** Omits all turns up to and including a question from later requests; the summary is sent in their place. */
  omitTurns(lastQuestionId: string, summary: Summary | undefined): void {
    const omittedAt = this.deps.clock.now();
    const omitted = { lastQuestionId, omittedAt, ...(summary === undefined ? {} : { summary }) };
    this.#state.apply({ type: 'turnsOmitted', omitted });
  }

  /** Adds events that start no answer. With imported ones, the path changes only where they continue from its end. */
  add(...events: readonly ConversationEvent[]): void {
    for (const event of events) {
      this.#state.apply(event);
    }
  }

  chooseModel(model: string): void {
    if (model !== this.conversation.model) {
      this.#state.apply({ type: 'modelChosen', model });
    }
  }

  /** Records which gateway has the history; undefined: none yet. */
  chooseGateway(gateway: GatewayRef | undefined): void {
    this.#state.apply({ type: 'gatewayChosen', ...(gateway === undefined ? {} : { gateway }) });
  }

  /** A running answer ends as orphaned, so that other windows do not wait for a reply. */
  dispose(): void {
    this.#interrupt();
    this.#otherWindows.dispose();
    this.#state.dispose();
  }

  #ask(content: QuestionContent & Pick<Question, 'parentId'>, id = this.deps.newId()): boolean {
    const isAsked = findMessage(this.conversation, id) !== undefined;
    if (!this.canAsk || content.text.trim() === '' || isAsked) {
      return false;
    }
    const question: Question = {
      kind: 'question',
      id,
      ...content,
      askedAt: this.deps.clock.now(),
    };
    const answer = this.#newAnswer(question.id);
    this.#state.apply({ type: 'asked', question, answer });
    this.#run(answer.id, this.#request(question));
    return true;
  }

  #newAnswer(questionId: string): Answer {
    const { newId, clock } = this.deps;
    return newAnswer(newId(), questionId, this.conversation.model, clock.now());
  }

  /** Handles an event of another window. One that took this window's answer for orphaned has ended it. */
  #handleRemote(event: ConversationEvent): void {
    if (event.type === 'ended' && event.answerId === this.#local?.answerId) {
      this.#abandon();
    }
    this.#state.show(event);
  }

  /** Ends this window's answer as if the window had been closed. */
  #interrupt(): void {
    const answerId = this.#abandon();
    const end = answerId === undefined ? undefined : this.#state.orphanedEnd(answerId);
    if (end !== undefined) {
      this.#state.apply(end);
    }
  }

  /** Closes the connection without an `ended` event. Returns the answer's ID. */
  #abandon(): string | undefined {
    const local = this.#local;
    local?.run.abandon();
    this.#local = undefined;
    return local?.answerId;
  }

  #questionOf(answer: Answer | undefined): Question | undefined {
    const question = answer && this.#state.findOnPath(answer.questionId);
    return question?.kind === 'question' ? question : undefined;
  }

  #request(question: Question): Promise<CompletionRequest> {
    return this.deps.requestBuilder.build(this.conversation, question, this.conversation.model);
  }

  #continue(
    { id: answerId, model: before }: Answer,
    request: Promise<CompletionRequest>,
    isWithoutTools = false,
  ): void {
    const { model } = this.conversation;
    this.#state.apply({
      type: 'continued',
      answerId,
      continuedAt: this.deps.clock.now(),
      ...(model === before ? {} : { model }),
    });
    this.#run(answerId, request, { isContinued: true, isWithoutTools });
  }

  #run(
    answerId: string,
    request: Promise<CompletionRequest>,
    how: { readonly isContinued?: boolean; readonly isWithoutTools?: boolean } = {},
  ): void {
    const onEnd = (): void => (this.#local = undefined);
    this.#local = {
      answerId,
      run: runAnswer(this.deps, this.#state, { answerId, request, ...how, onEnd }),
    };
  }
}
