// Streams answers from the gateway in the API format that each request names.
import type { ApiFormat } from '../common/apiFormat';
import type { ChatModel, CompletionRequest, StreamPart } from '../common/chatModel';
import type { Connection } from '../common/connection';
import { isFailure, type Failure } from '../common/failure';
import { withRenewedKey, type FailedAttempt } from './commandKey';
import type { ApiFormatAdapter } from './formats/apiFormatAdapter';
import { chat } from './formats/chatCompletions';
import { Completion } from './formats/completion';
import { generateContent } from './formats/generateContent';
import { messages } from './formats/messages';
import { responses } from './formats/responses';
import type { GatewayOptions, ResolveConnection } from './gatewayOptions';
import { withRequestIds } from './http/requestIds';

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
    const resolved = await this.resolve();
    if (signal.aborted) {
      return;
    }
    if (isFailure(resolved)) {
      yield { type: 'failure', failure: resolved };
      return;
    }
    const result = yield* withRenewedKey(
      withRequestIds(resolved, request.chatId),
      (connection, rejection) => this.#attempt(request, connection, rejection, signal),
      signal,
    );
    if (!result.ok && !signal.aborted) {
      yield { type: 'failure', failure: result.failure };
    }
  }

  /** Returns the failure in place of yielding it. */
  async *#attempt(
    request: CompletionRequest,
    connection: Connection,
    rejection: Failure | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<StreamPart, { readonly ok: true } | FailedAttempt> {
    if (rejection !== undefined) {
      yield { type: 'requestAdjusted', adjustment: { kind: 'keyRenewed', failure: rejection } };
    }
    const format = adapters[request.apiFormat];
    const { options } = this;
    const attempt = new Completion(request, { format, connection, options, signal });
    for await (const part of attempt.stream()) {
      if (part.type === 'failure') {
        return { ok: false, failure: part.failure };
      }
      yield part;
    }
    return { ok: true };
  }
}
