// The one door to this folder: the settings and the chat see no more of it than their port says.
import type { ConnectionCheck } from '../chat/connectionCheck';
import type { Gateway } from '../chat/gatewayPort';
import { fingerprint, normalizeKey } from './apiKey';
import { parseBaseUrl } from './baseUrl';
import { checkConnection } from './check/checkConnection';
import { checkModel } from './check/checkModel';
import type { GatewayOptions } from './connection';
import { GatewayModel } from './gatewayModel';
import { GatewayModelLister } from './models/modelLister';
import { isAllowedHeader } from './http/requestHeaders';

/** Builds the gateway's room; asks and loads nothing. */
export function createGateway(
  options: GatewayOptions,
): Gateway & { readonly check: ConnectionCheck } {
  return {
    parseBaseUrl,
    normaliseKey: normalizeKey,
    fingerprint,
    mayBeSent: isAllowedHeader,
    connect: (connection) => ({
      chatModel: new GatewayModel(connection, options),
      catalog: new GatewayModelLister(connection, options),
    }),
    check: {
      connection: (subject, signal) => checkConnection(subject, options, signal),
      model: (subject, signal) => checkModel(subject, options.clock, signal),
    },
  };
}
