// A completion through whichever form of the interface the request names.
import type { Connection } from '../chat/gatewayPort';
import type { ChatModel, CompletionRequest, StreamPart } from '../chat/ports';
import type { Failure } from '../shared/conversation/failure';
import type { ApiFormat } from '../shared/conversation/apiFormat';
import { isFailure, type GatewayOptions, type ResolveConnection } from './connection';
import { chat } from './formats/chat';
import { Completion } from './formats/completion';
import { generateContent } from './formats/generateContent';
import { messages } from './formats/messages';
import { responses } from './formats/responses';
import type { Wire } from './formats/apiFormats';
import { applyQuirks } from './quirks/applyQuirks';

const wires: Readonly<Record<ApiFormat, Wire>> = {
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
    const connection = await this.#connection();
    if (signal.aborted) {
      return;
    }
    if (isFailure(connection)) {
      yield { type: 'failure', failure: connection };
      return;
    }
    const wire = wires[request.apiFormat];
    yield* new Completion(wire, applyQuirks(request), connection, this.options, signal).parts();
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
