// POST /v1/chat/completions, the form that every gateway speaks.
import type { ChatModel, CompletionRequest, StreamPart } from '../../chat/ports';
import type { GatewayOptions, ResolveConnection } from '../connection';

export class ChatCompletions implements ChatModel {
  constructor(
    private readonly resolve: ResolveConnection,
    private readonly options: GatewayOptions,
  ) {}

  async *complete(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<StreamPart> {
    void [this.resolve, this.options, request, signal];
    yield { type: 'failure', failure: { kind: 'unexpected' } };
  }
}
