// Creates what connects to the gateway: its client, the keys, the named gateways.
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ApiFormat } from '../../../gateway/common/apiFormat';
import type { CheckableGatewayAccess } from '../../../gateway/common/connectionCheck';
import type { GatewayAccess } from '../../../gateway/common/gatewayAccess';
import { createGateway } from '../../../gateway/node/gateway';
import type { GatewayOptions } from '../../../gateway/node/gatewayOptions';
import type { CoreServices } from '../../../platform/host/coreServices';
import { logRequest, visibleLine } from '../../../platform/host/requestLog';
import { StringListFile } from '../../../storage/node/stringListFile';
import { KeyLabelsFile } from '../node/keyLabelsFile';
import { findLocalServers, type LocalServer } from '../node/localServers';
import { runKeyCommand } from '../node/runKeyCommand';
import { ApiKeyCommands } from './apiKeyCommands';
import { CurrentConnection } from './currentConnection';
import { Gateways } from './gateways';
import { confirmKeyCommand } from './keyCommandConsent';
import { withKeyCommandProgress } from './keyCommandProgress';
import { KeyCommands } from './keyCommands';
import { KeyVault } from './keyVault';
import { keyCommandFor } from './setupSettings';
import { SignIns } from './signInToGateway';

export interface ConnectionServices {
  readonly gateway: CheckableGatewayAccess;
  readonly vault: KeyVault;
  readonly gateways: Gateways;
  readonly current: CurrentConnection;
  readonly keyCommands: KeyCommands;
  readonly keys: ApiKeyCommands;
  readonly signIns: SignIns;
  /** Asks the ports of this computer; ends by itself. */
  readonly findLocalServers: (signal: AbortSignal) => Promise<readonly LocalServer[]>;
}

export function createConnections({
  secrets,
  extensionId,
  disposables,
  clock,
  log,
  globalState,
  storageFolder,
  version,
  apiFormats,
}: Pick<
  CoreServices,
  'disposables' | 'clock' | 'log' | 'globalState' | 'storageFolder' | 'version'
> & {
  readonly secrets: vscode.SecretStorage;
  /** `PUBLISHER.NAME` */
  readonly extensionId: string;
  /** All API formats that the settings name for the models at a Base URL. */
  readonly apiFormats: (baseUrl: string) => readonly ApiFormat[];
}): ConnectionServices {
  const options: GatewayOptions = {
    clock,
    version,
    onRequest: (record) => logRequest(log, record),
  };
  const gateway = createGateway(options);
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
  const keyCommands = createKeyCommands(gateway, { disposables, clock, log, storageFolder });
  return {
    gateway,
    vault,
    gateways,
    current: new CurrentConnection({
      gateway,
      gateways,
      globalState,
      keyCommands,
      apiFormats,
    }),
    keyCommands,
    keys: new ApiKeyCommands({ gateway, vault, gateways, keyCommands }),
    signIns: new SignIns(options, extensionId),
    findLocalServers: (signal) => findLocalServers(options, signal),
  };
}

/** `lite` and `aws` may renew a token at a server first. */
const keyCommandTimeoutMs = 30_000;

/** Creates what runs the programs of `portico.keyCommand`. */
function createKeyCommands(
  gateway: GatewayAccess,
  {
    disposables,
    clock,
    log,
    storageFolder,
  }: Pick<CoreServices, 'disposables' | 'clock' | 'log' | 'storageFolder'>,
): KeyCommands {
  const closing = new AbortController();
  disposables.add({ dispose: () => closing.abort() });
  const consents = new StringListFile(join(storageFolder, 'keyCommandConsents.json'));
  return new KeyCommands({
    commandFor: keyCommandFor,
    isAllowed: (origin, command) =>
      confirmKeyCommand(origin, command, { consents, machine: hostname() }),
    run: (command, origin) =>
      withKeyCommandProgress(new URL(origin).host, clock, (canceled) =>
        runKeyCommand(command, {
          homeFolder: homedir(),
          workspaceFolders: (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
          platform: process.platform,
          environment: process.env,
          timeoutMs: keyCommandTimeoutMs,
          signal: AbortSignal.any([closing.signal, canceled]),
        }),
      ),
    normalizeKey: (typed) => gateway.normalizeKey(typed),
    onRun: (origin, outcome) => log.info(visibleLine(`key command for ${origin}: ${outcome}`)),
  });
}
