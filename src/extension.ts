// The extension's entry point. It creates what features share and registers them. `activate` awaits nothing: VS Code
// waits for it.
import type * as vscode from 'vscode';
import { createChats } from './chat/host/createChats';
import { createChatStorage } from './chat/host/createChatStorage';
import { createChatView } from './chat/host/createChatView';
import { testApi, type TestApi } from './chat/host/testApi';
import { createChatParts, createWindowParts, parseFromWebview } from './compose/host';
import { SentRequestLog } from './conversation/node/request/sentRequestLog';
import {
  createModelFacts,
  registerAdjustments,
} from './features/adjustments/host/registerAdjustments';
import { applyInstructions, createApply } from './features/apply/host/createApply';
import { registerApply } from './features/apply/host/registerApply';
import { createAttachments } from './features/attachments/host/createAttachments';
import { createBalance } from './features/balance/host/createBalance';
import { registerBalance } from './features/balance/host/registerBalance';
import { CodeColors } from './features/codeColors/host/codeColors';
import { commitMessageModelUse } from './features/commitMessage/host/commitMessageSettings';
import { registerCommitMessage } from './features/commitMessage/host/registerCommitMessage';
import { registerConnectionCheck } from './features/connectionCheck/host/registerConnectionCheck';
import { ModelContextCache } from './features/contextWindow/node/modelContextCache';
import { createCosts } from './features/costs/host/createCosts';
import { registerCosts } from './features/costs/host/registerCosts';
import { createHistory } from './features/history/host/createHistory';
import { RecentChats } from './features/history/host/recentChats';
import { registerHistory } from './features/history/host/registerHistory';
import { createModels } from './features/models/host/createModels';
import { ModelCommands } from './features/models/host/modelCommands';
import { registerModels } from './features/models/host/registerModels';
import { modelsSetting } from './features/models/host/requestSettings';
import { registerPrompts } from './features/prompts/host/registerPrompts';
import { createSecretScanner } from './features/secrets/host/createSecretScanner';
import { SentRequestView } from './features/sentRequest/host/sentRequestView';
import { createConnections } from './features/setup/host/createConnections';
import { registerSetup } from './features/setup/host/registerSetup';
import { registerTransfer } from './features/transfer/host/registerTransfer';
import { registerVscodeChat } from './features/vscodeChat/host/registerVscodeChat';
import { toolTokens } from './features/workspaceTools/node/toolDefinitions';
import { createCoreServices } from './platform/host/coreServices';
import { TextPreview } from './platform/host/textPreview';

let shutDown: (() => Promise<void>) | undefined;

