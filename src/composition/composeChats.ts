// Composes the chats of this window: how one is built, which one each host shows, and their models.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ModelContextCache } from '../features/contextWindow/node/modelContextCache';
import { UnavailableModels } from '../features/models/node/unavailableModels';
import { RecentRequests } from '../conversation/node/request/recentRequests';
import { RequestBuilder } from '../conversation/node/request/requestBuilder';
import { SentRequestLog } from '../conversation/node/request/sentRequestLog';
import { ModelFactRecorder } from '../conversation/node/retry/modelFactRecorder';
import { newConversation } from '../conversation/common/conversation';
import { createChat, type SharedServices } from '../features/chatView/host/chats/createChat';
import { ChatWindow } from '../features/chatView/host/chats/chatWindow';
import { chatTitle, forkTitle } from '../features/chatView/host/chats/chatTitle';
import { closeDeletedChats } from '../features/chatView/host/chats/closeDeletedChats';
import { DraftOnlyChats, LastOpenChat } from '../features/chatView/host/chats/lastOpenChat';
import { openSetupStep } from '../features/setup/host/openSetupStep';
import { warnWhenReadOnly } from '../features/chatView/host/chats/warnWhenReadOnly';
import { WindowState } from '../features/chatView/node/windowState';
import { runCommand } from '../platform/host/typedCommands';
import { ModelCommands } from '../features/models/host/modelCommands';
import { pingWindow } from '../platform/host/pingWindow';
import { defaultModel, preferences, requestSettings } from '../platform/host/settings';
import type { GatewayServices } from './composeGateway';
import type { StorageServices } from './composeStorage';
import type { CoreServices } from './coreServices';
import { SecretScanThread } from '../features/secrets/node/secretScanThread';

/** A fork gets a title that none of the latest chats has; older ones may have it. */
const maxComparedTitles = 100;

export type ChatServices = ReturnType<typeof composeChats>;

export function composeChats(
  { context, disposables, clock, reportError, windowMemento }: CoreServices,
  { gateway, gateways, current, catalog, lookup, recentModels, modelFacts }: GatewayServices,
  { openChats, journal, store, history }: StorageServices,
) {
  const windowState = disposables.add(new WindowState(preferences(context.globalState)));
  const sentRequests = new SentRequestLog();
  const factRecorder = new ModelFactRecorder({
    modelFacts,
    clock,
    gateway: () => gateways.currentId(),
  });
  const unavailableModels = new UnavailableModels();
  const modelContexts = new ModelContextCache();
  const showUnavailable = async (): Promise<void> =>
    windowState.update({
      type: 'unavailableModels',
      unavailableModels: [...unavailableModels.of((await gateways.currentId()) ?? '')],
    });
  disposables.add(unavailableModels.onDidChange(() => void showUnavailable().catch(reportError)));
  disposables.add(
    windowState.onDidChange(({ type }) => {
      if (type === 'connection' && windowState.current.unavailableModels !== undefined) {
        showUnavailable().catch(reportError);
      }
    }),
  );
  disposables.add(
    catalog.onDidChange(({ gateway: id, added, changed }) => {
      unavailableModels.forget(id, added);
      void modelFacts.forget(id, [...added, ...changed]);
    }),
  );
  const secretScanner = disposables.add(
    new SecretScanThread(context.asAbsolutePath(join('dist', 'secretScanWorker.js')), clock),
  );
  const deps: SharedServices = {
    clock,
    newId: randomUUID,
    isWindowAlive: () => pingWindow(clock),
    gateway,
    gateways,
    current,
    catalog,
    lookup,
    recentModels,
    store,
    modelFacts,
    factRecorder,
    requestSettings,
    recentRequests: new RecentRequests(),
    requestBuilder: new RequestBuilder({
      requestSettings,
      lookUpModel: (model) => lookup.forRequest(model),
    }),
    sentRequests,
    modelContexts,
    unavailableModels,
    secretScanner,
    windowState,
    openSetupStep,
    loadRefresher: async () =>
      (await import('../features/attachments/host/attachmentRefresher')).attachmentRefresher,
    switchGateway: async (ref) => runCommand('switchGateway', ref),
    onModelPicked: (model) => models.useForNewChats(model),
    reportError,
  };
  const lastOpenChat = new LastOpenChat(windowMemento);
  const chats = disposables.add(
    new ChatWindow({
      store,
      chats: openChats,
      createChat: (conversation, draft) => createChat(deps, conversation, draft),
      newConversation: () => newConversation(randomUUID(), defaultModel(), clock.now()),
      draftOnlyChats: new DraftOnlyChats(windowMemento),
      lastOpenChat,
      titleOfFork: async (conversation) => {
        const saved = await history.latest(maxComparedTitles).catch(() => []);
        const open = Array.from(openChats.values(), ({ session }) => session.conversation);
        const taken = [...saved.map(({ title }) => title), ...open.map(chatTitle)];
        return forkTitle(chatTitle(conversation), new Set(taken));
      },
      reportError,
    }),
  );
  disposables.add(chats.followCurrent(warnWhenReadOnly));
  disposables.add(closeDeletedChats(journal.onDidDelete, chats));
  const models = new ModelCommands({
    catalog,
    recentModels,
    gateways,
    chats,
    modelFacts,
    unavailableModels,
  });
  return {
    chats,
    models,
    windowState,
    sentRequests,
    factRecorder,
    secretScanner,
    lastOpenChat,
    unavailableModels,
    modelContexts,
  };
}
