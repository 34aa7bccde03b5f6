// Settings and keys change while the view is open; what it shows follows.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import type { ChatSession } from '../chat/chatSession';
import type { ChatPresenter } from './chatView/chatPresenter';
import { contextKeys } from './contributions';
import type { CurrentConnection } from './currentConnection';
import type { KeyVault } from './keyVault';
import { catalogueUrl, defaultModel, preferences } from './settings';

export interface WatchedParts {
  readonly session: ChatSession;
  readonly presenter: ChatPresenter;
  readonly current: CurrentConnection;
  readonly vault: KeyVault;
}

export function watchSettings(parts: WatchedParts): Disposable {
  const { session, presenter, current, vault } = parts;
  const own = new DisposableStore();
  const showConnection = async (): Promise<void> => presenter.setConnection(await current.state());
  const showCatalogue = (): void =>
    setContext(contextKeys.hasCatalogue, catalogueUrl() !== undefined);

  own.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('portico.baseUrl')) {
        void showConnection();
      }
      if (change.affectsConfiguration('portico.sendWith')) {
        presenter.setPreferences(preferences());
      }
      if (change.affectsConfiguration('portico.catalogueUrl')) {
        showCatalogue();
      }
      if (
        change.affectsConfiguration('portico.model') &&
        session.conversation.messages.length === 0
      ) {
        session.chooseModel(defaultModel());
      }
    }),
  );
  own.add(vault.onDidChange(() => void showConnection()));
  own.add(
    session.onDidChange(({ type }) => {
      if (type !== 'delta') {
        setContext(contextKeys.answering, session.isRunning);
      }
    }),
  );
  own.add(session.onDidOpen(() => setContext(contextKeys.answering, false)));
  showCatalogue();
  return own;
}

function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
