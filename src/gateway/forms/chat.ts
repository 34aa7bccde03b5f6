// POST /v1/chat/completions, the form that every gateway speaks.
import type { Connection } from '../../chat/gatewayPort';
import type { ChatModel, CompletionRequest, StreamPart } from '../../chat/ports';
import type { Failure } from '../../shared/failure';
import { isFailure, type GatewayOptions, type ResolveConnection } from '../connection';
import { ChatExchange } from './chatExchange';

export class ChatCompletions implements ChatModel {
  constructor(
    private readonly resolve: ResolveConnection,
    private readonly options: GatewayOptions,
  ) {}

  async *complete(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<StreamPart> {
    if (signal.aborted) {
      return;
    }
    const connection = await this.#connection();
    if (signal.aborted) {
      return;
    }
    if (isFailure(connection)) {
      yield { type: 'failure', failure: connection };
      return;
    }
    yield* new ChatExchange(request, connection, this.options, signal).parts();
  }

  async #connection(): Promise<Connection | Failure> {
    try {
      return await this.resolve();
    } catch {
      // What was thrown is not shown: it may quote the key that it could not read.
      return { kind: 'unexpected' };
    }
  }
}
