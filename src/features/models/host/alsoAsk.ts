// Asks further models the question of an answer: the user picks them, or a caller names them.
import { l10n } from 'vscode';
import type { Chat } from '../../../chat/host/chat';
import {
  findAnswer,
  type Answer,
  type Conversation,
} from '../../../conversation/common/conversation';
import type { ModelList } from '../../../gateway/common/modelRecord';
import { costOf } from '../../../gateway/common/prices';
import { costText } from '../../../platform/host/text/numberText';
import { showPickMany, showWarning, type PickRow } from '../../../platform/host/window';
import { requestTokens } from '../../contextWindow/node/requestTokens';
import { TokenCalibration } from '../../contextWindow/node/tokenCalibration';
import type { Gateways } from '../../setup/host/gateways';
import { alternativeModels, isTooShort } from '../node/alternativeModels';
import { withModelSettings } from '../node/modelSettings';
import type { UnavailableModels } from '../node/unavailableModels';
import { findModel } from './modelCatalog';
import type { ModelPickerDeps } from './modelPicker';
import { modelPickerRows } from './modelPickerRows';
import { differenceText } from './modelText';
import { modelsSetting } from './requestSettings';

/** More answers at once can hardly be compared. */
export const maxFurtherModels = 3;

export interface AlsoAskDeps extends ModelPickerDeps {
  readonly gateways: Pick<Gateways, 'currentId'>;
  readonly unavailableModels: UnavailableModels;
}

/** Returns the IDs of the models; none if the user cancels. @param given asked without asking the user */
export async function alsoAsk(
  deps: AlsoAskDeps,
  { session, pipeline }: Chat,
  answerId: string,
  given?: readonly string[],
): Promise<readonly string[]> {
  const answer = findAnswer(session.conversation, answerId);
  const models = answer && (given ?? (await pickModels(deps, session.conversation, answer)));
  if (models === undefined) {
    return [];
  }
  await pipeline.alsoAsk(answerId, models, (model) => void deps.recentModels.remember(model));
  return models;
}

async function pickModels(
  deps: AlsoAskDeps,
  conversation: Conversation,
  answer: Answer,
): Promise<readonly string[] | undefined> {
  const rows = await modelRows(deps, conversation, answer);
  const picked = await showPickMany(rows, {
    title: l10n.t('Also Ask'),
    placeHolder: l10n.t('Select up to {0} models', maxFurtherModels),
    matchOnDescription: true,
  });
  if (picked !== undefined && picked.length > maxFurtherModels) {
    void showWarning(l10n.t('At most {0} models can be asked at once.', maxFurtherModels));
    return undefined;
  }
  return picked?.map(({ label }) => label);
}

/** The rows of the model picker, with what the question costs where that is known. */
async function modelRows(
  { catalog, pinnedModels, hiddenModels, recentModels, unavailableModels, gateways }: AlsoAskDeps,
  conversation: Conversation,
  { model: current, questionId }: Answer,
): Promise<readonly PickRow[]> {
  const list = (await catalog.lastList()) ?? (await fetchedList(catalog));
  const [pinnedIds, hiddenIds, recentIds] = await Promise.all([
    pinnedModels.at(),
    hiddenModels.at(),
    recentModels.at(),
  ]);
  const unavailableIds = unavailableModels.of((await gateways.currentId()) ?? '');
  const before = conversation.messages.findIndex(({ id }) => id === questionId);
  const question = conversation.messages[before] ?? { text: '' };
  const tokens = requestTokens(conversation, before, question, '', new TokenCalibration());
  const [nearest] = alternativeModels(list?.models ?? [], {
    model: current,
    record: findModel(list, current),
    recentIds,
    unavailableIds,
    hiddenIds,
    requiredTokens: tokens,
  });
  const state = {
    current,
    list,
    pinnedIds,
    hiddenIds,
    recentIds,
    unavailableIds,
    suggestedId: nearest?.id,
    listChanges: [],
    maxRows: Infinity,
  };
  return modelPickerRows(state, '').flatMap((row): readonly PickRow[] => {
    const { label, kind, description = '', choice } = row;
    const model = choice?.type === 'model' ? findModel(list, choice.id) : undefined;
    if (model === undefined || model.id === current) {
      return kind === undefined ? [] : [row];
    }
    const known = withModelSettings(model, modelsSetting().of(model.id));
    const cost = costOf({ inputTokens: tokens, outputTokens: 0 }, known.price);
    const facts = [
      ...(isTooShort(known, tokens) ? [differenceText({ type: 'contextLength' })] : []),
      ...(cost === undefined ? [] : [l10n.t('{0} for the input', costText(cost))]),
      description,
    ];
    return [{ label, description: facts.join(' · ') }];
  });
}

async function fetchedList(catalog: AlsoAskDeps['catalog']): Promise<ModelList | undefined> {
  const fetched = await catalog.fetch();
  return fetched.ok ? fetched.list : undefined;
}
