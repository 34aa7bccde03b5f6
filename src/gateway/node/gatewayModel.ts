// Streams answers from the gateway in the API format that each request names.
import { type Connection, isFailure } from '../common/gatewayPort';
import type { ChatModel, CompletionRequest, StreamPart } from '../common/ports';
import type { ApiFormat } from '../common/apiFormat';
import type { Failure } from '../common/failure';
import type { GatewayOptions, ResolveConnection } from './connection';
import type { ApiFormatAdapter } from './formats/apiFormatAdapter';
import { isKeyRejected, replaceKey, withCurrentKey } from './commandKey';
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
    const resolved = await this.resolve();
    if (signal.aborted) {
      return;
    }
    if (isFailure(resolved)) {
      yield { type: 'failure', failure: resolved };
      return;
    }
    const connection = withCurrentKey(resolved);
    const rejection = yield* this.#attempt(request, connection, signal);
    if (rejection === undefined || signal.aborted) {
      return;
    }
    const renewed = await replaceKey(connection);
    if (signal.aborted) {
      return;
    }
    if (renewed === undefined || isFailure(renewed)) {
      yield { type: 'failure', failure: renewed ?? rejection };
      return;
    }
    yield { type: 'requestAdjusted', adjustment: { kind: 'keyRenewed', failure: rejection } };
    const secondRejection = yield* this.#attempt(request, renewed, signal);
    if (secondRejection !== undefined) {
      // Only forgets the key: a question has one replacement.
      await replaceKey(renewed);
      yield { type: 'failure', failure: secondRejection };
    }
  }

  /** Returns the failure in place of yielding it if the gateway rejected the key of a key command. */
  async *#attempt(
    request: CompletionRequest,
    connection: Connection,
    signal: AbortSignal,
  ): AsyncGenerator<StreamPart, Failure | undefined> {
    const format = adapters[request.apiFormat];
    const { options } = this;
    const attempt = new Completion(request, { format, connection, options, signal });
    for await (const part of attempt.stream()) {
      if (part.type === 'failure' && isKeyRejected(connection, part.failure)) {
        return part.failure;
      }
      yield part;
    }
    return undefined;
  }
}
