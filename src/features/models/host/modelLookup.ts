// What a request needs to know about its model: from the user's settings, the gateway's errors and its model list.
import { omitUndefined } from '../../../base/omitUndefined';
import type { ModelInfo } from '../../../conversation/node/request/requestBuilder';
import {
  knownLimits,
  knownQuirks,
  type FactSubject,
  type ModelFacts,
} from '../../../conversation/node/retry/modelFacts';
import { apiFormatOf } from '../../../gateway/common/apiFormatLookup';
import {
  requiredMaxTokens,
  requiresLimit,
  type OutputLimits,
} from '../../../gateway/common/maxTokens';
import type { ModelRecord } from '../../../gateway/common/modelRecord';
import type { Price } from '../../../gateway/common/usage';
import { baseUrlOf } from '../../../gateway/node/namedGateways';
import type { Gateways } from '../../setup/host/gateways';
import { acceptsTools } from '../node/acceptsTools';
import { findModel, type ModelCatalog } from './modelCatalog';
import { modelsSetting, ownPrices } from './requestSettings';

export interface ModelLookupDeps {
  readonly catalog: ModelCatalog;
  readonly gateways: Gateways;
  readonly modelFacts: ModelFacts;
}

/** Looks up models of the current gateway, or of the one that a question goes to. Only `forRequest` can send a request. */
export class ModelLookup {
  constructor(private readonly deps: ModelLookupDeps) {}

  /**
   * Requests the model list first if it was never fetched.
   * @param gateway the `gatewayId` that the request goes to
   */
  async forRequest(model: string, gateway?: string): Promise<ModelInfo> {
    const record = findModel(await this.deps.catalog.lastOrFirstList(gateway), model);
    const { parameters, ...own } = modelsSetting(gateway && baseUrlOf(gateway)).of(model);
    const apiFormat = apiFormatOf(record ?? {}, own.apiFormat);
    const limits = {
      maxOutputTokens: own.maxOutputTokens ?? record?.maxOutputTokens,
      contextLength: own.contextLength ?? record?.contextLength,
    };
    return omitUndefined({
      apiFormat,
      requiredMaxTokens: requiresLimit(apiFormat) ? requiredMaxTokens(limits) : undefined,
      listedPrice: record?.price,
      quirks:
        (own.imageInput ?? record?.imageInput) === false ? (['noImages'] as const) : undefined,
      parameters,
    });
  }

  /** Assumed where no source says otherwise. */
  async acceptsTools(model: string): Promise<boolean> {
    const { record = { id: model }, subject } = await this.#known(model);
    const quirksOf = await knownQuirks(this.deps.modelFacts, subject.gateway);
    return acceptsTools(record, modelsSetting(), quirksOf(model, subject.apiFormat));
  }

  /** A number of tokens; undefined if neither the user, nor an error, nor the list says it. */
  async contextLength(model: string): Promise<number | undefined> {
    const own = this.ownContextLength(model);
    return own ?? (await this.contextLengthCandidates(model)).find((one) => one !== undefined);
  }

  /** The context length that the user has set, in tokens. */
  ownContextLength(model: string): number | undefined {
    return modelsSetting().of(model).contextLength;
  }

  /** What an error has revealed, then what the list says, in tokens. */
  async contextLengthCandidates(model: string): Promise<readonly (number | undefined)[]> {
    const { record, subject } = await this.#known(model);
    const learned = await knownLimits(this.deps.modelFacts, subject);
    return [learned.contextLength, record?.contextLength];
  }

  /** The user's, else the list's. */
  async price(model: string): Promise<Price | undefined> {
    return ownPrices()(model) ?? (await this.#known(model)).record?.price;
  }

  async outputLimits(model: string): Promise<OutputLimits> {
    const { record, subject } = await this.#known(model);
    const learned = await knownLimits(this.deps.modelFacts, subject);
    const { maxOutputTokens: own } = modelsSetting().of(model);
    return {
      maxOutputTokens: learned.maxOutputTokens ?? own ?? record?.maxOutputTokens,
      isRequired: requiresLimit(subject.apiFormat),
    };
  }

  /** What the last list says about a model of the current gateway, and what errors are known by. */
  async #known(
    model: string,
  ): Promise<{ readonly record: ModelRecord | undefined; readonly subject: FactSubject }> {
    const gateway = (await this.deps.gateways.currentId()) ?? '';
    const record = findModel(await this.deps.catalog.lastList(), model);
    const apiFormat = apiFormatOf(record ?? {}, modelsSetting().of(model).apiFormat);
    return { record, subject: { gateway, model, apiFormat } };
  }
}
