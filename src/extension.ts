// Composition only: builds the rooms, connects them and hands them to VS Code. Nothing is awaited.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore } from './base/disposable';
import { RequestBuilder } from './chat/request/requestBuilder';
import type { Connection } from './chat/gatewayPort';
import { ModelContextCache } from './chat/context/modelContextCache';
import { ModelFactRecorder } from './chat/retry/modelFactRecorder';
import { ChatLibrary } from './chat/transfer/chatLibrary';
import { RetryingChatModel } from './chat/retry/retryingChatModel';
import type { ChatModel } from './chat/ports';
import { HistorySettingStore } from './chat/historySettingStore';
import { RefusedModels } from './chat/models/refusedModels';
import { SentRequestLog } from './chat/request/sentRequestLog';
import { createGateway } from './gateway/gateway';
import { newConversation } from './shared/conversation/conversation';
import type { Failure } from './shared/conversation/failure';
import { KeyLabelsFile } from './store/files/keyLabelsFile';
import { HistoryThread } from './store/history/historyThread';
import { StoredHistory } from './store/history/storedHistory';
import { Trash } from './store/history/trash';
import { scheduleCleanup } from './store/history/scheduleCleanup';
import { JournalStore } from './store/journal/journalStore';
import { ModelFactsFile } from './store/files/modelFactsFile';
import { ModelListFiles } from './store/files/modelListFiles';
import { OriginsFile } from './store/files/originsFile';
import { storagePaths } from './store/storagePaths';
import { BackgroundChatIndicator } from './vscode/chats/backgroundChatIndicator';
import { ChatCommands } from './vscode/chatView/chatCommands';
import { EditorTabs } from './vscode/chatView/editorTabs';
import { LastEditor } from './vscode/chatView/lastEditor';
import { SideBar } from './vscode/chatView/sideBar';
import { WindowState } from './vscode/chatView/windowState';
import { registerCommands } from './vscode/commands';
import { viewId } from './vscode/contributions';
import { ConnectionCheckCommand } from './vscode/connectionCheck/connectionCheck';
import { CurrentConnection } from './vscode/gateway/currentConnection';
import { Gateways } from './vscode/gateway/gateways';
import { HistoryCommands } from './vscode/history/historyCommands';
import { askBaseUrl } from './vscode/gateway/inputs';
import { KeyCommands } from './vscode/gateway/keyCommands';
import { KeyVault } from './vscode/gateway/keyVault';
import { closeDeletedChat } from './vscode/chats/closeDeletedChat';
import { ModelCommands } from './vscode/models/modelCommands';
import { ModelLists } from './vscode/models/modelLists';
import { modelStatusItem } from './vscode/models/modelStatusItem';
import { Chat, type OpenChatParts } from './vscode/chats/chat';
import { ChatWindow } from './vscode/chats/chatWindow';
import { DraftOnlyChats, LastOpenChat } from './vscode/chats/lastOpenChat';
import { RecentModels } from './vscode/models/recentModels';
import { logRequest } from './vscode/platform/requestLog';
import {
  defaultModel,
  preferences,
  requestSettings,
  historyEnabled,
  historyKeepDays,
} from './vscode/settings';
import { createErrorReporter } from './vscode/platform/reportError';
import { SentRequestView } from './vscode/chats/sentRequestView';
import { GatewaySwitch } from './vscode/gateway/switchGateway';
import { systemClock } from './vscode/platform/systemClock';
import { ChatExport } from './vscode/transfer/chatExport';
import { ChatImport } from './vscode/transfer/chatImport';
import { watchSettings } from './vscode/watchSettings';
import { pingWindow } from './vscode/platform/pingWindow';
import { type TestApi, testApi } from './vscode/testApi';
import { warnWhenDefaultModelGone } from './vscode/models/warnWhenDefaultGone';
import { warnOnSaveFailure } from './vscode/chats/storageWarnings';
import { warnWhenReadOnly } from './vscode/chats/warnWhenReadOnly';

