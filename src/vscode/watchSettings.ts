// Applies changed settings and keys to the open chats, and warns of entries that cannot be used.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import type { GatewayAccess } from '../chat/gatewayPort';
import type { HistorySettingStore } from '../chat/historySettingStore';
import { apiFormatChoices } from '../chat/models/apiFormatLookup';
import type { WindowState } from './chatView/windowState';
import type { Chat } from './chats/chat';
import type { ChatWindow } from './chats/chatWindow';
import type { settingDefaults } from './contributions';
import type { CurrentConnection } from './gateway/currentConnection';
import { invalidEntriesText } from './gateway/gatewayText';
import type { Gateways } from './gateway/gateways';
import type { KeyVault } from './gateway/keyVault';
import { setContextKey } from './platform/contextKeys';
import { notificationText } from './platform/surfaceText';
import { showWarning } from './platform/window';
import {
  apiFormatSetting,
  catalogUrl,
  defaultModel,
  extraHeaders,
  preferences,
  priceSetting,
} from './settings';

export interface SettingsWatcherDeps {
  readonly gateway: GatewayAccess;
  readonly gateways: Gateways;
  readonly chats: ChatWindow;
  readonly windowState: WindowState;
  readonly current: CurrentConnection;
  readonly vault: KeyVault;
  readonly store: Pick<HistorySettingStore, 'saveDrafts'>;
  /** The history's worker; when it starts again it reads whether history is on. */
  readonly thread: { readonly close: () => Promise<void> };
}

export function watchSettings(deps: SettingsWatcherDeps): Disposable {
  const { gateway, gateways, chats, windowState, current, vault, store, thread } = deps;
  const showConnection = async (): Promise<void> => {
    windowState.setConnection(await current.state());
    await Promise.all([...chats.registry.all].map((chat) => chat.gatewayChanged()));
  };
  /** The next request's size or the context length that limits it may have changed. */
  const refreshBudgets = (): void => {
    for (const { budget } of chats.registry.all) {
      void budget.refresh();
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
  const showPreferences = (): void => windowState.setPreferences(preferences());
  const showCatalog = (): void => setContextKey('hasCatalog', catalogUrl() !== undefined);
  const reactions: Partial<Record<keyof typeof settingDefaults, () => void>> = {
    'portico.baseUrl': () => {
      void showConnection();
      refreshBudgets();
    },
    'portico.gateways': () => {
      void showConnection();
      refreshBudgets();
      warnOfGateways(gateways);
    },
    'portico.systemPrompt': refreshBudgets,
    'portico.maxTokens': refreshBudgets,
    'portico.history.enabled': () => {
      store.saveDrafts();
      void thread.close();
      showPreferences();
    },
    'portico.sendWith': showPreferences,
    'portico.headers': () => warnOfHeaders(gateway),
    'portico.prices': () => {
      for (const { presenter } of chats.registry.all) {
        presenter.sendUsage();
      }
      warnOfPrices();
    },
    'portico.wireForms': warnOfApiFormats,
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
      // Each key has its own model list, with its own context lengths.
      refreshBudgets();
    }),
  );
  disposables.add(chats.followCurrent(showAnswering));
  showCatalog();
  return disposables;
}

function showAnswering(chat: Chat): Disposable {
  const show = (): void => setContextKey('answering', chat.isBusy);
  show();
  return chat.onDidChangeBusy(show);
}

function warnOfGateways(gateways: Gateways): void {
  const { invalid } = gateways.read();
  if (invalid.length > 0) {
    void showWarning(notificationText(invalidEntriesText(invalid)));
  }
}

/** Names only: the values may be secrets. */
function warnOfHeaders(gateway: GatewayAccess): void {
  const names = extraHeaders()
    .filter(
      ({ origin, name, value }) =>
        origin === undefined || value === undefined || !gateway.isAllowedHeader(name, value),
    )
    .map(({ name }) => name);
  warnOfEntries(
    'portico.headers',
    names,
    vscode.l10n.t(
      "An entry needs an origin such as https://gateway.example, a value that HTTP allows, and a name that Portico doesn't set itself.",
    ),
  );
}

function warnOfPrices(): void {
  warnOfEntries(
    'portico.prices',
    priceSetting().invalid,
    vscode.l10n.t(
      'An entry needs a model ID or glob, the numbers “input” and “output”, and a “currency”. “cachedInput” is optional.',
    ),
  );
}

function warnOfApiFormats(): void {
  const formats = apiFormatChoices.map((choice) => `“${choice}”`).join(', ');
  warnOfEntries(
    'portico.wireForms',
    apiFormatSetting().invalid,
    vscode.l10n.t('An entry needs a model ID or glob, and one of {0}.', formats),
  );
}

function warnOfEntries(setting: string, names: readonly string[], rule: string): void {
  if (names.length > 0) {
    const quoted = names.map((name) => JSON.stringify(name)).join(', ');
    const ignored = vscode.l10n.t('Portico ignores these entries of “{0}”: {1}.', setting, quoted);
    void showWarning(notificationText(`${ignored} ${rule}`));
  }
}
