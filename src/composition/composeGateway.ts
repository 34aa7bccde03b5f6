// Composes what talks to the gateway: client, keys, named gateways, model lists, learned model facts.
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { GatewayAccess } from '../gateway/common/gatewayAccess';
import { createGateway } from '../gateway/node/gateway';
import { KeyLabelsFile } from '../features/setup/node/keyLabelsFile';
import { ModelFactsFile } from '../features/adjustments/node/modelFactsFile';
import { ModelListFiles } from '../features/models/node/modelListFiles';
import { StringListFile } from '../storage/node/stringListFile';
import { ApiKeyCommands } from '../features/setup/host/apiKeyCommands';
import { CurrentConnection } from '../features/setup/host/currentConnection';
import { Gateways } from '../features/setup/host/gateways';
import { KeyVault } from '../features/setup/host/keyVault';
import { confirmKeyCommand } from '../features/setup/host/keyCommandConsent';
import { KeyCommands } from '../features/setup/host/keyCommands';
import { runKeyCommand } from '../features/setup/node/runKeyCommand';
import { ModelCatalog } from '../features/models/host/modelCatalog';
import { ModelLookup } from '../features/models/host/modelLookup';
import { RecentModels } from '../features/models/host/recentModels';
import { logRequest, visibleLine } from '../platform/host/requestLog';
import { keyCommandFor } from '../platform/host/settings';
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
  const catalog = disposables.add(
    new ModelCatalog({
      gateway,
      current,
      gateways,
      cache: new ModelListFiles(join(storageFolder, 'models')),
      clock,
    }),
  );
  const modelFacts = new ModelFactsFile(join(storageFolder, 'learned.json'), clock);
  return {
    gateway,
    vault,
    gateways,
    current,
    catalog,
    lookup: new ModelLookup({ catalog, gateways, modelFacts }),
    recentModels: new RecentModels(globalState, gateways),
    modelFacts,
    keyCommands,
    keys: new ApiKeyCommands({ gateway, vault, gateways, keyCommands }),
  };
}

const keyCommandTimeoutMs = 10_000;

/** Composes what runs the programs of `portico.keyCommand`. */
function composeKeyCommands(
  gateway: GatewayAccess,
  { disposables, log, storageFolder }: Pick<CoreServices, 'disposables' | 'log' | 'storageFolder'>,
): KeyCommands {
  const closing = new AbortController();
  disposables.add({ dispose: () => closing.abort() });
  const consents = new StringListFile(join(storageFolder, 'keyCommandConsents.json'));
  return new KeyCommands({
    commandFor: keyCommandFor,
    isAllowed: (origin, command) =>
      confirmKeyCommand(origin, command, { consents, machine: hostname() }),
    run: (command) =>
      runKeyCommand(command, {
        homeFolder: homedir(),
        workspaceFolders: (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
        platform: process.platform,
        environment: process.env,
        timeoutMs: keyCommandTimeoutMs,
        signal: closing.signal,
      }),
    normalizeKey: (typed) => gateway.normalizeKey(typed),
    onRun: (origin, outcome) => log.info(visibleLine(`key command for ${origin}: ${outcome}`)),
  });
}
