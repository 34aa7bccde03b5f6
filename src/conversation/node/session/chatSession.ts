// One conversation and the answers that may be running in it: asks, retries, continues and stops.
import type { Disposable } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import { omitUndefined } from '../../../base/omitUndefined';
import type { CompletionRequest } from '../../../gateway/common/chatModel';
import type { Failure } from '../../../gateway/common/failure';
import { type GatewayRef } from '../../../gateway/common/gatewayRef';
import { answerGroups, canAskAgain } from '../../common/answerGroups';
import { questionDraft, type Attachment } from '../../common/attachment';
import {
  canContinue,
  findAnswer,
  isRunning,
  newAnswer,
  runningAnswers,
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
import { sendAnswerRequest, type AnswerDeps } from './answerRequest';
import type { AnswerRun } from './answerRun';
import { ConversationState, type ConversationStateDeps } from './conversationState';
import { orphanedAnswerEnds } from './orphanedAnswers';
import { OtherWindows, type OtherWindowsDeps } from './otherWindows';
import type { ToolUse } from './toolLoop';

export interface ChatSessionDeps extends AnswerDeps, ConversationStateDeps, OtherWindowsDeps {
  readonly store: ConversationStore;
  readonly requestBuilder: RequestBuilder;
  readonly newId: () => string;
}

interface AnsweredQuestion {
  readonly answer: Answer;
  readonly question: Question;
}

interface LocalRun {
  readonly run: AnswerRun;
  readonly questionId: string;
  /** The same for all answers to the question that run, but for those that the user continues. */
  readonly toolUse: ToolUse;
}

/** Every change of the conversation is an event, which is reduced and stored. */
export class ChatSession implements Disposable {
  readonly #state: ConversationState;
  readonly #otherWindows: OtherWindows;
  /** The answers that this window runs, by ID; other windows may run some too. */
  readonly #local = new Map<string, LocalRun>();

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
      isRunning: (answerId) => this.#local.has(answerId),
      onRunningElsewhere: (answerId) => this.#state.resume(answerId),
      onEvent: (event) => this.#handleRemote(event),
      onOrphaned: (answerId) => this.#state.markOrphaned(answerId),
      onStopRequested: (answerId) => this.#local.get(answerId)?.run.stop(),
      onWindowGone: () => this.#interruptAll(),
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

  /** Whether an answer on the path or beside it is running, in this window or another. */
  get isRunning(): boolean {
    return runningAnswers(this.conversation).length > 0;
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

  /**
   * Shows another version of a question or an answer, and what followed it. While an answer is running, only another one to
   * the same question.
   */
  chooseVersion(messageId: string): boolean {
    const { questionId } = findAnswer(this.conversation, messageId) ?? {};
    const isBeside = questionId !== undefined && canAskAgain(this.conversation, questionId);
    if ((this.isRunning && !isBeside) || this.#state.findOnPath(messageId) !== undefined) {
      return false;
    }
    this.#state.apply({ type: 'versionChosen', messageId });
    return this.#state.findOnPath(messageId) !== undefined;
  }

  /** The model that is asked when an answer is retried or continued: the conversation's; where several were asked, its own. */
  modelFor(answerId: string): string {
    const { conversation } = this;
    const answer = findAnswer(conversation, answerId);
    const isOneOfSeveral = answer && answerGroups(conversation).has(answer.questionId);
    return isOneOfSeveral ? answer.model : conversation.model;
  }

  /**
   * Asks the question of an answer again: the conversation's model, or if several models were asked, the same one. The new
   * answer takes the place of the old one, on the path or beside it.
   */
  retry(answerId: string): boolean {
    const again = this.#askedAgain(answerId);
    if (again === undefined) {
      return false;
    }
    const { question } = again;
    const model = this.modelFor(answerId);
    this.#retry(again, model, this.#request(question, model));
    return true;
  }

  /**
   * Asks a further model the question of an answer, with the same request, and shows its answer beside that one.
   *
   * @param failure why it isn't asked: then the answer only shows that
   */
  alsoAsk(answerId: string, model: string, failure?: Failure): boolean {
    const { question } = this.#askedAgain(answerId, true) ?? {};
    if (question === undefined) {
      return false;
    }
    const answer = { ...this.#newAnswer(question.id, model), isAlsoAsked: true as const };
    this.#state.apply({ type: 'retried', replacedAnswerId: answerId, answer });
    if (failure === undefined) {
      this.#run(answer, this.#sameRequest(answerId, question, model));
    } else {
      const outcome = { endedAt: this.deps.clock.now(), failure };
      this.#state.apply({ type: 'ended', answerId: answer.id, state: 'failed', outcome });
    }
    return true;
  }

  /**
   * Sends the request of an answer again with only the model changed, and makes it the conversation's model.
   * An answer that failed to continue is continued, any other is replaced. A request that is no longer
   * remembered is built again.
   */
  retryWith(answerId: string, model: string): boolean {
    const again = this.#askedAgain(answerId);
    if (again === undefined) {
      return false;
    }
    const { answer, question } = again;
    this.chooseModel(model);
    const request = this.#sameRequest(answerId, question, model);
    if (answer.earlierOutcomes !== undefined && canContinue(answer)) {
      this.#continue(answer, request, model);
    } else {
      this.#retry(again, model, request);
    }
    return true;
  }

  /**
   * Continues an answer that was cut off or paused, with the conversation's model, or if several were asked, its own; it
   * stays one answer.
   *
   * @param isWithoutTools the model answers with what it has read
   */
  continueAnswer(answerId: string, isWithoutTools = false): boolean {
    const again = this.#askedAgain(answerId);
    if (again === undefined || !canContinue(again.answer)) {
      return false;
    }
    const model = this.modelFor(answerId);
    this.#continue(again.answer, this.#request(again.question, model), model, isWithoutTools);
    return true;
  }

  /** Stops a running answer, or all: closes the connection and keeps the text. */
  stop(answerId?: string): void {
    const isStopped = ({ id }: Answer): boolean => answerId === undefined || id === answerId;
    for (const { id } of runningAnswers(this.conversation).filter(isStopped)) {
      const local = this.#local.get(id);
      if (local === undefined) {
        this.#otherWindows.requestStop(id);
      } else {
        local.run.stop();
      }
    }
  }

  /** Ends the pause before an automatic retry. */
  retryNow(answerId: string): void {
    if (findAnswer(this.conversation, answerId)?.retryWait !== undefined) {
      this.#local.get(answerId)?.run.retryNow();
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

  /** Running answers end as orphaned, so that other windows do not wait for a reply. */
  dispose(): void {
    this.#interruptAll();
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
    const { model } = this.conversation;
    const answer = this.#newAnswer(question.id, model);
    this.#state.apply({ type: 'asked', question, answer });
    this.#run(answer, this.#request(question, model));
    return true;
  }

  #newAnswer(questionId: string, model: string): Answer {
    const { newId, clock } = this.deps;
    return newAnswer(newId(), questionId, model, clock.now());
  }

  /** Undefined if the question of the answer can't be asked again now. */
  #askedAgain(answerId: string, mayRun = false): AnsweredQuestion | undefined {
    const answer = findAnswer(this.conversation, answerId);
    const question = answer && this.#state.findOnPath(answer.questionId);
    return answer !== undefined &&
      question?.kind === 'question' &&
      canAskAgain(this.conversation, question.id) &&
      (mayRun || !isRunning(answer.state))
      ? { answer, question }
      : undefined;
  }

  #retry(
    { answer: replaced, question }: AnsweredQuestion,
    model: string,
    request: Promise<CompletionRequest>,
  ): void {
    const isBeside = this.#state.findOnPath(replaced.id) === undefined;
    const answer: Answer = {
      ...this.#newAnswer(question.id, model),
      ...keptRounds(replaced),
      ...(isBeside ? { isAlsoAsked: true } : {}),
    };
    this.#state.apply({ type: 'retried', replacedAnswerId: replaced.id, answer });
    this.#run(answer, request);
  }

  /** Handles an event of another window. One that took this window's answer for orphaned has ended it. */
  #handleRemote(event: ConversationEvent): void {
    if (event.type === 'ended') {
      this.#abandon(event.answerId);
    }
    this.#state.show(event);
  }

  /** Ends this window's answers as if the window had been closed. */
  #interruptAll(): void {
    for (const answerId of this.#local.keys()) {
      this.#abandon(answerId);
      const end = this.#state.orphanedEnd(answerId);
      if (end !== undefined) {
        this.#state.apply(end);
      }
    }
  }

  /** Closes the connection of an answer, if this window has it, without an `ended` event. */
  #abandon(answerId: string): void {
    this.#local.get(answerId)?.run.abandon();
    this.#local.delete(answerId);
  }

  #request(question: Question, model: string): Promise<CompletionRequest> {
    return this.deps.requestBuilder.build(this.conversation, question, model);
  }

  /** The request of an answer with only the model changed; it is built again if it is no longer remembered. */
  #sameRequest(answerId: string, question: Question, model: string): Promise<CompletionRequest> {
    const { recentRequests, requestBuilder } = this.deps;
    const known = recentRequests.get(answerId);
    return known === undefined
      ? this.#request(question, model)
      : requestBuilder.withModel(known, model);
  }

  #continue(
    answer: Answer,
    request: Promise<CompletionRequest>,
    model: string,
    isWithoutTools = false,
  ): void {
    this.#state.apply({
      type: 'continued',
      answerId: answer.id,
      continuedAt: this.deps.clock.now(),
      ...(model === answer.model ? {} : { model }),
    });
    this.#run(answer, request, { isContinued: true, isWithoutTools });
  }

  #run(
    { id: answerId, questionId }: Answer,
    request: Promise<CompletionRequest>,
    how: { readonly isContinued?: boolean; readonly isWithoutTools?: boolean } = {},
  ): void {
    // Whoever continues an answer whose tools have paused lets them use as much again.
    const beside = how.isContinued
      ? undefined
      : [...this.#local.values()].find((other) => other.questionId === questionId);
    const toolUse = beside?.toolUse ?? { calls: 0, tokens: 0, cost: 0, ms: 0 };
    const onEnd = (): void => void this.#local.delete(answerId);
    const asked = { answerId, request, toolUse, ...how, onEnd };
    const run = sendAnswerRequest(this.deps, this.#state, asked);
    this.#local.set(answerId, { run, questionId, toolUse });
  }
}
