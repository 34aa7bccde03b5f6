// Tracks how much of the model's context window the next request would use.
import { DisposableStore, type Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import type { QuestionDraft } from '../../../conversation/common/attachment';
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
import { requiredMaxTokens, type KnownLimits } from '../../../gateway/common/maxTokens';
import { inputCostOf, type Cost } from '../../../gateway/common/prices';
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
  /** What limits a model's answers, where its API format requires a limit; else undefined. */
  readonly requiredLimits?: (model: string) => Promise<KnownLimits | undefined>;
  readonly price?: (model: string) => Promise<Price | undefined>;
}

export class ContextBudget implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<TokenBudget | undefined>());
  #draft: QuestionDraft;
  /** What was last fired, as JSON. */
  #lastState = JSON.stringify([undefined, false, undefined]);

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

  /** What the input of a request with the draft costs; undefined if it or its size is unknown. */
  get inputCost(): Cost | undefined {
    const { price } = this.#contextOf(this.deps.session.conversation.model);
    const tokens = this.budget?.requestTokens;
    return price === undefined || tokens === undefined ? undefined : inputCostOf(tokens, price);
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
  budgetFor(question: QuestionContent, before = Infinity): TokenBudget | undefined {
    const { session, requestSettings } = this.deps;
    const { conversation } = session;
    const contextLength = this.#contextLength();
    if (contextLength === undefined || conversation.model === '') {
      return undefined;
    }
    const { limits } = this.#contextOf(conversation.model);
    const required = limits && requiredMaxTokens({ ...limits, contextLength });
    return {
      requestTokens: this.tokensOf(conversation, before, question),
      contextLength,
      answerTokens: answerReserve(contextLength, requestSettings().maxTokens ?? required),
    };
  }

  /** Size in tokens of a request with `question` after the first `before` messages. */
  tokensOf(conversation: Conversation, before: number, question: QuestionContent): number {
    const { systemPrompt } = this.deps.requestSettings();
    const { calibration } = this.#contextOf(conversation.model);
    return requestTokens(conversation, before, question, systemPrompt, calibration);
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
    const { contextLengthCandidates, requiredLimits, price } = this.deps;
    const limits = model === '' ? undefined : requiredLimits?.(model);
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
    const { budget, isContextLengthUnknown, inputCost } = this;
    const state = JSON.stringify([budget, isContextLengthUnknown, inputCost]);
    if (state !== this.#lastState) {
      this.#lastState = state;
      this.#changed.fire(budget);
    }
  }

  #contextLength(): number | undefined {
    const { model } = this.deps.session.conversation;
    return this.deps.ownContextLength(model) ?? this.#contextOf(model).contextLength;
  }

  #contextOf(model: string): ModelContext {
    return this.deps.modelContexts.of(this.deps.origin(), model);
  }
}
