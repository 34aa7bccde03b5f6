// Streams answers from the gateway in the API format that each request names.
import { isFailure } from '../chat/gatewayPort';
import type { ChatModel, CompletionRequest, StreamPart } from '../chat/ports';
import type { ApiFormat } from '../shared/conversation/apiFormat';
import type { GatewayOptions, ResolveConnection } from './connection';
import type { ApiFormatAdapter } from './formats/apiFormatAdapter';
import { chat } from './formats/chatCompletions';
import { Completion } from './formats/completion';
import { generateContent } from './formats/generateContent';
import { messages } from './formats/messages';
import { responses } from './formats/responses';

const adapters: Readonly<Record<ApiFormat, ApiFormatAdapter>> = {
  chat,
  responses,
  messages,
  generateContent,
};

export class GatewayModel implements ChatModel {
  constructor(
    private readonly resolve: ResolveConnection,
    private readonly options: GatewayOptions,
  ) {}

  async *complete(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<StreamPart> {
    if (signal.aborted) {
      return;
    }
    const connection = await this.resolve();
    if (signal.aborted) {
      return;
    }
    if (isFailure(connection)) {
      yield { type: 'failure', failure: connection };
      return;
    }
    const format = adapters[request.apiFormat];
    const { options } = this;
    yield* new Completion(request, { format, connection, options, signal }).stream();
  }
}
