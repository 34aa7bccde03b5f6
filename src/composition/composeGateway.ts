// Composes what talks to the gateway: client, keys, named gateways, model lists, learned model facts.
import { join } from 'node:path';
import { createGateway } from '../gateway/node/gateway';
import { KeyLabelsFile } from '../features/setup/node/keyLabelsFile';
import { ModelFactsFile } from '../features/adjustments/node/modelFactsFile';
import { ModelListFiles } from '../features/models/node/modelListFiles';
import { StringListFile } from '../storage/node/stringListFile';
import { CurrentConnection } from '../features/setup/host/currentConnection';
import { Gateways } from '../features/setup/host/gateways';
import { ApiKeyCommands } from '../features/setup/host/apiKeyCommands';
import { KeyVault } from '../features/setup/host/keyVault';
import { ModelLists } from '../features/models/host/modelLists';
import { RecentModels } from '../features/models/host/recentModels';
import { logRequest } from '../platform/host/requestLog';
import { composeKeyCommands } from './composeKeyCommands';
import type { CoreServices } from './coreServices';

export type GatewayServices = ReturnType<typeof composeGateway>;

export function composeGateway({
  context,
  disposables,
  clock,
  log,
  storageFolder,
  version,
}: CoreServices) {
  const { globalState, secrets } = context;
  const gateway = createGateway({
    clock,
    version,
    onRequest: (record) => logRequest(log, record),
  });
  const vault = disposables.add(
    new KeyVault(
      secrets,
      new StringListFile(join(storageFolder, 'originsWithKey.json')),
      new KeyLabelsFile(join(storageFolder, 'keyLabels.json')),
    ),
  );
  const gateways = new Gateways(
    gateway,
    vault,
    new StringListFile(join(storageFolder, 'gateways.json')),
  );
  const keyCommands = composeKeyCommands(gateway, { disposables, log, storageFolder });
  const current = new CurrentConnection(gateway, gateways, globalState, keyCommands);
  const lists = disposables.add(
    new ModelLists({
      gateway,
      current,
      gateways,
      cache: new ModelListFiles(join(storageFolder, 'models')),
      recentModels: new RecentModels(globalState),
      clock,
    }),
  );
  return {
    gateway,
    vault,
    gateways,
    current,
    lists,
    modelFacts: new ModelFactsFile(join(storageFolder, 'learned.json'), clock),
    keyCommands,
    keys: new ApiKeyCommands({ gateway, vault, gateways, keyCommands }),
  };
}
