// Registers the commands of models, their item in the status bar, and what follows their settings.
import * as v from 'valibot';
import type * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import type { WindowState } from '../../../chat/node/windowState';
import { afterActivation } from '../../../platform/host/afterActivation';
import { setContextKey } from '../../../platform/host/contextKeys';
import { onDidChangeSetting } from '../../../platform/host/settings';
import { warnOfInvalidSettings } from '../../../platform/host/settingsWarnings';
import { registerCommands, withArgument } from '../../../platform/host/typedCommands';
import { maxFurtherModels } from './alsoAsk';
import { warnOfGoneModels, type GoneModelsDeps } from './goneModels';
import type { ModelCommands } from './modelCommands';
import { modelsContributions } from './modelsContributions';
import { modelStatusItem } from './modelStatusItem';
import { catalogUrl, defaultModel, modelsSettingCheck } from './requestSettings';

/** A model ID, selected without asking. */
const modelId = v.pipe(v.string(), v.trim(), v.nonEmpty());

/** Asked without asking the user. */
const modelIds = v.pipe(v.array(modelId), v.nonEmpty(), v.maxLength(maxFurtherModels));

export function registerModels(
  services: GoneModelsDeps & {
    readonly globalState: vscode.Memento;
    readonly windowState: WindowState;
    readonly modelCommands: ModelCommands;
  },
): Disposable {
  const { globalState, chats, modelCommands } = services;
  return new DisposableStore(
    registerCommands(modelsContributions.commandIds, {
      selectModel: withArgument(modelId, (model) =>
        chats.returnFocus.after(() => modelCommands.select(model)),
      ),
      alsoAsk: withArgument(modelIds, (models) =>
        chats.returnFocus.after(() => modelCommands.alsoAsk(models)),
      ),
      refreshModels: () => modelCommands.refresh(),
      openCatalog: () => modelCommands.openCatalog(),
    }),
    showUnavailableModels(services),
    afterActivation(
      () =>
        new DisposableStore(
          followSettings(chats),
          warnOfInvalidSettings([modelsSettingCheck], globalState),
          warnOfGoneModels(services),
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
}: Pick<GoneModelsDeps, 'gateways' | 'unavailableModels' | 'reportError'> & {
  readonly windowState: WindowState;
}): Disposable {
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
    onDidChangeSetting(['portico.catalogUrl', 'portico.baseUrl', 'portico.gateways'], showCatalog),
    // The size of the next request, the context length that limits it, or what the model accepts may have changed.
    onDidChangeSetting(['portico.models', 'portico.systemPrompt', 'portico.maxTokens'], () => {
      for (const chat of chats.registry.all) {
        void chat.parts.refresh();
      }
    }),
  );
}
