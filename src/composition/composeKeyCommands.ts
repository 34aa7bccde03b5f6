// Composes what runs the programs of `portico.keyCommand`.
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { GatewayAccess } from '../gateway/common/gatewayPort';
import { StringListFile } from '../storage/node/stringListFile';
import { confirmKeyCommand } from '../features/setup/host/keyCommandConsent';
import { KeyCommands } from '../features/setup/host/keyCommands';
import { runKeyCommand } from '../features/setup/node/runKeyCommand';
import { visibleLine } from '../platform/host/requestLog';
import { keyCommandFor } from '../platform/host/settings';
import type { CoreServices } from './coreServices';

const timeoutMs = 10_000;

export function composeKeyCommands(
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
        timeoutMs,
        signal: closing.signal,
      }),
    normalizeKey: (typed) => gateway.normalizeKey(typed),
    onRun: (origin, outcome) => log.info(visibleLine(`key command for ${origin}: ${outcome}`)),
  });
}
