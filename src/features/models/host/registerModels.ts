// Registers the commands of models, their item in the status bar, and what follows their settings.
import * as v from 'valibot';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { Conversation } from '../../../conversation/common/conversation';
import { failureTraits } from '../../../gateway/common/failureTraits';
import { afterActivation } from '../../../platform/host/afterActivation';
import { setContextKey } from '../../../platform/host/contextKeys';
import { onDidChangeSetting } from '../../../platform/host/settings';
import { warnOfInvalidSettings } from '../../../platform/host/settingsWarnings';
import { registerCommands, runCommand, withArgument } from '../../../platform/host/typedCommands';
import { showWarning } from '../../../platform/host/window';
import type { ChatWindow } from '../../chatView/host/chats/chatWindow';
import type { WindowState } from '../../chatView/node/windowState';
import type { Gateways } from '../../setup/host/gateways';
import type { ModelServices } from './createModels';
import type { ChangedList } from './modelCatalog';
import type { ModelCommands } from './modelCommands';
import { modelsContributions } from './modelsContributions';
import { modelStatusItem } from './modelStatusItem';
import { catalogUrl, defaultModel, modelsSettingCheck } from './requestSettings';

export interface ModelRegistrationServices extends ModelServices {
  readonly context: Pick<vscode.ExtensionContext, 'globalState'>;
  readonly reportError: (error: unknown) => void;
  readonly gateways: Gateways;
  readonly chats: ChatWindow;
  readonly windowState: WindowState;
  readonly modelCommands: ModelCommands;
}

/** A model ID, selected without asking. */
const modelId = v.pipe(v.string(), v.trim(), v.nonEmpty());

export function registerModels(services: ModelRegistrationServices): Disposable {
  const { context, chats, modelCommands } = services;
  return new DisposableStore(
    registerCommands(modelsContributions.commandIds, {
      selectModel: withArgument(modelId, (model) =>
        chats.returnFocus.after(() => modelCommands.select(model)),
      ),
      refreshModels: () => modelCommands.refresh(),
      openCatalog: () => modelCommands.openCatalog(),
    }),
    showUnavailableModels(services),
    afterActivation(
      () =>
        new DisposableStore(
          followSettings(chats),
          warnOfInvalidSettings([modelsSettingCheck], context.globalState),
          warnWhenDefaultModelGone(services),
          modelStatusItem(chats),
        ),
    ),
  );
}

function showUnavailableModels({
  gateways,
  unavailableModels,
  windowState,
  reportError,
}: ModelRegistrationServices): Disposable {
  const show = async (): Promise<void> =>
    windowState.update({
      type: 'unavailableModels',
      unavailableModels: [...unavailableModels.of((await gateways.currentId()) ?? '')],
    });
  return new DisposableStore(
    unavailableModels.onDidChange(() => void show().catch(reportError)),
    windowState.onDidChange(({ type }) => {
      if (type === 'connection' && windowState.current.unavailableModels !== undefined) {
        show().catch(reportError);
      }
    }),
  );
}

function followSettings(chats: ChatWindow): Disposable {
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
  const { hasCatalog } = modelsContributions.contextKeys;
  const showCatalog = (): void => setContextKey(hasCatalog, catalogUrl() !== undefined);
  showCatalog();
  return new DisposableStore(
    onDidChangeSetting(['portico.model'], applyDefaultModel),
    onDidChangeSetting(['portico.catalogUrl'], showCatalog),
    // The size of the next request, the context length that limits it, or what the model accepts may have changed.
    onDidChangeSetting(['portico.models', 'portico.systemPrompt', 'portico.maxTokens'], () => {
      for (const chat of chats.registry.all) {
        void chat.refreshModel();
      }
    }),
  );
}

/**
 * Warns when the current gateway no longer lists the model of new chats, unless the notice of an answer says so: the
 * failure of the answer is why the list was fetched.
 */
function warnWhenDefaultModelGone({
  catalog,
  chats,
  gateways,
  unavailableModels,
}: ModelRegistrationServices): Disposable {
  const warnIfRemoved = async ({ gateway, removed }: ChangedList): Promise<void> => {
    const model = defaultModel();
    const isCurrent = (await gateways.currentId()) === gateway;
    const isNamed =
      unavailableModels.of(gateway).has(model) ||
      [...chats.registry.all].some(({ session }) => isNamedByNotice(session.conversation, model));
    if (isCurrent && removed.includes(model) && !isNamed) {
      await warn(model);
    }
  };
  return catalog.onDidChange((changed) => void warnIfRemoved(changed));
}

/** Whether the last answer failed as it does without its model: its notice then names a model that left the list. */
function isNamedByNotice({ messages }: Conversation, model: string): boolean {
  const last = messages.at(-1);
  const failure = last?.kind === 'answer' && last.model === model && last.outcome?.failure;
  return typeof failure === 'object' && failureTraits[failure.kind].lacksModel !== 'no';
}

async function warn(model: string): Promise<void> {
  const { l10n } = vscode;
  const select = l10n.t('Select Model…');
  const openCatalog = l10n.t('Open Model Catalog');
  const answer = await showWarning(
    l10n.t('Your default model “{0}” is no longer listed by the gateway.', model),
    select,
    ...(catalogUrl() === undefined ? [] : [openCatalog]),
  );
  if (answer === select) {
    await runCommand('portico.selectModel');
  } else if (answer === openCatalog) {
    await runCommand('portico.openCatalog');
  }
}
