// Core services, which every feature may use, such as the clock and the log.
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { DisposableStore } from '../../base/disposable';
import { systemClock } from '../node/systemClock';
import { platformContributions } from './platformContributions';
import { cacheUserValues, openSettings } from './settings';
import { registerCommands } from './typedCommands';
import { showError } from './window';

export interface CoreServices {
  /** Disposed when the extension is deactivated, in reverse order. */
  readonly disposables: DisposableStore;
  readonly clock: Clock;
  readonly log: vscode.LogOutputChannel;
  readonly reportError: (error: unknown) => void;
  /** What Portico remembers for the user. */
  readonly globalState: vscode.Memento;
  /** The folder of all files that Portico stores. */
  readonly storageFolder: string;
  /** What a window remembers: the workspace's, or the user's where no folder is open. */
  readonly windowMemento: vscode.Memento;
  /** URI of the first workspace folder. */
  readonly workspace: string | undefined;
  /** Portico's version. */
  readonly version: string;
  /** The path of a worker's script. */
  readonly scriptPath: (name: string) => string;
}

export function createCoreServices(context: vscode.ExtensionContext): CoreServices {
  const disposables = new DisposableStore();
  context.subscriptions.push(disposables);
  disposables.add(cacheUserValues());
  const log = disposables.add(vscode.window.createOutputChannel('Portico', { log: true }));
  disposables.add(
    registerCommands(platformContributions.commandIds, {
      showLog: () => log.show(),
      openSettings: () => openSettings('portico'),
    }),
  );
  const folders = vscode.workspace.workspaceFolders;
  return {
    disposables,
    clock: systemClock,
    log,
    reportError: createErrorReporter(log),
    globalState: context.globalState,
    storageFolder: context.globalStorageUri.fsPath,
    windowMemento: folders === undefined ? context.globalState : context.workspaceState,
    workspace: folders?.[0]?.uri.toString(),
    version: String(context.extension.packageJSON.version),
    scriptPath: (name) => context.asAbsolutePath(join('dist', name)),
  };
}

/**
 * Unexpected errors are shown, so that no button silently does nothing: at most 300 characters of the message. The log
 * gets only the error's name.
 */
function createErrorReporter(log: vscode.LogOutputChannel): (error: unknown) => void {
  return (error) => {
    const { name, message } = error instanceof Error ? error : new Error('unknown');
    log.error(`Unexpected: ${name}`);
    void showError(vscode.l10n.t("Portico couldn't do that: {0}", message.slice(0, 300)));
  };
}
