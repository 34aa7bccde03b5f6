// One conversation, and the one answer that may be running in it.
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import {
  type Answer,
  type Conversation,
  type GatewayRef,
  type FailedSummary,
  type Outcome,
  type Price,
  type Question,
  type Summary,
  findAnswer,
  canContinue,
  runningAnswer,
} from '../../shared/conversation/conversation';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent';
import { findMessage, parentIdOf } from '../../shared/conversation/messageTree';
import { AnswerRun, type RunStart, type RunEnd } from './answerRun';
import type { RequestBuilder } from '../request/requestBuilder';
import { continuing, OverlapTrimmer } from './continuation';
import { endStateOf } from './endState';
import { orphanedAnswerEnds } from './orphanedAnswers';
import { ConversationState } from './conversationState';
import { OtherWindows } from './otherWindows';
import type { ChatModel, CompletionRequest, ConversationStore } from '../ports';
import type { SentRequestLog } from '../request/sentRequestLog';

export interface ChatSessionDeps {
  readonly chatModel: ChatModel;
  readonly store: ConversationStore;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Whether the window that this code works for is still there; a reload may leave the code behind. */
  readonly isWindowAlive: () => Promise<boolean>;
  readonly requests: RequestBuilder;
  readonly sentRequests: SentRequestLog;
  /** What the gateway's list asks for a model. Asks nobody. */
  readonly listedPrice: (model: string) => Promise<Price | undefined>;
}

/** Asks, stops and asks again; every change of the conversation is an event that is also kept. */
export class ChatSession implements Disposable {
  readonly #parts: ChatSessionDeps;
  readonly #live: ConversationState;
  readonly #others: OtherWindows;
  #run: { readonly answerId: string; readonly answer: AnswerRun } | undefined;

