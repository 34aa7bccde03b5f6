// Composes what runs the programs of `portico.keyCommand`.
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { GatewayAccess } from '../chat/gatewayPort';
import { KeyCommandConsentsFile } from '../store/files/keyCommandConsentsFile';
import { confirmKeyCommand } from '../vscode/keyCommand/keyCommandConsent';
import { KeyCommands } from '../vscode/keyCommand/keyCommands';
import { runKeyCommand } from '../vscode/keyCommand/runKeyCommand';
import { visibleLine } from '../vscode/platform/requestLog';
import { keyCommandFor } from '../vscode/settings';
import type { CoreServices } from './coreServices';

const timeoutMs = 10_000;

export function composeKeyCommands(
  gateway: GatewayAccess,
  { disposables, log, storageFolder }: Pick<CoreServices, 'disposables' | 'log' | 'storageFolder'>,
): KeyCommands {
  const closing = new AbortController();
  disposables.add({ dispose: () => closing.abort() });
  const consents = new KeyCommandConsentsFile(join(storageFolder, 'keyCommandConsents.json'));
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
