// What a question is asked with: built from the conversation and the settings as they are, and remembered for a while.
import type { Conversation, Question } from '../../shared/conversation/conversation';
import type { ApiFormat } from '../../shared/conversation/apiFormat';
import type { CompletionRequest } from '../ports';
import { requestMessages } from './requestMessages';

/** What the user's settings say about a request, read when it is made. */
export interface RequestSettings {
  readonly systemPrompt: string;
  readonly stream: boolean;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly reasoningEffort?: string;
}

export interface AskedRequestsParts {
  readonly requestSettings: () => RequestSettings;
  /** Through which form of the interface a model is asked. */
  readonly formOf: (model: string) => Promise<ApiFormat>;
}

/** How many requests are remembered, to be sent again as they were. */
const mostRequests = 16;

export class RequestBuilder {
  /** By answer: what asked its question, for those asked last in this window. */
  readonly #requests = new Map<string, CompletionRequest>();

  constructor(private readonly parts: AskedRequestsParts) {}

  /** As the conversation and the settings are at the time of the call. */
  async build(
    conversation: Conversation,
    question: Question,
    model: string,
  ): Promise<CompletionRequest> {
    const { systemPrompt, ...settings } = this.parts.requestSettings();
    const messages = requestMessages(conversation, question, systemPrompt);
    return { apiFormat: await this.parts.formOf(model), model, messages, ...settings };
  }

  /** The same request to another model: nothing but the model's value is replaced, and the form where it has another. */
  async withModel(request: CompletionRequest, model: string): Promise<CompletionRequest> {
    return { ...request, apiFormat: await this.parts.formOf(model), model };
  }

  remember(answerId: string, request: CompletionRequest): void {
    this.#requests.set(answerId, request);
    const [oldest] = this.#requests.keys();
    if (this.#requests.size > mostRequests && oldest !== undefined) {
      this.#requests.delete(oldest);
    }
  }

  /** What asked the question of an answer; undefined where that is no longer known. */
  of(answerId: string): CompletionRequest | undefined {
    return this.#requests.get(answerId);
  }
}