  /**
   * An answer that runs in a kept conversation is given by another window, or was left by one that
   * closed. Where no window says that it gives it, it is shown as left; that is kept only once something
   * is done here.
   */
  constructor(parts: ChatSessionDeps, conversation: Conversation) {
    this.#parts = parts;
    this.#live = new ConversationState(parts, conversation);
    this.#others = new OtherWindows(parts, conversation, {
      gives: (answerId) => this.#run?.answerId === answerId,
      heardOf: (answerId) => this.#live.revive(answerId),
      take: (event) => this.#hear(event),
      left: (answerId) => this.#live.leave(answerId),
      stop: () => this.stop(),
      lost: () => this.#breakOff(),
    });
    for (const { answerId } of orphanedAnswerEnds(conversation, 0)) {
      this.#others.askAfter(answerId);
    }
  }

  get conversation(): Conversation {
    return this.#live.now;
  }

  /** Fires after the event has been reduced. */
  get onDidChange(): Event<ConversationEvent> {
    return this.#live.onDidChange;
  }

  /** Whether an answer that is shown is being given, here or by another window. */
  get isRunning(): boolean {
    return this.#run !== undefined || runningAnswer(this.conversation) !== undefined;
  }

  /** Whether nothing can be asked in it now. */
  get #isClosed(): boolean {
    return this.isRunning || this.conversation.readOnly === true;
  }

  /**
   * Asks a question, under the ID that it has already where it waited in the queue. Does nothing for
   * blank text, while an answer runs, or where a question of that ID was asked; then returns false.
   */
  ask(text: string, id?: string): boolean {
    const parent = this.conversation.messages.at(-1)?.id ?? '';
    return this.#ask({ text, parentId: parent }, id);
  }

  /** Asks a question in other words; the old ones are put aside, with all that followed them. */
  edit(questionId: string, text: string): boolean {
    const old = this.#live.find(questionId);
    if (old?.kind !== 'question') {
      return false;
    }
    const { images } = old;
    return this.#ask({
      text,
      parentId: parentIdOf(old),
      ...(images === undefined ? {} : { images }),
    });
  }

  /** Shows another version of a question or an answer, with what followed it. Not while an answer runs. */
  chooseVersion(messageId: string): boolean {
    if (this.isRunning || this.#live.find(messageId) !== undefined) {
      return false;
    }
    this.#live.apply({ type: 'versionChosen', messageId });
    return this.#live.find(messageId) !== undefined;
  }

  /** Asks the question of an answer again; the new answer takes the old one's place, which is put aside. */
  retry(answerId: string): boolean {
    const replaced = findAnswer(this.conversation, answerId);
    const question = this.#questionOf(replaced);
    if (this.#isClosed || replaced === undefined || question === undefined) {
      return false;
    }
    const answer = this.#newAnswer(question.id);
    this.#live.apply({ type: 'retried', replacedAnswerId: replaced.id, answer });
    this.#follow(answer.id, this.#request(question));
    return true;
  }

  /**
   * Sends the request that an answer came to an end with once more, with nothing but the model's value
   * replaced, and makes the model the conversation's. An answer that was to go on goes on; any other is
   * replaced. Where the request is no longer known it is built anew.
   */
  retryWith(answerId: string, model: string): boolean {
    const old = findAnswer(this.conversation, answerId);
    const question = this.#questionOf(old);
    if (this.#isClosed || old === undefined || question === undefined) {
      return false;
    }
    this.chooseModel(model);
    const known = this.#parts.requests.get(answerId);
    const request =
      known === undefined ? this.#request(question) : this.#parts.requests.withModel(known, model);
    if (old.earlierOutcomes !== undefined && canContinue(old)) {
      this.#goOn(old, request);
    } else {
      const answer = this.#newAnswer(question.id);
      this.#live.apply({ type: 'retried', replacedAnswerId: answerId, answer });
      this.#follow(answer.id, request);
    }
    return true;
  }

  /** Has an answer that was cut off go on from its text, by the conversation's model; it stays one answer. */
  continueAnswer(answerId: string): boolean {
    const answer = findAnswer(this.conversation, answerId);
    const question = this.#questionOf(answer);
    if (this.#isClosed || answer === undefined || !canContinue(answer) || question === undefined) {
      return false;
    }
    this.#goOn(answer, this.#request(question));
    return true;
  }

  /** Ends the running answer, closes its connection and keeps its text. */
  stop(): void {
    const shown = runningAnswer(this.conversation);
    if (this.#run !== undefined) {
      this.#run.answer.stop();
    } else if (shown !== undefined) {
      this.#others.askToStop(shown.id);
    }
  }

  /** Asks again at once where the answer waits to be asked again by itself. */
  retryNow(answerId: string): void {
    if (findAnswer(this.conversation, answerId)?.retryWait !== undefined) {
      this.#run?.answer.retryNow();
    }
  }

  /** Sends the turns up to that of a question no more, but the summary where there is one. */
  omitTurns(lastQuestionId: string, summary: Summary | undefined): void {
    const omittedAt = this.#parts.clock.now();
    const omitted = { lastQuestionId, omittedAt, ...(summary === undefined ? {} : { summary }) };
    this.#live.apply({ type: 'turnsOmitted', omitted });
  }

  /** Keeps that a summary was asked for in vain. */
  recordFailedSummary(lost: FailedSummary): void {
    this.#live.apply({ type: 'summaryFailed', failedSummary: lost });
  }

  /** Adds what was said elsewhere; what is shown moves only where that goes on from its end. */
  addEvents(events: readonly ConversationEvent[]): void {
    for (const event of events) {
      this.#live.apply(event);
    }
  }

  /** The model for the next question of this conversation. */
  chooseModel(model: string): void {
    if (model !== this.conversation.model) {
      this.#live.apply({ type: 'modelChosen', model });
    }
  }

  /** Where the questions of this conversation go from now on; undefined where that is open again. */
  chooseGateway(gateway: GatewayRef | undefined): void {
    this.#live.apply({ type: 'gatewayChosen', ...(gateway === undefined ? {} : { gateway }) });
  }

  /** An answer that runs ends as left: nobody has to wait for a sign of it. */
  dispose(): void {
    this.#breakOff();
    this.#others.dispose();
    this.#live.dispose();
  }

  #ask(asked: Pick<Question, 'text' | 'parentId' | 'images'>, id = this.#parts.newId()): boolean {
    const isAsked = findMessage(this.conversation, id) !== undefined;
    if (this.#isClosed || asked.text.trim() === '' || isAsked) {
      return false;
    }
    const question: Question = { kind: 'question', id, ...asked, askedAt: this.#parts.clock.now() };
    const answer = this.#newAnswer(question.id);
    this.#live.apply({ type: 'asked', question, answer });
    this.#follow(answer.id, this.#request(question));
    return true;
  }

  #newAnswer(questionId: string): Answer {
    return {
      kind: 'answer',
      id: this.#parts.newId(),
      questionId,
      model: this.conversation.model,
      state: 'waiting',
      text: '',
      reasoning: '',
      startedAt: this.#parts.clock.now(),
    };
  }

  /** What another window has added. Where it took this window's answer for left, its end is the one that is kept. */
  #hear(event: ConversationEvent): void {
    if (event.type === 'ended' && event.answerId === this.#run?.answerId) {
      this.#abandon();
    }
    this.#live.show(event);
  }

  /** Ends this window's answer as it would be found if the window had closed. */
  #breakOff(): void {
    const answerId = this.#abandon();
    const end = answerId === undefined ? undefined : this.#live.leftEnd(answerId);
    if (end !== undefined) {
      this.#live.apply(end);
    }
  }

  /** Closes the connection of this window's answer and tells no end. Returns the answer's ID. */
  #abandon(): string | undefined {
    const run = this.#run;
    run?.answer.abandon();
    this.#run = undefined;
    return run?.answerId;
  }

  #questionOf(answer: Answer | undefined): Question | undefined {
    const found = answer && this.#live.find(answer.questionId);
    return found?.kind === 'question' ? found : undefined;
  }

  /** As the conversation and the settings are now. */
  #request(question: Question): Promise<CompletionRequest> {
    return this.#parts.requests.build(this.conversation, question, this.conversation.model);
  }

  #goOn({ id: answerId, text, model: before }: Answer, request: Promise<CompletionRequest>): void {
    const { model } = this.conversation;
    const at = this.#parts.clock.now();
    this.#live.apply({
      type: 'continued',
      answerId,
      continuedAt: at,
      ...(model === before ? {} : { model }),
    });
    this.#follow(answerId, request, text);
  }

  /** @param partial The text that the answer goes on from; undefined for one that begins. */
  #follow(answerId: string, request: Promise<CompletionRequest>, partial?: string): void {
    const run = new AnswerRun(this.#parts.clock, {
      onText: (delta) => this.#live.apply({ type: 'textAppended', answerId, ...delta }),
      onRetryScheduled: (retryWait) =>
        this.#live.apply({ type: 'retryScheduled', answerId, retryWait }),
      onAutoRetry: (again) => this.#live.apply({ type: 'autoRetried', answerId, autoRetry: again }),
      onSent: (sentRequest) => this.#parts.sentRequests.add(answerId, sentRequest),
      onEnd: (end) => this.#end(answerId, end),
    });
    this.#run = { answerId, answer: run };
    const kept = this.#parts.store.sync(this.conversation.id);
    void run.follow(async (signal): Promise<RunStart> => {
      // What is asked is on disk before it leaves.
      const [asked] = await Promise.all([request, kept]);
      const { apiFormat, model } = asked;
      const listedPrice = await this.#parts.listedPrice(model);
      this.#parts.requests.remember(answerId, asked);
      const whole = partial === undefined ? asked : continuing(asked, partial);
      const seam = partial === undefined ? undefined : new OverlapTrimmer(partial);
      return {
        apiFormat,
        listedPrice,
        parts: this.#parts.chatModel.complete(whole, signal),
        overlapTrimmer: seam,
      };
    });
  }

  #end(answerId: string, { stopped, refused, ...known }: RunEnd): void {
    this.#run = undefined;
    const answer = findAnswer(this.conversation, answerId);
    const said = `${answer?.text ?? ''}${answer?.reasoning ?? ''}`;
    const { state, emptyReply } = endStateOf({
      stopped,
      refused,
      hasContent: said.trim() !== '' || known.toolCalls !== undefined,
      failure: known.failure,
      finishReason: known.finishReason,
    });
    const outcome: Outcome = {
      endedAt: this.#parts.clock.now(),
      ...known,
      ...(emptyReply ? { failure: { kind: 'emptyReply' } } : {}),
    };
    this.#live.apply({ type: 'ended', answerId, state, outcome });
  }
}
