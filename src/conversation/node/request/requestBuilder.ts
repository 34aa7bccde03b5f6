// Builds the request for a question from the conversation and the settings.
import type { JsonRecord } from '../../../base/mergeObjects';
import type { ApiFormat } from '../../../gateway/common/apiFormat';
import type { CompletionRequest } from '../../../gateway/common/chatModel';
import type { Quirk } from '../../../gateway/common/quirk';
import type { RequestParameters } from '../../../gateway/common/requestParameters';
import type { Price } from '../../../gateway/common/usage';
import type { Conversation, Question } from '../../common/conversation';
import { requestMessages } from './requestMessages';

export interface RequestSettings extends RequestParameters {
  readonly systemPrompt: string;
  readonly stream: boolean;
}

export interface RequestBuilderDeps {
  readonly requestSettings: () => RequestSettings;
  /** @param gateway the `gatewayId` that the request goes to; by default the current one */
  readonly lookUpModel: (model: string, gateway?: string) => Promise<ModelInfo>;
}

/** What a request needs to know about its model. */
export interface ModelInfo {
  readonly apiFormat: ApiFormat;
  /** The user's settings add these to the body. */
  readonly parameters?: JsonRecord;
  readonly listedPrice?: Price;
  /** The limit for API formats that require one. */
  readonly requiredMaxTokens?: number;
  /** What the model is known to reject by the settings or the list. */
  readonly quirks?: readonly Quirk[];
}

export interface ChatRequestDeps extends RequestBuilderDeps {
  /** Tells the model in which format it should change files; '' tells nothing. */
  readonly changeFormat?: () => string;
}

export class RequestBuilder {
  constructor(private readonly deps: ChatRequestDeps) {}

  /** Uses the conversation and the settings as they are at the time of the call. */
  async build(
    conversation: Conversation,
    question: Question,
    model: string,
  ): Promise<CompletionRequest> {
    const { systemPrompt, ...settings } = this.deps.requestSettings();
    const changeFormat = this.deps.changeFormat?.() ?? '';
    const messages = requestMessages(conversation, question, systemPrompt, changeFormat);
    const traits = await this.deps.lookUpModel(model);
    const chatId = conversation.id;
    return { purpose: 'chat', ...traits, model, chatId, messages, ...settings };
  }

  /** The same request for another model, in that model's API format, with its parameters and its price. */
  async withModel(request: CompletionRequest, model: string): Promise<CompletionRequest> {
    const traits = await this.deps.lookUpModel(model);
    const { parameters: _a, requiredMaxTokens: _b, quirks: _c, listedPrice: _d, ...same } = request;
    return { ...same, ...traits, model };
  }
}
