// Composes what offers the gateway's models in VS Code's own chat.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Emitter } from '../base/emitter';
import type { Connection } from '../gateway/common/connection';
import { gatewayId } from '../gateway/node/namedGateways';
import type { ChatModel } from '../gateway/common/chatModel';
import { ModelFactRecorder } from '../conversation/node/retry/modelFactRecorder';
import { RetryingChatModel } from '../conversation/node/retry/retryingChatModel';
import { ExtensionAccess } from '../features/vscodeChat/node/extensionAccess';
import { ReasoningStore } from '../features/vscodeChat/node/reasoningStore';
import { ExtensionConsentsFile } from '../features/vscodeChat/node/extensionConsentsFile';
import { gatewayName } from '../platform/host/text/gatewayText';
import { isVscodeChatEnabled, requestSettings } from '../platform/host/settings';
import { askForAccess } from '../features/vscodeChat/host/accessQuestion';
import { ModelProvider } from '../features/vscodeChat/host/modelProvider';
import { ResponseNotices } from '../features/vscodeChat/host/responseNotices';
import { ResponseProvider } from '../features/vscodeChat/host/responseProvider';
import type { ChatServices } from './composeChats';
import type { GatewayServices } from './composeGateway';
import type { CoreServices } from './coreServices';

/** Must equal `contributes.languageModelChatProviders` in package.json. */
const vendor = 'portico';

/** What decides which models are offered, and as what. */
const settings = ['vscodeChat.enabled', 'baseUrl', 'gateways', 'models'];

export type VscodeChatServices = ReturnType<typeof composeVscodeChat>;

export function composeVscodeChat(
  { disposables, clock, log, storageFolder }: CoreServices,
  { gateway, gateways, current, catalog, lookup, vault, modelFacts }: GatewayServices,
  { unavailableModels, modelContexts }: ChatServices,
) {
  const consents = new ExtensionConsentsFile(join(storageFolder, 'extensionConsents.json'));
  const access = new ExtensionAccess({
    consents,
    ask: (extension, id) => askForAccess(extension, gatewayName(id)),
  });
  const notices = new ResponseNotices({ unavailableModels, log });
  const createChatModel = (connection: Connection): ChatModel =>
    new RetryingChatModel({
      chatModel: gateway.connect(async () => connection).chatModel,
      clock,
      factRecorder: new ModelFactRecorder({
        modelFacts,
        clock,
        gateway: async () => gatewayId(connection),
      }),
    });
  const responses = new ResponseProvider({
    isEnabled: isVscodeChatEnabled,
    gateways,
    current,
    access,
    requestSettings,
    lookUpModel: (model) => lookup.forRequest(model),
    acceptsTools: (model) => lookup.acceptsTools(model),
    createChatModel,
    reasoning: new ReasoningStore(),
    notices,
  });
  const changed = disposables.add(new Emitter<void>());
  const fire = (): void => changed.fire();
  disposables.add(catalog.onDidFetch(fire));
  disposables.add(unavailableModels.onDidChange(fire));
  disposables.add(modelFacts.onDidChange(fire));
  disposables.add(vault.onDidChange(fire));
  disposables.add(vault.onDidStore(() => notices.onKeyStored()));
  disposables.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (settings.some((name) => change.affectsConfiguration(`portico.${name}`))) {
        fire();
      }
    }),
  );
  disposables.add(
    vscode.lm.registerLanguageModelChatProvider(
      vendor,
      new ModelProvider({
        gateways,
        catalog,
        modelFacts,
        unavailableModels,
        modelContexts,
        responses,
        onDidChange: changed.event,
      }),
    ),
  );
  return { extensionAccess: access };
}
