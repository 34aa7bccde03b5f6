// Watches how full the context window gets: the session, the draft and the model's length, brought to one figure.
import { type Disposable, DisposableStore } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { answerReserve, type Budget } from '../shared/budget';
import { type Answer, type ConversationEvent, findAnswer } from '../shared/conversation';
import type { ChatSession, RequestSettings } from './chatSession';
import { learnFromAnswer, nextRequestTokens } from './requestTokens';
import { TokenCalibration } from './tokenCalibration';

export interface ContextBudgetParts {
  readonly session: ChatSession;
  readonly requestSettings: () => RequestSettings;
  /** The Base URL in use: what is learned of a model holds there alone. */
  readonly baseUrl: () => string | undefined;
  /** The context length that the gateway's list gives for a model, in tokens. */
  readonly listedLength: (model: string) => Promise<number | undefined>;
}

/** What is known of one model of one gateway; kept in memory. */
interface Known {
  readonly calibration: TokenCalibration;
  /** From the list. */
  listed?: number | undefined;
  /** From an error that refused a longer request. */
  refusedBeyond?: number;
  /** The longest request that it has answered, in tokens. */
  answered: number;
}

export class ContextBudget implements Disposable {
  readonly #own = new DisposableStore();
  readonly #changed = this.#own.add(new Emitter<Budget | undefined>());
  readonly #known = new Map<string, Known>();
  readonly #parts: ContextBudgetParts;
  #draft = '';
  #shown: Budget | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(parts: ContextBudgetParts) {
    this.#parts = parts;
    this.#own.add(parts.session.onDidChange((event) => this.#take(event)));
    this.#own.add(
      parts.session.onDidOpen(({ messages }) => {
        const { model } = parts.session.conversation;
        for (const message of messages) {
          if (message.kind === 'answer' && message.model === model) {
            this.#learn(message);
          }
        }
        void this.refresh();
      }),
    );
  }

  /** With the message box's text as the next question. Undefined where the length is not known. */
  get budget(): Budget | undefined {
    return this.budgetFor(this.#draft);
  }

  /** With this text as the next question. */
  budgetFor(text: string): Budget | undefined {
    const { session, requestSettings } = this.#parts;
    const { conversation } = session;
    const known = this.#knownOf(conversation.model);
    const limit = contextLength(known);
    if (limit === undefined || conversation.model === '') {
      return undefined;
    }
    const { systemPrompt, maxTokens } = requestSettings();
    const tokens = nextRequestTokens(conversation, text, systemPrompt, known.calibration);
    return { tokens, limit, reserve: answerReserve(limit, maxTokens) };
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
    known.listed = model === '' ? undefined : await this.#parts.listedLength(model);
    this.#show();
  }

  dispose(): void {
    this.#own.dispose();
  }

  #take(event: ConversationEvent): void {
    switch (event.type) {
      case 'delta':
        return;
      case 'modelChosen':
        void this.refresh();
        return;
      case 'ended': {
        const answer = findAnswer(this.#parts.session.conversation, event.answerId);
        if (answer !== undefined) {
          this.#learn(answer);
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
    known.answered = Math.max(known.answered, answer.outcome?.usage?.inputTokens ?? 0);
    const limit = answer.outcome?.failure?.tokens?.limit;
    if (answer.outcome?.failure?.kind === 'contextTooLong' && limit !== undefined) {
      known.refusedBeyond = limit;
    }
  }

  #show(): void {
    const { budget } = this;
    if (JSON.stringify(budget) !== JSON.stringify(this.#shown)) {
      this.#shown = budget;
      this.#changed.fire(budget);
    }
  }

  #knownOf(model: string): Known {
    const key = JSON.stringify([this.#parts.baseUrl(), model]);
    const known = this.#known.get(key) ?? { calibration: new TokenCalibration(), answered: 0 };
    this.#known.set(key, known);
    return known;
  }
}

/** The model's own word in an error goes before the list's; what it answered refutes both. */
function contextLength({ refusedBeyond, listed, answered }: Known): number | undefined {
  const told = refusedBeyond ?? listed;
  return told !== undefined && told > 0 && told >= answered ? told : undefined;
}
