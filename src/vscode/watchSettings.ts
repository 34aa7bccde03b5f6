// Settings and keys change while the view is open; what it shows follows.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import type { ChatSession } from '../chat/chatSession';
import type { Gateway } from '../chat/ports';
import type { ChatPresenter } from './chatView/chatPresenter';
import { contextKeys } from './contributions';
import type { CurrentConnection } from './currentConnection';
import type { KeyVault } from './keyVault';
import { allHeaders, catalogueUrl, defaultModel, preferences } from './settings';

export interface WatchedParts {
  readonly gateway: Gateway;
  readonly session: ChatSession;
  readonly presenter: ChatPresenter;
  readonly current: CurrentConnection;
  readonly vault: KeyVault;
}

export function watchSettings(parts: WatchedParts): Disposable {
  const { gateway, session, presenter, current, vault } = parts;
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
      if (change.affectsConfiguration('portico.headers')) {
        warnOfHeadersNotSent(gateway);
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

/** Names only: the values may be secrets. */
function warnOfHeadersNotSent(gateway: Gateway): void {
  const names = Object.values(allHeaders()).flatMap((own) =>
    Object.entries(own)
      .filter(([name, value]) => !gateway.mayBeSent(name, value))
      .map(([name]) => JSON.stringify(name)),
  );
  if (names.length > 0) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        'Portico does not send these entries of “portico.headers”, since a gateway’s own headers must not be replaced or HTTP does not allow them: {0}',
        names.join(', '),
      ),
    );
  }
}

function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
