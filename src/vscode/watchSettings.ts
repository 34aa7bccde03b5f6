// Settings and keys change while the view is open; what it shows follows.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import type { Gateway } from '../chat/gatewayPort';
import type { HistorySettingStore } from '../chat/historySettingStore';
import { apiFormatChoices } from '../chat/models/apiFormatLookup';
import type { WindowState } from './chatView/windowState';
import { contextKeys } from './contributions';
import type { CurrentConnection } from './gateway/currentConnection';
import { badEntriesText } from './gateway/gatewayRows';
import type { Gateways } from './gateway/gateways';
import type { KeyVault } from './gateway/keyVault';
import type { Chat } from './chats/chat';
import type { ChatWindow } from './chats/chatWindow';
import {
  extraHeaders,
  catalogUrl,
  defaultModel,
  preferences,
  priceSetting,
  apiFormatSetting,
} from './settings';

/** What changes the next request's size or the length that it is measured against. */
const budgetSettings = [
  'portico.baseUrl',
  'portico.gateways',
  'portico.systemPrompt',
  'portico.maxTokens',
];

export interface WatchedParts {
  readonly gateway: Gateway;
  readonly gateways: Gateways;
  readonly chats: ChatWindow;
  readonly facts: WindowState;
  readonly current: CurrentConnection;
  readonly vault: KeyVault;
  readonly store: Pick<HistorySettingStore, 'saveDrafts'>;
  /** Of the history; asks whether it is to write when it starts. */
  readonly thread: { readonly close: () => Promise<void> };
}

export function watchSettings(parts: WatchedParts): Disposable {
  const { gateway, gateways, chats, facts, current, vault, store, thread } = parts;
  const own = new DisposableStore();
  const showConnection = async (): Promise<void> => {
    facts.setConnection(await current.state());
    await Promise.all([...chats.registry.all].map((chat) => chat.gatewayChanged()));
  };
  const refreshBudgets = (): void => {
    for (const { budget } of chats.registry.all) {
      void budget.refresh();
    }
  };
  let knownDefault = defaultModel();
  // A pick that the workspace's own value hides changes no default: it must not be undone here.
  const takeDefaultModel = (): void => {
    const now = defaultModel();
    for (const { session } of now === knownDefault ? [] : chats.registry.all) {
      if (session.conversation.messages.length === 0) {
        session.chooseModel(now);
      }
    }
    knownDefault = now;
  };
  const showCatalog = (): void => setContext(contextKeys.hasCatalog, catalogUrl() !== undefined);

  own.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('portico.baseUrl')) {
        void showConnection();
      }
      if (change.affectsConfiguration('portico.gateways')) {
        void showConnection();
        warnOfBadEntries(gateways);
      }
      if (change.affectsConfiguration('portico.history.enabled')) {
        store.saveDrafts();
        void thread.close();
        facts.setPreferences(preferences());
      }
      if (change.affectsConfiguration('portico.sendWith')) {
        facts.setPreferences(preferences());
      }
      if (change.affectsConfiguration('portico.headers')) {
        warnOfHeadersNotSent(gateway);
      }
      if (change.affectsConfiguration('portico.prices')) {
        for (const { presenter } of chats.registry.all) {
          presenter.sendUsage();
        }
        warnOfPricesNotUsed();
      }
      if (change.affectsConfiguration('portico.wireForms')) {
        warnOfWireFormsNotUsed();
      }
      if (change.affectsConfiguration('portico.catalogUrl')) {
        showCatalog();
      }
      if (change.affectsConfiguration('portico.model')) {
        takeDefaultModel();
      }
      if (budgetSettings.some((key) => change.affectsConfiguration(key))) {
        refreshBudgets();
      }
    }),
  );
  own.add(
    vault.onDidChange(() => {
      void showConnection();
      // Each key has a list of its own, which may tell another length.
      refreshBudgets();
    }),
  );
  own.add(chats.followCurrent(showAnswering));
  showCatalog();
  return own;
}

function showAnswering(chat: Chat): Disposable {
  const show = (): void => setContext(contextKeys.answering, chat.isBusy);
  show();
  return chat.onDidChangeBusy(show);
}

function warnOfBadEntries(gateways: Gateways): void {
  const { invalid: bad } = gateways.read();
  if (bad.length > 0) {
    void vscode.window.showWarningMessage(badEntriesText(bad));
  }
}

/** Names only: the values may be secrets. */
function warnOfHeadersNotSent(gateway: Gateway): void {
  const names = extraHeaders()
    .filter(
      ({ origin, name, value }) =>
        origin === undefined || value === undefined || !gateway.isAllowedHeader(name, value),
    )
    .map(({ name }) => JSON.stringify(name));
  if (names.length > 0) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        'Portico does not send these entries of “portico.headers”: {0}. Each has to stand under an origin such as https://gateway.example, hold a text that HTTP allows, and be none of the headers that Portico sets itself.',
        names.join(', '),
      ),
    );
  }
}

function warnOfPricesNotUsed(): void {
  const { invalid: refused } = priceSetting();
  if (refused.length > 0) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        'Portico does not use these entries of “portico.prices”: {0}. Each has to be named after a model and hold the numbers “input” and “output”, “cachedInput” where it differs, and a “currency”.',
        refused.map((glob) => JSON.stringify(glob)).join(', '),
      ),
    );
  }
}

function warnOfWireFormsNotUsed(): void {
  const { invalid: refused } = apiFormatSetting();
  if (refused.length > 0) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        'Portico does not use these entries of “portico.wireForms”: {0}. Each has to be named after a model and be one of {1}.',
        refused.map((glob) => JSON.stringify(glob)).join(', '),
        apiFormatChoices.map((choice) => `“${choice}”`).join(', '),
      ),
    );
  }
}

function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
