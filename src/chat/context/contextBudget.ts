// Watches how full the context window gets: the session, the draft and the model's length, brought to one figure.
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { answerReserve, type TokenBudget } from '../../shared/conversation/contextLimit';
import { type Answer, type Conversation, findAnswer } from '../../shared/conversation/conversation';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent';
import type { RequestSettings } from '../request/requestBuilder';
import type { ChatSession } from '../session/chatSession';
import { contextLength, type ModelContext, type ModelContextCache } from './modelContextCache';
import { type Content, learnFromAnswer, requestTokens } from './requestTokens';

export interface ContextBudgetDeps {
  readonly session: ChatSession;
  /** What stands in the message box at first. */
  readonly draft: string;
  readonly modelContexts: ModelContextCache;
  readonly requestSettings: () => RequestSettings;
  /** Of the gateway in use: what is learned of a model holds there alone. */
  readonly origin: () => string | undefined;
  /** What is said of a model's context length, in tokens; what is to be believed first stands first. */
  readonly contextLengthCandidates: (model: string) => Promise<readonly (number | undefined)[]>;
}

export class ContextBudget implements Disposable {
  readonly #own = new DisposableStore();
  readonly #changed = this.#own.add(new Emitter<TokenBudget | undefined>());
  readonly #parts: ContextBudgetDeps;
  #draft: string;
  #shown: TokenBudget | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(parts: ContextBudgetDeps) {
    this.#parts = parts;
    this.#draft = parts.draft;
    this.#own.add(parts.session.onDidChange((event) => this.#take(event)));
    const { messages, model } = parts.session.conversation;
    for (const message of messages) {
      if (message.kind === 'answer' && message.model === model) {
        this.#learn(message);
      }
    }
  }

  /** With the message box's text as the next question. Undefined where the length is not known. */
  get budget(): TokenBudget | undefined {
    return this.budgetFor({ text: this.#draft });
  }

  /** With this as the question behind the first `before` messages. */
  budgetFor(question: Content, before = Infinity): TokenBudget | undefined {
    const { session, requestSettings } = this.#parts;
    const { conversation } = session;
    const limit = contextLength(this.#knownOf(conversation.model));
    if (limit === undefined || conversation.model === '') {
      return undefined;
    }
    const tokens = this.tokensOf(conversation, before, question);
    return { requestTokens: tokens, contextLength: limit, answerTokens: answerReserve(limit, requestSettings().maxTokens) };
  }

  /** What such a request of a conversation to its model comes to, in tokens. */
  tokensOf(conversation: Conversation, before: number, question: Content): number {
    const { systemPrompt } = this.#parts.requestSettings();
    const { calibration } = this.#knownOf(conversation.model);
    return requestTokens(conversation, before, question, systemPrompt, calibration);
  }

  setDraft(text: string): void {
    this.#draft = text;
    this.#show();
  }

  /** To be called when the model list, the settings or the gateway may have changed. */
  async refresh(): Promise<void> {
    const { model } = this.#parts.session.conversation;
    const known = this.#knownOf(model);
    this.#show();
    known.contextLengthCandidates = model === '' ? [] : await this.#parts.contextLengthCandidates(model);
    this.#show();
  }

  dispose(): void {
    this.#own.dispose();
  }

  #take(event: ConversationEvent): void {
    switch (event.type) {
      case 'textAppended':
        return;
      case 'modelChosen':
        void this.refresh();
        return;
      case 'ended': {
        const answer = findAnswer(this.#parts.session.conversation, event.answerId);
        if (answer !== undefined) {
          this.#learn(answer);
        }
        if (answer?.outcome?.failure?.kind === 'contextTooLong') {
          // The error may have told the length.
          void this.refresh();
        }
        break;
      }
      default:
        break;
    }
    this.#show();
  }

  #learn(answer: Answer): void {
    const known = this.#knownOf(answer.model);
    const { conversation } = this.#parts.session;
    const { systemPrompt } = this.#parts.requestSettings();
    learnFromAnswer(conversation, answer, systemPrompt, known.calibration);
    known.longestAcceptedRequest = Math.max(known.longestAcceptedRequest, answer.outcome?.usage?.inputTokens ?? 0);
  }

  #show(): void {
    const { budget } = this;
    if (JSON.stringify(budget) !== JSON.stringify(this.#shown)) {
      this.#shown = budget;
      this.#changed.fire(budget);
    }
  }

  #knownOf(model: string): ModelContext {
    return this.#parts.modelContexts.of(this.#parts.origin(), model);
  }
}
