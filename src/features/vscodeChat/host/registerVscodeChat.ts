// Offers the gateway's models in VS Code's own chat and to other extensions, and registers Manage Extension Access.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import { Emitter, type Event } from '../../../base/emitter';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import type { ModelFacts } from '../../../conversation/node/retry/modelFacts';
import type { ChatModel } from '../../../gateway/common/chatModel';
import type { Connection } from '../../../gateway/common/connection';
import { afterActivation } from '../../../platform/host/afterActivation';
import type { CoreServices } from '../../../platform/host/coreServices';
import { onDidChangeSetting } from '../../../platform/host/settings';
import { gatewayName } from '../../../platform/host/text/gatewayText';
import { registerCommands } from '../../../platform/host/typedCommands';
import { choose } from '../../../platform/host/window';
import type { ModelContextCache } from '../../contextWindow/node/modelContextCache';
import type { ModelServices } from '../../models/host/createModels';
import { defaultModel } from '../../models/host/requestSettings';
import type { ConnectionServices } from '../../setup/host/createConnections';
import { ExtensionAccess, type AccessAnswer } from '../node/extensionAccess';
import { ExtensionConsentsFile } from '../node/extensionConsentsFile';
import { ReasoningStore } from '../node/reasoningStore';
import { manageExtensionAccess } from './accessPicker';
import { followVscodeChat, type VscodeChatFollowerDeps } from './builtInChat';
import { ModelProvider } from './modelProvider';
import { extensionName } from './requester';
import { ResponseNotices } from './responseNotices';
import { ResponseProvider } from './responseProvider';
import { vscodeChatContributions } from './vscodeChatContributions';
import { isVscodeChatEnabled } from './vscodeChatSettings';

/** Must equal `contributes.languageModelChatProviders` in package.json. */
const vendor = 'portico';

interface ProviderServices
  extends
    Pick<CoreServices, 'log'>,
    Pick<ConnectionServices, 'vault' | 'gateways' | 'current'>,
    Pick<
      ModelServices,
      'catalog' | 'lookup' | 'unavailableModels' | 'requestSettings' | 'lookUpModel'
    > {
  readonly modelFacts: ModelFacts & { readonly onDidChange: Event<void> };
  readonly createChatModel: (connection: Connection) => ChatModel;
  readonly modelContexts: ModelContextCache;
}

export function registerVscodeChat(
  services: ProviderServices &
    VscodeChatFollowerDeps &
    Pick<CoreServices, 'storageFolder'> & { readonly chats: ChatWindow },
): Disposable {
  const { storageFolder, chats } = services;
  const access = new ExtensionAccess({
    consents: new ExtensionConsentsFile(join(storageFolder, 'extensionConsents.json')),
    ask: (extension, id) => askForAccess(extension, gatewayName(id)),
  });
  const modelsChanged = new Emitter<void>();
  return new DisposableStore(
    modelsChanged,
    registerProvider(services, access, modelsChanged),
    registerCommands(vscodeChatContributions.commandIds, {
      manageExtensionAccess: () => chats.returnFocus.after(() => manageExtensionAccess(access)),
    }),
    afterActivation(() => followVscodeChat(services, modelsChanged.event)),
  );
}

function registerProvider(
  services: ProviderServices,
  access: ExtensionAccess,
  changed: Emitter<void>,
): Disposable {
  const { log, vault, gateways, current, catalog, lookup, unavailableModels } = services;
  const { requestSettings, lookUpModel, modelFacts, createChatModel, modelContexts } = services;
  const notices = new ResponseNotices({ unavailableModels, log });
  const responses = new ResponseProvider({
    isEnabled: isVscodeChatEnabled,
    gateways,
    current,
    access,
    requestSettings,
    lookUpModel,
    acceptsTools: (model) => lookup.acceptsTools(model),
    createChatModel,
    reasoning: new ReasoningStore(),
    notices,
  });
  const fire = (): void => changed.fire();
  const provider = new ModelProvider({
    gateways,
    catalog,
    modelFacts,
    unavailableModels,
    modelContexts,
    responses,
    defaultModel,
    onDidChange: changed.event,
  });
  return new DisposableStore(
    catalog.onDidFetch(fire),
    unavailableModels.onDidChange(fire),
    modelFacts.onDidChange(fire),
    vault.onDidChange(fire),
    vault.onDidStore(() => notices.onKeyStored()),
    // What decides which models are offered, and as what.
    onDidChangeSetting(
      [
        'portico.vscodeChat.enabled',
        'portico.baseUrl',
        'portico.gateways',
        'portico.model',
        'portico.models',
      ],
      fire,
    ),
    vscode.lm.registerLanguageModelChatProvider(vendor, provider),
  );
}

/**
 * Asks whether another extension may use the models of a gateway.
 * @param gateway its name, as the user knows it
 */
async function askForAccess(extension: string | undefined, gateway: string): Promise<AccessAnswer> {
  const allow = vscode.l10n.t('Allow');
  const refuse = vscode.l10n.t("Don't Allow");
  const question =
    extension === undefined
      ? vscode.l10n.t('Allow an unknown extension to use the models of {0}?', gateway)
      : vscode.l10n.t('Allow {0} to use the models of {1}?', extensionName(extension), gateway);
  const explanation = vscode.l10n.t(
    'The extension decides what it sends to the gateway. Its requests use your API key and may be charged.',
  );
  const duration =
    extension === undefined
      ? vscode.l10n.t(
          "The answer applies until you reload the window: VS Code doesn't say who asks.",
        )
      : vscode.l10n.t('To change this later, run “Portico: Manage Extension Access…”.');
  const answer = await choose(question, [allow, refuse], [explanation, duration]);
  return answer === undefined ? undefined : answer === allow ? 'allowed' : 'refused';
}
