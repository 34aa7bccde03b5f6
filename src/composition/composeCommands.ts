// Composes the commands of the palette, and what follows the settings.
import { ChatLibrary } from '../features/transfer/node/chatLibrary';
import { RetryingChatModel } from '../conversation/node/retry/retryingChatModel';
import type { Connection } from '../gateway/common/connection';
import type { ChatModel } from '../gateway/common/chatModel';
import type { Failure } from '../gateway/common/failure';
import { registerCodeActions } from '../features/prompts/host/codeActionProvider';
import { registerCommands } from './commands';
import { ConnectionCheckCommand } from '../features/connectionCheck/host/connectionCheckCommand';
import { GatewaySwitch } from '../features/setup/host/gatewaySwitch';
import { HistoryCommands } from '../features/history/host/historyCommands';
import { modelStatusItem } from '../features/models/host/modelStatusItem';
import { warnWhenDefaultModelGone } from '../features/models/host/warnWhenDefaultGone';
import { requestSettings } from '../platform/host/settings';
import { ChatExport } from '../features/transfer/host/chatExport';
import { ChatImport } from '../features/transfer/host/chatImport';
import { SettingsWarnings } from './settingsWarnings';
import { followVscodeChat } from '../features/vscodeChat/host/vscodeChatView';
import { watchSettings } from './watchSettings';
import type { ChatServices } from './composeChats';
import type { GatewayServices } from './composeGateway';
import type { StorageServices } from './composeStorage';
import type { ViewServices } from './composeViews';
import type { VscodeChatServices } from './composeVscodeChat';
import type { CoreServices } from './coreServices';

export function composeCommands(
  core: CoreServices,
  gatewayServices: GatewayServices,
  { journal, store, thread, history }: StorageServices,
  chatServices: ChatServices,
  viewServices: ViewServices,
  { extensionAccess }: VscodeChatServices,
): void {
  const { context, disposables, clock, log, reportError, version, workspace } = core;
  const { chats, models, windowState, factRecorder } = chatServices;
  const { tabs, lastEditor, useInstructions } = viewServices;
  const { gateway, gateways, current, catalog, lookup, vault, modelFacts } = gatewayServices;
  const restored = (): Promise<void> => chats.restored();
  const connect = { ...gatewayServices, models };
  const chatModelFor = (connection: () => Promise<Connection | Failure>): ChatModel =>
    new RetryingChatModel({
      chatModel: gateway.connect(connection).chatModel,
      clock,
      factRecorder,
    });
  const library = new ChatLibrary({
    store: journal,
    openChats: () => [...chats.registry.all].map(({ session }) => session),
    listSaved: () => history.all(),
    rename: (id, title) => journal.saveMetadata(id, { type: 'renamed', title }),
  });
  disposables.add(
    registerCommands({
      connect,
      gatewaySwitch: new GatewaySwitch(connect),
      check: new ConnectionCheckCommand({
        gateway,
        current,
        catalog,
        lookup,
        modelInUse: () => models.current,
        chatModel: chatModelFor(() => current.resolve()),
        reportError,
        restored,
        version,
      }),
      chats,
      tabs,
      chatExport: new ChatExport({
        library,
        chats,
        now: () => clock.now(),
        reportError,
      }),
      chatImport: new ChatImport({ library, chats, reportError }),
      history: new HistoryCommands({
        history,
        chats,
        store,
        clock,
        workspace,
        createChatModel: (connection) => chatModelFor(async () => connection),
        requestDeps: {
          clock,
          requestSettings,
          lookUpModel: (model) => lookup.forRequest(model),
        },
        resolveConnection: () => current.resolve(),
        reportError,
      }),
      modelFacts,
      extensionAccess,
      log,
      codeQuestions: { chats, lastEditor, connectionState: () => current.state() },
      useInstructions,
      restored,
    }),
  );
  // VS Code waits for `activate`: what cannot be needed yet starts in the next turn of the event loop.
  const start = setImmediate(() => {
    disposables.add(
      watchSettings({
        gateway,
        warnings: new SettingsWarnings({ gateway, gateways, memento: context.globalState }),
        chats,
        windowState,
        current,
        vault,
        store,
        thread,
        globalState: context.globalState,
        reportError,
      }),
    );
    disposables.add(warnWhenDefaultModelGone(catalog, gateways));
    disposables.add(registerCodeActions());
    disposables.add(modelStatusItem(chats));
    disposables.add(followVscodeChat(windowState, reportError));
  });
  disposables.add({ dispose: () => clearImmediate(start) });
}
