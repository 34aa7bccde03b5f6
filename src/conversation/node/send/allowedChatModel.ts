// The chat model of one chat. It sends to the connection that the send pipeline has allowed for the
// current question, and to no other: what is switched in the settings meanwhile changes nothing.
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import type { ChatModel, CompletionRequest, StreamPart } from '../../../gateway/common/chatModel';
import type { Connection } from '../../../gateway/common/connection';
import { isFailure, type Failure } from '../../../gateway/common/failure';
import type { GatewayAccess } from '../../../gateway/common/gatewayAccess';
import { gatewayId } from '../../../gateway/node/namedGateways';
import type { SendCheck } from './sendCheck';

export class AllowedChatModel implements ChatModel, Disposable {
  readonly #willSend = new Emitter<Connection>();
  readonly #chatModel: ChatModel;
  #connection: Connection | Failure = { kind: 'unexpected' };

  /** Fires before each request that may leave, with the connection that it uses. */
  readonly onWillSend = this.#willSend.event;

  constructor(gateway: GatewayAccess) {
    this.#chatModel = gateway.connect(() => Promise.resolve(this.#connection)).chatModel;
  }

  /** The `gatewayId` of that connection. */
  get gateway(): string | undefined {
    return isFailure(this.#connection) ? undefined : gatewayId(this.#connection);
  }

  /** The key of that connection: what leaves must not hold it. */
  get key(): string | undefined {
    return isFailure(this.#connection) ? undefined : this.#connection.key;
  }

  /** The connection for all requests of the question that is sent next, automatic retries included. */
  allow(connection: Connection | Failure): void {
    this.#connection = connection;
  }

  complete(request: CompletionRequest, signal: AbortSignal): AsyncIterable<StreamPart> {
    if (!signal.aborted && !isFailure(this.#connection)) {
      this.#willSend.fire(this.#connection);
    }
    return this.#chatModel.complete(request, signal);
  }

  dispose(): void {
    this.#willSend.dispose();
  }
}

/** Allows the connection of a question that passed the checks before it. */
export function allowConnection(allowedModel: AllowedChatModel): SendCheck {
  return (_send, connection) => {
    allowedModel.allow(connection);
    return true;
  };
}
