// Composes what talks to the gateway: client, keys, named gateways, model lists, learned model facts.
import { join } from 'node:path';
import { createGateway } from '../gateway/gateway';
import { KeyLabelsFile } from '../store/files/keyLabelsFile';
import { KnownGatewaysFile } from '../store/files/knownGatewaysFile';
import { ModelFactsFile } from '../store/files/modelFactsFile';
import { ModelListFiles } from '../store/files/modelListFiles';
import { OriginsFile } from '../store/files/originsFile';
import { CurrentConnection } from '../vscode/gateway/currentConnection';
import { Gateways } from '../vscode/gateway/gateways';
import { ApiKeyCommands } from '../vscode/gateway/apiKeyCommands';
import { KeyVault } from '../vscode/gateway/keyVault';
import { ModelLists } from '../vscode/models/modelLists';
import { RecentModels } from '../vscode/models/recentModels';
import { logRequest } from '../vscode/platform/requestLog';
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
      new OriginsFile(join(storageFolder, 'originsWithKey.json')),
      new KeyLabelsFile(join(storageFolder, 'keyLabels.json')),
    ),
  );
  const gateways = new Gateways(
    gateway,
    vault,
    new KnownGatewaysFile(join(storageFolder, 'gateways.json')),
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
