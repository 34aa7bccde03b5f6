// The entry point of the gateway library: `createGateway` returns what the rest of the extension uses of it.
import type { CheckableGatewayAccess } from '../common/connectionCheck';
import { fingerprint, normalizeKey } from './apiKey';
import { balanceAddresses } from './balance/balanceSources';
import { GatewayBalance } from './balance/gatewayBalance';
import { neighboringBaseUrls, parseBaseUrl } from './baseUrl';
import { checkConnection } from './check/checkConnection';
import { checkModel } from './check/checkModel';
import { GatewayModel } from './gatewayModel';
import type { GatewayOptions, ResolveConnection } from './gatewayOptions';
import { isAllowedHeader, isAllowedQueryParameter, placesKey } from './http/requestHeaders';
import { GatewayModelLister } from './models/modelLister';
import { readSetup } from './readSetup';

/** Sends nothing, and does not load the SDK yet. */
export function createGateway(options: GatewayOptions): CheckableGatewayAccess {
  return {
    parseBaseUrl,
    readSetup,
    neighboringBaseUrls,
    normalizeKey,
    fingerprint,
    isAllowedHeader,
    isAllowedQueryParameter,
    placesKey,
    balanceAddresses,
    connect: (connection) => {
      // The error is not shown: it may quote a key that could not be read.
      const resolve: ResolveConnection = () => connection().catch(() => ({ kind: 'unexpected' }));
      return {
        chatModel: new GatewayModel(resolve, options),
        modelLister: new GatewayModelLister(resolve, options),
        balance: new GatewayBalance(resolve, options),
      };
    },
    check: {
      connection: (subject, signal) => checkConnection(subject, options, signal),
      model: (subject, signal) => checkModel(subject, options.clock, signal),
    },
  };
}
