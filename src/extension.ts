// The extension's entry point. It creates what features share and registers them. `activate` awaits nothing: VS Code
// waits for it.
import type * as vscode from 'vscode';
import {
  createModelFacts,
  registerAdjustments,
} from './features/adjustments/host/registerAdjustments';
import { applyInstructions, createApply } from './features/apply/host/createApply';
import { registerApply } from './features/apply/host/registerApply';
import { TextPreview } from './platform/host/textPreview';
import { createAttachments } from './features/attachments/host/createAttachments';
import { createChats } from './chat/host/createChats';
import { createChatStorage } from './chat/host/createChatStorage';
import { createChatView } from './chat/host/createChatView';
import { type TestApi, testApi } from './chat/host/testApi';
import { CodeColors } from './features/codeColors/host/codeColors';
import { createBalance } from './features/balance/host/createBalance';
import { registerBalance } from './features/balance/host/registerBalance';
import { commitMessageModelUse } from './features/commitMessage/host/commitMessageSettings';
import { registerCommitMessage } from './features/commitMessage/host/registerCommitMessage';
import { registerConnectionCheck } from './features/connectionCheck/host/registerConnectionCheck';
import { ModelContextCache } from './features/contextWindow/node/modelContextCache';
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
import { createDayCosts } from './features/usage/host/createDayCosts';
import { registerVscodeChat } from './features/vscodeChat/host/registerVscodeChat';
import { toolTokens } from './features/workspaceTools/node/toolDefinitions';
import { createChatParts, createWindowParts, parseFromWebview } from './compose/host';
import { SentRequestLog } from './conversation/node/request/sentRequestLog';
import { createCoreServices } from './platform/host/coreServices';

let shutDown: (() => Promise<void>) | undefined;

export function activate(context: vscode.ExtensionContext): { version: 1 } & Partial<TestApi> {
  const core = createCoreServices(context);
  const { disposables } = core;
  const connections = createConnections(core, () => modelsSetting().apiFormats);
  const facts = createModelFacts({ ...core, ...connections });
  const base = { ...core, ...connections, ...facts };
  const preview = disposables.add(new TextPreview());
  const models = createModels({ ...base, preview });
  const balance = createBalance({ ...base, ...models });
  const storage = createChatStorage(core);
  const history = createHistory({ ...core, ...storage });
  const shared = {
    ...base,
    ...models,
    ...balance,
    preview,
    ...storage,
    ...history,
    changeFormat: applyInstructions,
    secretScanner: createSecretScanner(core),
    modelContexts: new ModelContextCache(),
    dayCosts: createDayCosts(core),
    sentRequests: new SentRequestLog(),
    toolTokens,
  };
  const withChats = {
    ...shared,
    ...createChats({
      ...shared,
      createParts: (chat) =>
        createChatParts(chat, {
          attachments: shared,
          balance: shared,
          contextWindow: shared,
          models: shared,
          secrets: shared,
          setup: shared,
          usage: shared,
          workspaceTools: shared,
        }),
    }),
  };
  const services = {
    ...withChats,
    ...createAttachments(withChats),
    ...createApply(withChats),
    modelCommands: new ModelCommands(withChats),
    codeColors: disposables.add(new CodeColors(withChats)),
    recentChats: new RecentChats(withChats),
    sentRequestView: disposables.add(new SentRequestView(withChats.sentRequests)),
  };
  const { chats } = services;
  const view = createChatView({
    ...services,
    parts: createWindowParts({
      apply: services,
      attachments: services,
      codeColors: services.codeColors,
      history: { recentChats: services.recentChats, open: (id) => chats.open(id) },
      sentRequest: services.sentRequestView,
      vscodeChat: services,
    }),
    parseFromWebview,
  });
  disposables.add(registerSetup(services));
  disposables.add(registerModels({ ...services, modelUses: [commitMessageModelUse] }));
  disposables.add(registerBalance(services));
  disposables.add(registerHistory(services));
  disposables.add(registerPrompts({ ...services, ...view }));
  disposables.add(registerAdjustments(services));
  disposables.add(registerConnectionCheck(services));
  disposables.add(registerTransfer(services));
  disposables.add(registerVscodeChat(services));
  disposables.add(registerCommitMessage(services));
  disposables.add(registerApply(services));
  shutDown = async () => {
    services.chats.dispose();
    await Promise.all([services.store.flush(), services.historyThread.close()]);
  };
  return { version: 1, ...testApi({ ...services, ...view }) };
}

/** VS Code waits for this, but not for the subscriptions that it disposes afterwards. */
export async function deactivate(): Promise<void> {
  await shutDown?.();
}
