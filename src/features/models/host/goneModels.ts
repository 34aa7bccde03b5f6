// Says once that the gateway no longer lists a model which is in use, and offers the nearest one.
import { l10n } from 'vscode';
import type { Disposable } from '../../../base/disposable';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import type { Conversation } from '../../../conversation/common/conversation';
import { failureTraits } from '../../../gateway/common/failureTraits';
import type { ModelRecord } from '../../../gateway/common/modelRecord';
import { joinSentences } from '../../../platform/host/text/joinTexts';
import { runCommand } from '../../../platform/host/typedCommands';
import { showWarning } from '../../../platform/host/window';
import type { Gateways } from '../../setup/host/gateways';
import { alternativeModels } from '../node/alternativeModels';
import { losses } from '../node/modelDifferences';
import type { UnavailableModels } from '../node/unavailableModels';
import type { ChangedList, ModelCatalog } from './modelCatalog';
import { differenceText } from './modelText';
import type { RememberedModels } from './rememberedModels';
import { catalogUrl, defaultModel, saveDefaultModel } from './requestSettings';

/** A place where a model is chosen for longer than a question. */
export interface ModelUse {
  /** `''` if none is chosen there. */
  readonly model: () => string;
  /** A sentence for the user, such as “Commit messages use it.” */
  readonly sentence: () => string;
  readonly change: (model: string) => Promise<void>;
}

export interface GoneModelsDeps {
  readonly catalog: ModelCatalog;
  readonly chats: ChatWindow;
  readonly gateways: Gateways;
  readonly unavailableModels: UnavailableModels;
  readonly hiddenModels: RememberedModels;
  /** The places that other features have. */
  readonly modelUses: readonly ModelUse[];
  readonly reportError: (error: unknown) => void;
}

export function warnOfGoneModels(deps: GoneModelsDeps): Disposable {
  return deps.catalog.onDidChange((changed) => {
    warnOfUsed(deps, changed).catch(deps.reportError);
  });
}

async function warnOfUsed(deps: GoneModelsDeps, changed: ChangedList): Promise<void> {
  const { gateways, modelUses, chats } = deps;
  if ((await gateways.currentId()) !== changed.gateway) {
    return;
  }
  const uses = [newChats, ...modelUses, currentChat(chats)];
  // All are shown at once: a notification that nobody closes must not hold back the next one.
  await Promise.all(
    changed.removed.map(async (model) => {
      const affected = uses.filter((use) => use.model() === model);
      if (affected.length > 0 && !isNamed(deps, changed.gateway, model)) {
        await warn(deps, changed, model, affected);
      }
    }),
  );
}

const newChats: ModelUse = {
  model: defaultModel,
  sentence: () => l10n.t('New chats use it.'),
  change: saveDefaultModel,
};

function currentChat(chats: ChatWindow): ModelUse {
  const { session } = chats.current;
  return {
    model: () => session.conversation.model,
    sentence: () => l10n.t('This chat uses it.'),
    change: async (model) => session.chooseModel(model),
  };
}

/** Whether the notice of an answer says so: its failure is why the list was fetched. */
function isNamed(
  { unavailableModels, chats }: GoneModelsDeps,
  gateway: string,
  model: string,
): boolean {
  return (
    unavailableModels.of(gateway).has(model) ||
    [...chats.registry.all].some(({ session }) => isNamedByNotice(session.conversation, model))
  );
}

/** Whether the last answer failed as it does without its model: its notice then names a model that left the list. */
function isNamedByNotice({ messages }: Conversation, model: string): boolean {
  const last = messages.at(-1);
  const failure = last?.kind === 'answer' && last.model === model && last.outcome?.failure;
  return typeof failure === 'object' && failureTraits[failure.kind].lacksModel !== 'no';
}

async function warn(
  deps: GoneModelsDeps,
  { gateway, before, after }: ChangedList,
  model: string,
  uses: readonly ModelUse[],
): Promise<void> {
  const record = before.find(({ id }) => id === model);
  const [nearest] = alternativeModels(after, {
    model,
    record,
    recentIds: [],
    unavailableIds: deps.unavailableModels.of(gateway),
    hiddenIds: await deps.hiddenModels.at(),
    requiredTokens: 0,
  });
  const use = nearest && l10n.t('Use “{0}”', nearest.id);
  const select = l10n.t('Select Model…');
  const openCatalog = l10n.t('Open Model Catalog');
  const sentence = l10n.t('The model “{0}” is no longer listed by the gateway.', model);
  const answer = await showWarning(
    joinSentences(
      sentence,
      ...uses.map((one) => one.sentence()),
      ...lossSentences(nearest, record),
    ),
    ...(use === undefined ? [] : [use]),
    select,
    ...(catalogUrl() === undefined ? [] : [openCatalog]),
  );
  if (nearest !== undefined && answer === use) {
    for (const one of uses) {
      await one.change(nearest.id);
    }
  } else if (answer === select) {
    await runCommand('portico.selectModel');
  } else if (answer === openCatalog) {
    await runCommand('portico.openCatalog');
  }
}

function lossSentences(
  nearest: ModelRecord | undefined,
  record: ModelRecord | undefined,
): readonly string[] {
  const lost = nearest === undefined ? [] : losses(nearest, record).map(differenceText);
  return nearest === undefined || lost.length === 0
    ? []
    : [l10n.t('The nearest one is “{0}”.', nearest.id), ...lost];
}
