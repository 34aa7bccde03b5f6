// Creates what knows the gateway's models: their lists, what requests need of them, which were used, which are gone.
import { join } from 'node:path';
import type * as vscode from 'vscode';
import type { RequestBuilderDeps } from '../../../conversation/node/request/requestBuilder';
import type { ModelFacts } from '../../../conversation/node/retry/modelFacts';
import type { CoreServices } from '../../../platform/host/coreServices';
import type { ConnectionServices } from '../../setup/host/createConnections';
import { ModelListFiles } from '../node/modelListFiles';
import { UnavailableModels } from '../node/unavailableModels';
import { ModelCatalog } from './modelCatalog';
import { ModelLookup } from './modelLookup';
import { RememberedModels } from './rememberedModels';
import { defaultModel, requestSettings, saveContextLength } from './requestSettings';
import { WorkspacePrompt, type WorkspacePromptDeps } from './workspacePrompt';

export interface ModelServices extends RequestBuilderDeps {
  readonly catalog: ModelCatalog;
  readonly lookup: ModelLookup;
  readonly recentModels: RememberedModels;
  readonly pinnedModels: RememberedModels;
  readonly hiddenModels: RememberedModels;
  readonly unavailableModels: UnavailableModels;
  readonly workspacePrompt: WorkspacePrompt;
  /** The model of new chats; `''` when none is set. */
  readonly defaultModel: () => string;
  /** `contextLength` is a number of tokens. */
  readonly saveContextLength: (model: string, contextLength: number) => Promise<void>;
}

export function createModels({
  workspaceState,
  disposables,
  clock,
  globalState,
  storageFolder,
  gateway,
  gateways,
  current,
  modelFacts,
  preview,
}: Pick<CoreServices, 'disposables' | 'clock' | 'globalState' | 'storageFolder'> &
  Pick<ConnectionServices, 'gateway' | 'gateways' | 'current'> &
  Pick<WorkspacePromptDeps, 'preview'> & {
    readonly workspaceState: vscode.Memento;
    readonly modelFacts: ModelFacts;
  }): ModelServices {
  const catalog = disposables.add(
    new ModelCatalog({
      gateway,
      current,
      gateways,
      cache: new ModelListFiles(join(storageFolder, 'models')),
      clock,
    }),
  );
  const workspacePrompt = disposables.add(
    new WorkspacePrompt({ memento: workspaceState, preview }),
  );
  const unavailableModels = new UnavailableModels();
  disposables.add(
    catalog.onDidChange(({ gateway: id, added, changed }) => {
      unavailableModels.forget(id, added);
      void modelFacts.forget(id, [...added, ...changed]);
    }),
  );
  // Recent models are those of a key, which sees models of its own; pinned and hidden ones are the same for all keys.
  const originOf = async (typed?: string) => (await gateways.current(typed))?.origin;
  const lookup = new ModelLookup({ catalog, gateways, modelFacts });
  return {
    catalog,
    lookup,
    lookUpModel: (model, asked) => lookup.forRequest(model, asked),
    recentModels: new RememberedModels('portico.recentModels', globalState, (typed) =>
      gateways.currentId(typed),
    ),
    pinnedModels: new RememberedModels('portico.pinnedModels', globalState, originOf),
    hiddenModels: new RememberedModels('portico.hiddenModels', globalState, originOf),
    unavailableModels,
    requestSettings: () => requestSettings(workspacePrompt.sent),
    workspacePrompt,
    defaultModel,
    saveContextLength,
  };
}
