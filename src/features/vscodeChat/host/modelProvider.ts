// ModelProvider: offers the gateway's models in VS Code's own chat and to other extensions.
import * as vscode from 'vscode';
import type { Event } from '../../../base/emitter';
import type { ModelFacts } from '../../../conversation/node/retry/modelFacts';
import { gatewayId } from '../../../gateway/node/namedGateways';
import type { ModelContextCache } from '../../contextWindow/node/modelContextCache';
import type { ModelCatalog } from '../../models/host/modelCatalog';
import { modelsSetting } from '../../models/host/requestSettings';
import type { UnavailableModels } from '../../models/node/unavailableModels';
import type { Gateways } from '../../setup/host/gateways';
import { estimateMessageTokens } from '../node/callerMessages';
import { parseVscodeModelId } from '../node/modelId';
import { readCallerMessage } from './callerParts';
import { modelInformation, type ModelInformation } from './modelInformation';
import type { ResponseProvider } from './responseProvider';
import { isVscodeChatEnabled } from './vscodeChatSettings';

export interface ModelProviderDeps {
  readonly gateways: Gateways;
  readonly catalog: ModelCatalog;
  readonly modelFacts: ModelFacts;
  readonly unavailableModels: UnavailableModels;
  readonly modelContexts: ModelContextCache;
  readonly responses: ResponseProvider;
  /** The model of new chats; `''` when none is set. */
  readonly defaultModel: () => string;
  /** Fires when the models or what is known about them may have changed. */
  readonly onDidChange: Event<void>;
}

export class ModelProvider implements vscode.LanguageModelChatProvider<ModelInformation> {
  readonly #deps: ModelProviderDeps;

  readonly onDidChangeLanguageModelChatInformation: vscode.Event<void>;

  constructor(deps: ModelProviderDeps) {
    this.#deps = deps;
    this.onDidChangeLanguageModelChatInformation = (listener, thisArgument) =>
      vscode.Disposable.from(deps.onDidChange(() => void listener.call(thisArgument)));
  }

  /**
   * Offers the current gateway's models from its stored list. A list is requested only if none is stored and the user
   * waits for the models: a stored list, however old, is refreshed by what shows it (Select Model…, which VS Code opens
   * to manage these models) and whenever a question finds its model gone.
   */
  async provideLanguageModelChatInformation(
    { silent }: vscode.PrepareLanguageModelChatModelOptions,
    token: vscode.CancellationToken,
  ): Promise<ModelInformation[]> {
    const { gateways, catalog, modelFacts, unavailableModels } = this.#deps;
    const gateway = isVscodeChatEnabled() ? await gateways.current() : undefined;
    if (gateway === undefined) {
      return [];
    }
    const stored = await catalog.lastList();
    const models = stored?.models ?? (silent ? [] : await this.#fetch(token));
    const unavailable = unavailableModels.of(gatewayId(gateway));
    const settings = modelsSetting();
    const facts = await modelFacts.all();
    const selected = this.#deps.defaultModel();
    // Extensions often ask the first. VS Code's own chat starts with the first by name (its `getModelsForSessionType`),
    // unless a model has the default flag, which would take the place of other vendors' models.
    return models
      .toSorted((a, b) => Number(b.id === selected) - Number(a.id === selected))
      .filter(({ id, chat }) => chat && !unavailable.has(id))
      .map((model) => modelInformation(model, gateway, settings, facts));
  }

  provideLanguageModelChatResponse(
    model: ModelInformation,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    options: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    return this.#deps.responses.respond(model.id, { messages, options }, progress, token);
  }

  /** An estimate, corrected by what the gateway reported for the model before. */
  async provideTokenCount(
    { id }: ModelInformation,
    text: string | vscode.LanguageModelChatRequestMessage,
  ): Promise<number> {
    const { modelContexts } = this.#deps;
    const message =
      typeof text === 'string'
        ? { role: 'user' as const, parts: [{ type: 'text' as const, text }] }
        : readCallerMessage(text);
    const tokens = estimateMessageTokens(message);
    const { gateway = '', model = '' } = parseVscodeModelId(id) ?? {};
    const { calibration } = modelContexts.of(URL.parse(gateway)?.origin, model);
    return Math.ceil(calibration.apply(tokens));
  }

  async #fetch(token: vscode.CancellationToken) {
    const abort = new AbortController();
    const subscription = token.onCancellationRequested(() => abort.abort());
    try {
      const fetched = await this.#deps.catalog.fetch(undefined, abort.signal);
      return fetched.ok ? fetched.list.models : [];
    } finally {
      subscription.dispose();
    }
  }
}
