// Tracks how much of the model's context window the next request would use.
import { DisposableStore, type Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { sentImages, type QuestionDraft } from '../../../conversation/common/attachment';
import { answerReserve, type TokenBudget } from '../../../conversation/common/contextLimit';
import {
  findAnswer,
  type Answer,
  type Conversation,
  type QuestionContent,
} from '../../../conversation/common/conversation';
import type { ConversationEvent } from '../../../conversation/common/conversationEvent';
import type { RequestSettings } from '../../../conversation/node/request/requestBuilder';
import type { ChatSession } from '../../../conversation/node/session/chatSession';
import { requiredMaxTokens, type OutputLimits } from '../../../gateway/common/maxTokens';
import { costOf, longestCostOf, type Cost } from '../../../gateway/common/prices';
import type { Price } from '../../../gateway/common/usage';
import type { ModelContext, ModelContextCache } from './modelContextCache';
import { learnFromAnswer, requestTokens } from './requestTokens';

export interface ContextBudgetDeps {
  readonly session: ChatSession;
  /** What the message box holds at first. */
  readonly draft: QuestionDraft;
  readonly modelContexts: ModelContextCache;
  readonly requestSettings: () => RequestSettings;
  /** The origin of the current gateway; undefined without one. */
  readonly origin: () => string | undefined;
  /** The context length of a model in the user's settings, which no other source overrides. */
  readonly ownContextLength: (model: string) => number | undefined;
  /** Context lengths of a model from all other sources, in tokens, most trusted first. */
  readonly contextLengthCandidates: (model: string) => Promise<readonly (number | undefined)[]>;
  /** What limits a model's answers. */
  readonly outputLimits?: (model: string) => Promise<OutputLimits>;
  readonly price?: (model: string) => Promise<Price | undefined>;
}

export class ContextBudget implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<TokenBudget | undefined>());
  #draft: QuestionDraft;
  /** What was last fired, as JSON. */
  #lastState = JSON.stringify([undefined, false, [undefined, undefined]]);

  readonly onDidChange = this.#changed.event;

  constructor(private readonly deps: ContextBudgetDeps) {
    this.#draft = deps.draft;
    this.#disposables.add(deps.session.onDidChange((event) => this.#onSessionEvent(event)));
    const { messages, model } = deps.session.conversation;
    for (const message of messages) {
      if (message.kind === 'answer' && message.model === model) {
        this.#learn(message);
      }
    }
  }

  /** The budget of a request with the draft as its question. Undefined if the context length is unknown. */
  get budget(): TokenBudget | undefined {
    return this.budgetFor(this.#draft);
  }

  /** What a request with the draft costs: its input, and all of it with the longest answer. Undefined where it is unknown. */
  get costs(): readonly [input: Cost | undefined, longest: Cost | undefined] {
    const { messages, model } = this.deps.session.conversation;
    const { price, limits } = this.#contextOf(model);
    const { budget } = this;
    if (price === undefined || budget === undefined) {
      return [undefined, undefined];
    }
    const inputTokens = budget.requestTokens;
    const most = this.#answerLimit(budget.contextLength) ?? limits?.maxOutputTokens;
    const questions = messages.filter((message) => message.kind === 'question');
    const hasImages = [...questions, this.#draft].some((one) => sentImages(one).length > 0);
    return [
      costOf({ inputTokens, outputTokens: 0 }, price, hasImages),
      most === undefined ? undefined : longestCostOf(inputTokens, most, price, hasImages),
    ];
  }

  /** No source gives the context length of the selected model. */
  get isContextLengthUnknown(): boolean {
    const { session, origin } = this.deps;
    const { model } = session.conversation;
    return (
      model !== '' &&
      origin() !== undefined &&
      this.#contextOf(model).contextLengthCandidates !== undefined &&
      this.#contextLength() === undefined
    );
  }

  /** The budget of a request with `question` after the first `before` messages. */
  budgetFor(
    question: QuestionContent,
    before = Infinity,
    conversation = this.deps.session.conversation,
  ): TokenBudget | undefined {
    const contextLength = this.#contextLength();
    if (contextLength === undefined || conversation.model === '') {
      return undefined;
    }
    return {
      requestTokens: this.tokensOf(conversation, before, question),
      contextLength,
      answerTokens: answerReserve(contextLength, this.#answerLimit(contextLength)),
    };
  }

  /** Size in tokens of a request with `question` after the first `before` messages. */
  tokensOf(conversation: Conversation, before: number, question: QuestionContent): number {
    const { systemPrompt } = this.deps.requestSettings();
    const { calibration } = this.#contextOf(conversation.model);
    return requestTokens(conversation, before, question, systemPrompt, calibration);
  }

  /** The context length of any model, in tokens. Undefined if no source gives it. */
  async contextLengthOf(model: string): Promise<number | undefined> {
    const { ownContextLength, contextLengthCandidates } = this.deps;
    const known = [ownContextLength(model), ...(await contextLengthCandidates(model))];
    return known.find((length) => length !== undefined);
  }

  setDraft(draft: QuestionDraft): void {
    this.#draft = draft;
    this.#fireIfChanged();
  }

  /** Call when the model list, the settings or the gateway may have changed. */
  async refresh(): Promise<void> {
    const { model } = this.deps.session.conversation;
    const context = this.#contextOf(model);
    this.#fireIfChanged();
    const { contextLengthCandidates, outputLimits, price } = this.deps;
    const limits = model === '' ? undefined : outputLimits?.(model);
    context.contextLengthCandidates = model === '' ? [] : await contextLengthCandidates(model);
    context.limits = limits && (await limits);
    context.price = await price?.(model);
    this.#fireIfChanged();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #onSessionEvent(event: ConversationEvent): void {
    switch (event.type) {
      case 'textAppended':
        return;
      case 'modelChosen':
        void this.refresh();
        return;
      case 'ended': {
        const answer = findAnswer(this.deps.session.conversation, event.answerId);
        if (answer !== undefined) {
          this.#learn(answer);
        }
        if (answer?.outcome?.failure?.kind === 'contextTooLong') {
          // The error may have revealed the context length.
          void this.refresh();
        }
        break;
      }
      default:
        break;
    }
    this.#fireIfChanged();
  }

  #learn(answer: Answer): void {
    const context = this.#contextOf(answer.model);
    learnFromAnswer(answer, context.calibration);
    context.longestAcceptedTokens = Math.max(
      context.longestAcceptedTokens,
      answer.outcome?.usage?.inputTokens ?? 0,
    );
  }

  #fireIfChanged(): void {
    const { budget, isContextLengthUnknown, costs } = this;
    const state = JSON.stringify([budget, isContextLengthUnknown, costs]);
    if (state !== this.#lastState) {
      this.#lastState = state;
      this.#changed.fire(budget);
    }
  }

  /** The limit that a request sends, in tokens. */
  #answerLimit(contextLength: number): number | undefined {
    const { session, requestSettings } = this.deps;
    const { limits } = this.#contextOf(session.conversation.model);
    const required =
      limits?.isRequired === true ? requiredMaxTokens({ ...limits, contextLength }) : undefined;
    return requestSettings().maxTokens ?? required;
  }

  #contextLength(): number | undefined {
    const { model } = this.deps.session.conversation;
    return this.deps.ownContextLength(model) ?? this.#contextOf(model).contextLength;
  }

  #contextOf(model: string): ModelContext {
    return this.deps.modelContexts.of(this.deps.origin(), model);
  }
}
