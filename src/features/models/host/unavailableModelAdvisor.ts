// Offers other models in the notice of an answer that failed because its model is unavailable.
import { l10n } from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ChatNotices } from '../../../chat/host/chatNotices';
import { sentImages } from '../../../conversation/common/attachment';
import { canContinue, findAnswer, type Answer } from '../../../conversation/common/conversation';
import type { AnswerEnded } from '../../../conversation/common/conversationEvent';
import type { RequestSettings } from '../../../conversation/node/request/requestBuilder';
import { knownQuirks, type ModelFacts } from '../../../conversation/node/retry/modelFacts';
import type { ChatSession } from '../../../conversation/node/session/chatSession';
import { apiFormatOf } from '../../../gateway/common/apiFormatLookup';
import { failureTraits } from '../../../gateway/common/failureTraits';
import type { ModelList, ModelRecord } from '../../../gateway/common/modelRecord';
import {
  gatewayId,
  isSameOperator,
  type ResolvedGateway,
} from '../../../gateway/node/namedGateways';
import type { Alternative } from '../../../platform/common/notice';
import type { ContextBudget } from '../../contextWindow/node/contextBudget';
import type { Gateways } from '../../setup/host/gateways';
import { alternativeModels } from '../node/alternativeModels';
import {
  modelDifferences,
  type RequestContent,
  type RequestTraits,
} from '../node/modelDifferences';
import { withModelSettings } from '../node/modelSettings';
import type { UnavailableModels } from '../node/unavailableModels';
import { findModel } from './modelCatalog';
import { pickModel, type ModelPickerDeps } from './modelPicker';
import { differenceText, modelDescription } from './modelText';
import { modelsSetting } from './requestSettings';

export interface UnavailableModelAdvisorDeps extends ModelPickerDeps {
  readonly session: ChatSession;
  readonly budget: ContextBudget;
  readonly notices: ChatNotices;
  readonly modelFacts: ModelFacts;
  readonly unavailableModels: UnavailableModels;
  readonly gateways: Gateways;
  readonly requestSettings: () => RequestSettings;
  readonly reportError: (error: unknown) => void;
}

export class UnavailableModelAdvisor implements Disposable {
  readonly #deps: UnavailableModelAdvisorDeps;
  readonly #subscription: Disposable;

