// Applies changed settings and keys to the open chats.
import * as vscode from 'vscode';
import { applyLatest } from '../base/applyLatest';
import { type Disposable, DisposableStore } from '../base/disposable';
import type { GatewayAccess } from '../gateway/common/gatewayPort';
import type { HistorySettingStore } from '../conversation/node/historySettingStore';
import type { WindowState } from '../features/chatView/node/windowState';
import type { Conversation } from '../conversation/common/conversation';
import type { Chat } from '../features/chatView/host/chats/chat';
import { followContent } from '../features/chatView/host/chats/chatTitle';
import type { ChatWindow } from '../features/chatView/host/chats/chatWindow';
import type { declaredSettings } from '../platform/host/contributions';
import type { CurrentConnection } from '../features/setup/host/currentConnection';
import type { KeyVault } from '../features/setup/host/keyVault';
import { setContextKey } from '../platform/host/contextKeys';
import { catalogUrl, defaultModel, preferences } from '../platform/host/settings';
import { offerKeyPlaceholder } from '../features/setup/host/keyPlaceholder';
import type { SettingsWarnings } from './settingsWarnings';

export interface SettingsWatcherDeps {
  readonly gateway: GatewayAccess;
  readonly warnings: SettingsWarnings;
  readonly chats: ChatWindow;
  readonly windowState: WindowState;
  readonly current: CurrentConnection;
  readonly vault: KeyVault;
  readonly globalState: vscode.Memento;
  readonly reportError: (error: unknown) => void;
  readonly store: Pick<HistorySettingStore, 'saveDrafts'>;
  /** The history's worker; when it starts again it reads whether history is on. */
  readonly thread: { readonly close: () => Promise<void> };
}

export function watchSettings(deps: SettingsWatcherDeps): Disposable {
  const { gateway, warnings, chats, windowState, current, vault, store, thread } = deps;
  const { globalState, reportError } = deps;
  const updateConnection = applyLatest(
    () => current.state(),
    (connection) => windowState.update({ type: 'connection', connection }),
  );
  const showConnection = async (): Promise<void> => {
    await updateConnection();
    await Promise.all([...chats.registry.all].map((chat) => chat.gatewayChanged()));
  };
  /** The size of the next request, the context length that limits it, or what the model accepts may have changed. */
  const refreshModels = (): void => {
    for (const chat of chats.registry.all) {
      void chat.refreshModel();
    }
  };
  let lastDefaultModel = defaultModel();
  const applyDefaultModel = (): void => {
    const model = defaultModel();
    // A workspace value can hide the user's change: then no default changed, and no chat's choice is undone.
    for (const { session } of model === lastDefaultModel ? [] : chats.registry.all) {
      if (session.conversation.messages.length === 0) {
        session.chooseModel(model);
      }
    }
    lastDefaultModel = model;
  };
  const showPreferences = (): void =>
    windowState.update({ type: 'preferences', preferences: preferences(globalState) });
  const showCatalog = (): void => setContextKey('hasCatalog', catalogUrl() !== undefined);
  const reactions: Partial<Record<keyof typeof declaredSettings, () => void>> = {
    'portico.baseUrl': () => {
      void showConnection();
      refreshModels();
    },
    'portico.gateways': () => {
      void showConnection();
      refreshModels();
      warnings.warnOfChange('portico.gateways');
    },
    'portico.systemPrompt': refreshModels,
    'portico.maxTokens': refreshModels,
    'portico.history.enabled': () => {
      store.saveDrafts();
      void thread.close();
      showPreferences();
    },
    'portico.sendWith': showPreferences,
    'portico.accessibility.announce': showPreferences,
    'portico.headers': () => {
      void showConnection();
      warnings.warnOfChange('portico.headers');
      void offerKeyPlaceholder(gateway, vault).catch(reportError);
    },
    'portico.keyCommand': () => {
      void showConnection();
      warnings.warnOfChange('portico.keyCommand');
    },
    'portico.models': () => {
      refreshModels();
      warnings.warnOfChange('portico.models');
    },
    'portico.catalogUrl': showCatalog,
    'portico.model': applyDefaultModel,
  };
  const disposables = new DisposableStore();
  disposables.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      for (const [setting, react] of Object.entries(reactions)) {
        if (change.affectsConfiguration(setting)) {
          react();
        }
      }
    }),
  );
  disposables.add(
    vault.onDidChange(() => {
      void showConnection();
      void offerKeyPlaceholder(gateway, vault).catch(reportError);
      // Each key has its own model list, with its own context lengths.
      refreshModels();
    }),
  );
  disposables.add(
    vault.onDidStore(({ origin }) => {
      for (const { notices } of chats.registry.all) {
        notices.offerRetry(new URL(origin).host);
      }
    }),
  );
  disposables.add(chats.followCurrent(showChatKeys));
  disposables.add(windowState.onDidChange(() => showSetupKeys(windowState)));
  showCatalog();
  warnings.warnAtStart();
  return disposables;
}

function showSetupKeys({ current: { connection } }: WindowState): void {
  setContextKey('hasBaseUrl', connection.baseUrl !== undefined);
  // A key that is not needed counts: the walkthrough's step is done.
  const isMissing = connection.key === 'missing' || connection.key === 'lost';
  setContextKey('hasApiKey', connection.baseUrl !== undefined && !isMissing);
}

function showChatKeys(chat: Chat): Disposable {
  const disposables = new DisposableStore();
  const showBusy = (): void => setContextKey('answering', chat.isBusy);
  const showContent = ({ model, messages }: Conversation): void => {
    setContextKey('hasModel', model !== '');
    setContextKey('hasMessages', messages.length > 0);
  };
  showBusy();
  disposables.add(chat.onDidChangeBusy(showBusy));
  disposables.add(followContent(chat, showContent));
  return disposables;
}