export function activate(context: vscode.ExtensionContext): { version: 1 } & Partial<TestApi> {
  const {
    disposables,
    clock,
    log,
    reportError,
    globalState,
    storageFolder,
    windowMemento,
    workspace,
    version,
    scriptPath,
  } = createCoreServices(context);
  const { gateway, vault, gateways, current, keyCommands, keys, signIns, findLocalServers } =
    createConnections({
      secrets: context.secrets,
      extensionId: context.extension.id,
      disposables,
      clock,
      log,
      globalState,
      storageFolder,
      version,
      apiFormats: (baseUrl) => modelsSetting(baseUrl).apiFormats,
    });
  const { ledger, budget, withBudget } = createCosts({
    disposables,
    globalState,
    storageFolder,
    clock,
  });
  const { modelFacts, withRetries, createChatModel } = createModelFacts({
    clock,
    storageFolder,
    gateway,
    ledger,
    withBudget,
  });
  const preview = disposables.add(new TextPreview());
  const {
    catalog,
    lookup,
    lookUpModel,
    recentModels,
    pinnedModels,
    hiddenModels,
    unavailableModels,
    requestSettings,
    workspacePrompt,
    defaultModel,
    saveContextLength,
  } = createModels({
    workspaceState: context.workspaceState,
    disposables,
    clock,
    globalState,
    storageFolder,
    gateway,
    gateways,
    current,
    modelFacts,
    preview,
  });
  const balance = createBalance({
    disposables,
    clock,
    globalState,
    gateway,
    gateways,
    current,
    catalog,
  });
  const { openChats, journal, store } = createChatStorage({
    disposables,
    clock,
    log,
    storageFolder,
    windowMemento,
    workspace,
  });
  const { history, historyThread } = createHistory({
    disposables,
    clock,
    reportError,
    globalState,
    storageFolder,
    scriptPath,
    journal,
    openChats,
  });
  const secretScanner = createSecretScanner({ disposables, clock, scriptPath });
  const modelContexts = new ModelContextCache();
  const sentRequests = new SentRequestLog();
  const { chats, windowState, lastOpenChat, lastEditor } = createChats({
    disposables,
    clock,
    reportError,
    globalState,
    windowMemento,
    storageFolder,
    workspace,
    openChats,
    journal,
    store,
    history,
    gateway,
    current,
    catalog,
    defaultModel,
    requestSettings,
    lookUpModel,
    withRetries,
    changeFormat: applyInstructions,
    sentRequests,
    createParts: (chat) =>
      createChatParts(chat, {
        attachments: { clock },
        balance: { ...balance, sentRequests },
        contextWindow: { modelContexts, saveContextLength, current, lookup },
        costs: { budget, ledger },
        models: {
          catalog,
          recentModels,
          pinnedModels,
          hiddenModels,
          modelFacts,
          unavailableModels,
          gateways,
          workspacePrompt,
          reportError,
        },
        secrets: { secretScanner },
        setup: { gateways, current },
        usage: { sentRequests, ledger, toolTokens },
        workspaceTools: { secretScanner, preview, gateways, lookup },
      }),
  });
  const { editorOffer, suggestions } = createAttachments({
    clock,
    disposables,
    reportError,
    chats,
    windowState,
    lastEditor,
  });
  const { loadApply } = createApply({
    disposables,
    clock,
    reportError,
    scriptPath,
    chats,
    windowState,
    lastEditor,
  });
  const modelCommands = new ModelCommands({
    catalog,
    recentModels,
    pinnedModels,
    hiddenModels,
    gateways,
    chats,
    modelFacts,
    unavailableModels,
  });
  const recentChats = new RecentChats({ history, chats, windowState, clock, reportError });
  const { background, sideBar, commands, onDidShowBlank } = createChatView({
    extensionUri: context.extensionUri,
    disposables,
    reportError,
    globalState,
    storageFolder,
    current,
    store,
    chats,
    windowState,
    lastOpenChat,
    lastEditor,
    preview,
    parts: createWindowParts({
      apply: { loadApply, preview },
      attachments: { lastEditor, suggestions, preview, editorOffer },
      balance: { windowState },
      codeColors: disposables.add(new CodeColors({ windowState, reportError })),
      history: recentChats,
      sentRequest: disposables.add(new SentRequestView(sentRequests)),
      vscodeChat: { globalState, windowState },
    }),
    parseFromWebview,
  });
  const links = disposables.add(
    registerSetup({
      clock,
      reportError,
      globalState,
      gateway,
      vault,
      gateways,
      current,
      keyCommands,
      keys,
      signIns,
      findLocalServers,
      modelCommands,
      balanceText: balance.balanceText,
      chats,
      windowState,
    }),
  );
  disposables.add(
    registerModels({
      reportError,
      globalState,
      gateways,
      catalog,
      hiddenModels,
      unavailableModels,
      chats,
      windowState,
      modelCommands,
      modelUses: [commitMessageModelUse],
    }),
  );
  disposables.add(
    registerBalance({
      ...balance,
      clock,
      globalState,
      reportError,
      gateways,
      ledger,
      chats,
      windowState,
    }),
  );
  disposables.add(registerCosts({ ledger, preview, chats }));
  disposables.add(
    registerHistory({
      clock,
      reportError,
      workspace,
      current,
      requestSettings,
      lookUpModel,
      createChatModel,
      store,
      history,
      historyThread,
      ledger,
      chats,
      recentChats,
      onDidShowBlank,
    }),
  );
  disposables.add(
    registerPrompts({
      workspaceState: context.workspaceState,
      reportError,
      current,
      preview,
      chats,
      lastEditor,
      suggestions,
      onDidShowBlank,
    }),
  );
  disposables.add(registerAdjustments({ modelFacts, chats }));
  disposables.add(
    registerConnectionCheck({
      reportError,
      version,
      gateway,
      gateways,
      current,
      catalog,
      lookup,
      unavailableModels,
      withRetries,
      chats,
    }),
  );
  disposables.add(registerTransfer({ clock, reportError, journal, history, chats }));
  disposables.add(
    registerVscodeChat({
      log,
      reportError,
      globalState,
      storageFolder,
      vault,
      gateways,
      current,
      catalog,
      lookup,
      unavailableModels,
      requestSettings,
      lookUpModel,
      modelFacts,
      createChatModel,
      modelContexts,
      chats,
      windowState,
    }),
  );
  disposables.add(
    registerCommitMessage({
      clock,
      log,
      reportError,
      current,
      lookup,
      requestSettings,
      lookUpModel,
      createChatModel,
      secretScanner,
    }),
  );
  disposables.add(registerApply({ loadApply, reportError, current, chats, lastEditor }));
  shutDown = async () => {
    chats.dispose();
    await Promise.all([store.flush(), historyThread.close()]);
  };
  return { version: 1, ...testApi({ chats, background, sideBar, commands, links }) };
}

/** VS Code waits for this, but not for the subscriptions that it disposes afterwards. */
export async function deactivate(): Promise<void> {
  await shutDown?.();
}
