// The one door to this folder: the settings and the chat see no more of it than their port says.
import type { Gateway } from '../chat/gatewayPort';
import { fingerprint, normaliseKey } from './apiKey';
import { parseBaseUrl } from './baseUrl';
import type { GatewayOptions } from './connection';
import { GatewayModel } from './gatewayModel';
import { GatewayModelCatalog } from './modelCatalog';
import { mayBeSent } from './requestHeaders';

/** Builds the gateway's room; asks and loads nothing. */
export function createGateway(options: GatewayOptions): Gateway {
  return {
    parseBaseUrl,
    normaliseKey,
    fingerprint,
    mayBeSent,
    connect: (connection) => ({
      chatModel: new GatewayModel(connection, options),
      catalog: new GatewayModelCatalog(connection, options),
    }),
  };
}
