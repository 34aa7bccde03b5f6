// The one door to the gateway: everything else in this folder stands behind it.
import type { Clock } from '../base/clock';
import type { ChatModel } from '../chat/ports';
import type { GatewayOptions } from './connection';
import { ChatCompletions } from './forms/chat';
import { GatewayModelCatalog } from './modelCatalog';

export interface GatewayClient {
  readonly chatModel: ChatModel;
  readonly catalog: GatewayModelCatalog;
}

/** Builds the client; asks and loads nothing. */
export function createGatewayClient(
  options: GatewayOptions & { readonly clock: Clock },
): GatewayClient {
  return {
    chatModel: new ChatCompletions(options),
    catalog: new GatewayModelCatalog(options),
  };
}
