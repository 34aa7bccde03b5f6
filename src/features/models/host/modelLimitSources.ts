// Where the limits of a chat's model come from: the user's settings, the gateway's errors and its model list.
import type { ContextBudgetDeps } from '../../contextWindow/node/contextBudget';
import { type KnownLimits, requiresLimit } from '../../../gateway/common/maxTokens';
import { knownLimits, type ModelFacts } from '../../../conversation/node/retry/modelFacts';
import type { ApiFormat } from '../../../gateway/common/apiFormat';
import type { Gateways } from '../../setup/host/gateways';
import { modelsSetting } from '../../../platform/host/settings';
import type { ModelLists } from './modelLists';

interface ModelLimitSourcesDeps {
  readonly gateways: Gateways;
  readonly lists: ModelLists;
  readonly modelFacts: ModelFacts;
}

type ModelLimitSources = Required<
  Pick<ContextBudgetDeps, 'ownContextLength' | 'contextLengthCandidates' | 'requiredLimits'>
>;

/** All are about the models of the current gateway. */
export function modelLimitSources(deps: ModelLimitSourcesDeps): ModelLimitSources {
  const { gateways, lists, modelFacts } = deps;
  const lookUp = async (model: string): Promise<LearnedLimits> => {
    const gateway = (await gateways.currentId()) ?? '';
    const apiFormat = await lists.apiFormat(model);
    return { apiFormat, learned: await knownLimits(modelFacts, { gateway, model, apiFormat }) };
  };
  return {
    ownContextLength: (model) => modelsSetting().of(model).contextLength,
    contextLengthCandidates: async (model) => {
      const { learned } = await lookUp(model);
      return [learned.contextLength, await lists.contextLength(model)];
    },
    requiredLimits: async (model) => {
      const { apiFormat, learned } = await lookUp(model);
      if (!requiresLimit(apiFormat)) {
        return undefined;
      }
      const listed =
        modelsSetting().of(model).maxOutputTokens ?? (await lists.maxOutputTokens(model));
      return { maxOutputTokens: learned.maxOutputTokens ?? listed };
    },
  };
}

/** What errors have revealed about a model in the API format that it is asked in. */
interface LearnedLimits {
  readonly apiFormat: ApiFormat;
  readonly learned: KnownLimits;
}