let shutDown: (() => Promise<void>) | undefined;

export function activate(context: vscode.ExtensionContext): { version: 1 } & Partial<TestApi> {
  const own = new DisposableStore();
  context.subscriptions.push(own);
  const clock = systemClock;
  const log = own.add(vscode.window.createOutputChannel('Portico', { log: true }));
  const say = createErrorReporter(log);
  const kept = context.globalStorageUri.fsPath;
  const remembered = context.globalState;
  const ofWindow =
    vscode.workspace.workspaceFolders === undefined ? remembered : context.workspaceState;

  const version = String(context.extension.packageJSON.version);
  const gateway = createGateway({
    clock,
    version,
    onRequest: (record) => logRequest(log, record),
  });
  const vault = own.add(
    new KeyVault(
      context.secrets,
      new OriginsFile(join(kept, 'originsWithKey.json')),
      new KeyLabelsFile(join(kept, 'keyLabels.json')),
    ),
  );
  const gateways = new Gateways(gateway, vault);
  const current = new CurrentConnection(gateway, vault, gateways, remembered);
  const lists = own.add(
    new ModelLists(
      gateway,
      current,
      gateways,
      new ModelListFiles(join(kept, 'models')),
      new RecentModels(remembered),
      clock,
    ),
  );

  const learned = new ModelFactsFile(join(kept, 'learned.json'));
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.toString();
  const journal = own.add(
    new JournalStore({
      root: kept,
      clock,
      isWanted: historyEnabled,
      ...(workspace === undefined ? {} : { workspace }),
    }),
  );
  own.add(warnOnSaveFailure(journal, log));
  const store = new HistorySettingStore(journal, historyEnabled, (id) => chats.conversation(id));
  const lessons = new ModelFactRecorder(learned, clock, () => current.origin());
  const requests = new RequestBuilder({
    requestSettings,
    apiFormatOf: (model) => lists.apiFormatOf(model),
  });
  const sentRequests = new SentRequestLog();
  const refused = new RefusedModels();
  own.add(lists.onDidChange(({ gateway: id, added }) => refused.forget(id, added)));
  const facts = own.add(new WindowState(preferences()));
  const shared: OpenChatParts = {
    clock,
    newId: randomUUID,
    isWindowThere: () => pingWindow(clock),
    gateway,
    gateways,
    current,
    lists,
    store,
    learned,
    lessons,
    requestSettings,
    requests,
    sentRequests,
    knownModels: new ModelContextCache(),
    refused,
    facts,
    switchTo: (ref) => gatewaySwitch.to(ref),
    askQueued: (chat, question, isWanted) => commands.askQueued(chat, question, isWanted),
    sayUnexpected: say,
  };
  const chats = own.add(
    new ChatWindow({
      store,
      openChat: (conversation, draft) => new Chat(shared, conversation, draft),
      newConversation: () => newConversation(randomUUID(), defaultModel(), clock.now()),
      leftBlank: new DraftOnlyChats(ofWindow),
      sayUnexpected: say,
    }),
  );
  own.add(chats.followCurrent(warnWhenReadOnly));
  own.add(closeDeletedChat(journal.onDidDelete, chats));

  shutDown = async () => {
    chats.dispose();
    await Promise.all([store.flush(), thread.close()]);
  };

  const changeBaseUrl = (): Promise<void> => askBaseUrl(gateway);
  const restored = (): Promise<void> => sideBar.restored();
  const keys = new KeyCommands(gateway, vault, gateways, changeBaseUrl);
  const models = new ModelCommands(lists, gateways, chats, changeBaseUrl, restored);
  const gatewaySwitch = new GatewaySwitch({ gateway, vault, gateways, current, keys, models });
  const sentRequestView = own.add(new SentRequestView(sentRequests));
  const background = own.add(
    new BackgroundChatIndicator({
      chats,
      facts,
      setBadge: (badge) => sideBar.setBadge(badge),
      sayUnexpected: say,
    }),
  );
  const commands = new ChatCommands({
    sentRequestView,
    facts,
    background,
    lastEditor: own.add(new LastEditor()),
    fork: (answerId) => chats.fork(answerId),
    connectionState: () => current.state(),
    changeBaseUrl,
    sayUnexpected: say,
    modelChanged: (model) => models.offerAsDefault(model),
  });
  const sideBar = own.add(
    new SideBar({
      extensionUri: context.extensionUri,
      commands,
      chats,
      remembered: new LastOpenChat(ofWindow),
      sayUnexpected: say,
    }),
  );

  const tabs = own.add(
    new EditorTabs({
      extensionUri: context.extensionUri,
      commands,
      chats,
      sayUnexpected: say,
    }),
  );

  const modelAt = (connection: () => Promise<Connection | Failure>): ChatModel =>
    new RetryingChatModel(gateway.connect(connection).chatModel, clock, lessons);
  // It sends nothing of the chat that is open, and asks wherever that is at home.
  const plainModel = modelAt(() => current.resolve());
  const places = storagePaths(kept);
  const thread = own.add(
    new HistoryThread(
      context.asAbsolutePath(join('dist', 'historyWorker.js')),
      { conversations: places.conversations, index: join(kept, 'history', 'words.db') },
      historyEnabled,
    ),
  );
  const history = new StoredHistory({ store: journal, thread, trash: new Trash(places), clock });
  const library = new ChatLibrary({
    store: journal,
    openChats: () => [...chats.all].map(({ session }) => session),
    listSaved: () => history.all(),
    rename: (id, title) => journal.note(id, { type: 'renamed', title }),
  });
  own.add(
    scheduleCleanup({
      clock,
      tidy: () => history.cleanUp(historyKeepDays(), (id) => chats.conversation(id) !== undefined),
      tidiedAt: () => remembered.get('portico.historyTidiedAt', 0),
      setTidiedAt: (at) => void remembered.update('portico.historyTidiedAt', at),
      sayUnexpected: say,
    }),
  );

  own.add(vscode.window.registerWebviewViewProvider(viewId, sideBar));
  own.add(
    registerCommands({
      connect: { gateway, vault, gateways, current, lists, keys, models },
      gatewaySwitch,
      check: new ConnectionCheckCommand({
        gateway,
        current,
        lists,
        modelInUse: () => models.current,
        chatModel: plainModel,
        changeBaseUrl,
        sayUnexpected: say,
        restored,
        version,
      }),
      chats,
      tabs,
      chatExport: new ChatExport({
        library,
        chats,
        now: () => clock.now(),
        restored,
        reportError: say,
      }),
      chatImport: new ChatImport({ library, chats, restored, reportError: say }),
      history: new HistoryCommands({
        history,
        chats,
        store,
        clock,
        workspace,
        restored,
        modelAt: (connection) => modelAt(async () => connection),
        asking: {
          clock,
          requestSettings,
          apiFormatOf: (model) => lists.apiFormatOf(model),
          listedPrice: (model) => lists.listedPrice(model),
        },
        connection: () => current.resolve(),
        reportError: say,
      }),
      learned,
      log,
      restored,
    }),
  );
  // VS Code waits for this call: what nobody can have asked for yet begins a turn later.
  const followers = setImmediate(() => {
    own.add(watchSettings({ gateway, gateways, chats, facts, current, vault, store, thread }));
    own.add(warnWhenDefaultModelGone(lists, gateways));
    own.add(modelStatusItem(chats));
  });
  own.add({ dispose: () => clearImmediate(followers) });
  return { version: 1, ...testApi(chats, sideBar, commands, sentRequestView) };
}

/** VS Code waits for this, and not for what is disposed of afterwards. */
export async function deactivate(): Promise<void> {
  await shutDown?.();
}
