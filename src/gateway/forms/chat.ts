// POST /v1/chat/completions, the form that every gateway speaks.
import type { Clock } from '../../base/clock';
import type { ChatModel, CompletionRequest, StreamPart } from '../../chat/ports';
import type { GatewayOptions } from '../connection';

export class ChatCompletions implements ChatModel {
  constructor(private readonly options: GatewayOptions & { readonly clock: Clock }) {}

  async *complete(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<StreamPart> {
    void [this.options, request, signal];
    yield { type: 'failure', failure: { kind: 'unexpected' } };
  }
}
