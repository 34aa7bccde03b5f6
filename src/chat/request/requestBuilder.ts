// Builds the request for a question from the conversation and the settings, and remembers recent requests.
import type { ApiFormat } from '../../shared/conversation/apiFormat';
import type { Conversation, Question } from '../../shared/conversation/conversation';
import type { CompletionRequest } from '../ports';
import { requestMessages } from './requestMessages';

/** The user's settings for requests. */
export interface RequestSettings {
  readonly systemPrompt: string;
  readonly stream: boolean;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly reasoningEffort?: string;
}

export interface RequestBuilderDeps {
  readonly requestSettings: () => RequestSettings;
  readonly apiFormatOf: (model: string) => Promise<ApiFormat>;
}

/** How many requests are remembered for Retry with another model. */
const maxRequests = 16;

export class RequestBuilder {
  /** By answer ID, oldest first. */
  readonly #requests = new Map<string, CompletionRequest>();
  readonly #deps: RequestBuilderDeps;

  constructor(deps: RequestBuilderDeps) {
    this.#deps = deps;
  }

  /** Uses the conversation and the settings as they are at the time of the call. */
  async build(
    conversation: Conversation,
    question: Question,
    model: string,
  ): Promise<CompletionRequest> {
    const { systemPrompt, ...settings } = this.#deps.requestSettings();
    const messages = requestMessages(conversation, question, systemPrompt);
    return { apiFormat: await this.#deps.apiFormatOf(model), model, messages, ...settings };
  }

  /** The same request for another model, in that model's API format. */
  async withModel(request: CompletionRequest, model: string): Promise<CompletionRequest> {
    return { ...request, apiFormat: await this.#deps.apiFormatOf(model), model };
  }

  remember(answerId: string, request: CompletionRequest): void {
    this.#requests.set(answerId, request);
    const [oldest] = this.#requests.keys();
    if (this.#requests.size > maxRequests && oldest !== undefined) {
      this.#requests.delete(oldest);
    }
  }

  /** The request that an answer was requested with; undefined if it was evicted. */
  get(answerId: string): CompletionRequest | undefined {
    return this.#requests.get(answerId);
  }
}
