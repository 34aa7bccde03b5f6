// A completion through whichever form of the interface the request names.
import type { Connection } from '../chat/gatewayPort';
import type { ChatModel, CompletionRequest, StreamPart } from '../chat/ports';
import type { Failure } from '../shared/failure';
import type { WireForm } from '../shared/wireForm';
import { isFailure, type GatewayOptions, type ResolveConnection } from './connection';
import { chat } from './forms/chat';
import { Completion } from './forms/completion';
import { generateContent } from './forms/generateContent';
import { messages } from './forms/messages';
import { responses } from './forms/responses';
import type { Wire } from './forms/wire';
import { obeyQuirks } from './obeyQuirks';

const wires: Readonly<Record<WireForm, Wire>> = {
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
    const wire = wires[request.form];
    yield* new Completion(wire, obeyQuirks(request), connection, this.options, signal).parts();
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