  constructor(deps: UnavailableModelAdvisorDeps) {
    this.#deps = deps;
    this.#subscription = deps.session.onDidChange((event) => {
      if (event.type === 'ended') {
        this.#onEnded(event).catch(deps.reportError);
      } else if (event.type === 'versionChosen') {
        this.#restoreAdvice().catch(deps.reportError);
      }
    });
    this.#restoreAdvice().catch(deps.reportError);
  }

  /** Lets the user pick any model in place of an answer's; undefined if the user cancels. */
  async pickAlternative(answerId: string): Promise<Alternative | undefined> {
    const { catalog, unavailableModels } = this.#deps;
    const answer = this.#findAnswer(answerId);
    const gateway = await this.#gateway();
    if (answer === undefined || gateway === undefined) {
      return undefined;
    }
    const closest = await this.#ranking(answer, gateway);
    const picked = await pickModel(this.#deps, {
      title: l10n.t('Retry with Another Model'),
      current: answer.model,
      unavailableIds: unavailableModels.of(gatewayId(gateway)),
      suggested: (list) => closest(list, findModel(list, answer.model))[0]?.id,
    });
    if (picked?.type !== 'model') {
      return undefined;
    }
    const list = await catalog.lastList();
    const record = findModel(list, picked.id) ?? { id: picked.id, chat: true };
    const describe = await this.#describer(answer, gatewayId(gateway));
    return this.#findAnswer(answerId) === answer ? describe(record) : undefined;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #onEnded({ answerId, outcome: { failure }, state }: AnswerEnded): Promise<void> {
    const { unavailableModels } = this.#deps;
    const answer = this.#findAnswer(answerId);
    const gateway = await this.#gateway();
    if (answer === undefined || gateway === undefined) {
      return;
    }
    if (failure === undefined) {
      if (state !== 'stopped') {
        unavailableModels.forget(gatewayId(gateway), [answer.model]);
      }
      return;
    }
    const { lacksModel } = failureTraits[failure.kind];
    if (lacksModel === 'yes') {
      unavailableModels.add(gatewayId(gateway), answer.model);
    }
    if (lacksModel !== 'no') {
      await this.#advise(answer, gateway, lacksModel === 'yes');
    }
  }

  /** Refreshes the model list, and offers alternatives if the model is unavailable. */
  async #advise(answer: Answer, gateway: ResolvedGateway, isUnavailable: boolean): Promise<void> {
    const { catalog, unavailableModels } = this.#deps;
    const before = await catalog.lastList();
    const fetched = await catalog.fetch(undefined, undefined, false);
    if (!fetched.ok || fetched.gateway !== gatewayId(gateway)) {
      return;
    }
    const record = findModel(before, answer.model);
    const isRemoved = record !== undefined && findModel(fetched.list, answer.model) === undefined;
    if (isRemoved) {
      unavailableModels.add(gatewayId(gateway), answer.model);
    }
    if (isUnavailable || isRemoved) {
      await this.#offerAlternatives(answer, gateway, fetched.list, record);
    }
  }

  /** Advises on the last answer of a reopened chat or of another version, from the saved list: sends no request. */
  async #restoreAdvice(): Promise<void> {
    const answer = this.#deps.session.conversation.messages.at(-1);
    if (answer?.kind !== 'answer' || answer.outcome?.failure?.kind !== 'modelNotFound') {
      return;
    }
    const gateway = await this.#gateway();
    const list = gateway && (await this.#deps.catalog.lastList({ typed: gateway.baseUrl }));
    if (gateway !== undefined && list !== undefined) {
      await this.#offerAlternatives(answer, gateway, list, findModel(list, answer.model));
    }
  }

  /** @param record What the last list that contained the unavailable model says about it. */
  async #offerAlternatives(
    answer: Answer,
    gateway: ResolvedGateway,
    list: ModelList,
    record: ModelRecord | undefined,
  ): Promise<void> {
    const { notices } = this.#deps;
    const closest = await this.#ranking(answer, gateway);
    // The list may have been fetched without the model before; the answer knows the price that it had.
    const { listedPrice: price } = answer.outcome ?? {};
    const known = record ?? omitUndefined({ id: answer.model, chat: true, price });
    const missing = withModelSettings(known, modelsSetting().of(answer.model));
    const describe = await this.#describer(answer, gatewayId(gateway), missing);
    const alternatives = closest(list, missing).map(describe);
    // The answer may have been continued meanwhile.
    if (this.#findAnswer(answer.id) === answer) {
      const listed = findModel(list, answer.model) !== undefined;
      notices.advise(answer.id, { listed, alternatives });
    }
  }

  /** Ranks the models of a list in place of the answer's. */
  async #ranking(
    answer: Answer,
    gateway: ResolvedGateway,
  ): Promise<(list: ModelList, record: ModelRecord | undefined) => readonly ModelRecord[]> {
    const { recentModels, hiddenModels, unavailableModels } = this.#deps;
    const recentIds = await recentModels.at(gateway.baseUrl);
    const hiddenIds = await hiddenModels.at(gateway.baseUrl);
    const settings = modelsSetting();
    return (list, record) => {
      const models = list.models.map((one) => withModelSettings(one, settings.of(one.id)));
      return alternativeModels(models, {
        model: answer.model,
        record,
        recentIds,
        unavailableIds: unavailableModels.of(gatewayId(gateway)),
        hiddenIds,
        requiredTokens: this.#requiredTokens(),
      });
    };
  }

  #findAnswer(answerId: string): Answer | undefined {
    return findAnswer(this.#deps.session.conversation, answerId);
  }

  /** The current gateway; undefined if the chat uses another one, whose models it does not list. */
  async #gateway(): Promise<ResolvedGateway | undefined> {
    const { gateway } = this.#deps.session.conversation;
    const current = await this.#deps.gateways.current();
    return current !== undefined && (gateway === undefined || isSameOperator(gateway, current))
      ? current
      : undefined;
  }

  /** The size of a request with the whole conversation. */
  #requiredTokens(): number {
    const { session, budget } = this.#deps;
    return budget.tokensOf(session.conversation, Infinity, { text: '' });
  }

  async #describer(
    answer: Answer,
    gateway: string,
    missing?: ModelRecord,
  ): Promise<(model: ModelRecord) => Alternative> {
    const { session, modelFacts } = this.#deps;
    const settings = modelsSetting();
    const quirksOf = await knownQuirks(modelFacts, gateway);
    const formatBefore = answer.outcome?.apiFormat ?? 'chat';
    const before: RequestTraits = {
      apiFormat: formatBefore,
      quirks: quirksOf(answer.model, formatBefore),
    };
    const content: RequestContent = {
      settings: this.#deps.requestSettings(),
      requiredTokens: this.#requiredTokens(),
      hasImages: session.conversation.messages.some(
        (message) => message.kind === 'question' && sentImages(message).length > 0,
      ),
      isContinuation: answer.earlierOutcomes !== undefined && canContinue(answer),
    };
    return (listed) => {
      const own = settings.of(listed.id);
      const model = withModelSettings(listed, own);
      const apiFormat = apiFormatOf(model, own.apiFormat);
      const after = { apiFormat, quirks: quirksOf(model.id, apiFormat) };
      return {
        model: model.id,
        description: modelDescription(model, apiFormat),
        differences: modelDifferences(model, before, after, content, missing).map(differenceText),
      };
    };
  }
}
