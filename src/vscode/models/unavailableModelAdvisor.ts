// A model that was taken offline should cost its user one click, and no search.
import { l10n } from 'vscode';
import { assertNever } from '../../base/assertNever';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { alternativeModels } from '../../chat/models/alternativeModels';
import type { ChatSession } from '../../chat/session/chatSession';
import type { ContextBudget } from '../../chat/context/contextBudget';
import { type ResolvedGateway, gatewayId, isSameOperator } from '../../chat/gateways';
import { learnedQuirks, type ModelFacts } from '../../chat/retry/modelFacts';
import {
  type ModelProfile,
  type ModelDifference,
  modelDifferences,
  type RequestTraits,
} from '../../chat/models/modelDifferences';
import type { ModelRecord } from '../../chat/ports';
import type { RefusedModels } from '../../chat/models/refusedModels';
import { apiFormatLookup } from '../../chat/models/apiFormatOf';
import { type Answer, findAnswer, canContinue } from '../../shared/conversation/conversation';
import type { AnswerEnded } from '../../shared/conversation/conversationEvent';
import type { FailureKind } from '../../shared/conversation/failure';
import type { Alternative } from '../../shared/protocol/protocol';
import type { ChatPresenter } from '../chatView/chatPresenter';
import type { Gateways } from '../gateway/gateways';
import { quirkText } from './modelFactsText';
import { modelDescription } from './modelDescription';
import type { ModelLists } from './modelLists';
import { pickModel } from './modelPicker';
import { requestSettings, apiFormatSetting } from '../settings';

export interface GoneModelParts {
  readonly session: ChatSession;
  readonly budget: ContextBudget;
  readonly presenter: ChatPresenter;
  readonly lists: ModelLists;
  readonly learned: ModelFacts;
  readonly refused: RefusedModels;
  readonly gateways: Gateways;
  readonly sayUnexpected: (error: unknown) => void;
}

/** What gateways also say when a model is gone: only a fresh list can tell. */
const suspicious: ReadonlySet<FailureKind> = new Set([
  'badRequest',
  'forbidden',
  'notApi',
  'serverError',
  'streamError',
  'emptyReply',
]);

/** Offers models in place of one that is gone, in the notice of the answer that it failed. */
export class UnavailableModelAdvisor implements Disposable {
  readonly #parts: GoneModelParts;
  readonly #own = new DisposableStore();

  constructor(parts: GoneModelParts) {
    this.#parts = parts;
    this.#own.add(
      parts.session.onDidChange((event) => {
        if (event.type === 'ended') {
          this.#ended(event).catch(parts.sayUnexpected);
        } else if (event.type === 'versionChosen') {
          this.#adviseAgain().catch(parts.sayUnexpected);
        }
      }),
    );
    this.#adviseAgain().catch(parts.sayUnexpected);
  }

  /** Has the user choose any model; tells what asking it in the answer's place would change. */
  async chooseAnother(answerId: string): Promise<Alternative | undefined> {
    const { lists } = this.#parts;
    const answer = this.#find(answerId);
    const here = await this.#gatewayOf();
    if (answer === undefined || here === undefined) {
      return undefined;
    }
    const picked = await pickModel(lists, { current: answer.model });
    if (picked?.type !== 'model') {
      return undefined;
    }
    const list = await lists.lastGood();
    const record = find(list?.models, picked.id);
    const describe = await this.#describer(answer, here.origin);
    return this.#find(answerId) === answer
      ? describe(record ?? { id: picked.id, chat: true })
      : undefined;
  }

  dispose(): void {
    this.#own.dispose();
  }

  async #ended({ answerId, outcome: { failure }, state }: AnswerEnded): Promise<void> {
    const answer = this.#find(answerId);
    const here = await this.#gatewayOf();
    if (answer === undefined || here === undefined) {
      return;
    }
    if (failure?.kind === 'modelGone') {
      this.#parts.refused.add(gatewayId(here), answer.model);
    } else if (failure === undefined && state !== 'stopped') {
      this.#parts.refused.forget(gatewayId(here), [answer.model]);
    }
    if (failure !== undefined && (failure.kind === 'modelGone' || suspicious.has(failure.kind))) {
      await this.#advise(answer, here, failure.kind);
    }
  }

  /** Fetches the list anew and puts what comes nearest into the notice. */
  async #advise(answer: Answer, here: ResolvedGateway, kind: FailureKind): Promise<void> {
    const { lists } = this.#parts;
    const before = await lists.lastGood();
    const fresh = await lists.fetch();
    if (!fresh.ok || fresh.gateway !== gatewayId(here)) {
      return;
    }
    const { models } = fresh.list;
    const record = find(before?.models, answer.model);
    const removed = record !== undefined && find(models, answer.model) === undefined;
    if (kind === 'modelGone' || removed) {
      await this.#offerNearest(answer, here, models, record);
    }
  }

  /** In what is opened, after a reload say, or comes back into view. Asks nobody: the list of that time was kept. */
  async #adviseAgain(): Promise<void> {
    const answer = this.#parts.session.conversation.messages.at(-1);
    if (answer?.kind !== 'answer' || answer.outcome?.failure?.kind !== 'modelGone') {
      return;
    }
    const here = await this.#gatewayOf();
    const list = here && (await this.#parts.lists.lastGood({ typed: here.baseUrl }));
    if (here !== undefined && list !== undefined) {
      await this.#offerNearest(answer, here, list.models, find(list.models, answer.model));
    }
  }

  /** `record`: what was known of the model that is gone. */
  async #offerNearest(
    answer: Answer,
    here: ResolvedGateway,
    models: readonly ModelRecord[],
    record: ModelRecord | undefined,
  ): Promise<void> {
    const { presenter, lists } = this.#parts;
    const nearest = alternativeModels(models, {
      model: answer.model,
      record,
      recentIds: await lists.recent({ typed: here.baseUrl }),
      refusedIds: this.#parts.refused.of(gatewayId(here)),
      neededTokens: this.#neededTokens(),
    });
    const alternatives = nearest.map(await this.#describer(answer, here.origin));
    // It may have been asked to go on meanwhile.
    if (this.#find(answer.id) === answer) {
      const listed = find(models, answer.model) !== undefined;
      presenter.advise(answer.id, { listed, alternatives });
    }
  }

  #find(answerId: string): Answer | undefined {
    return findAnswer(this.#parts.session.conversation, answerId);
  }

  /** Undefined where another gateway was switched to: its list says nothing of this conversation's models. */
  async #gatewayOf(): Promise<ResolvedGateway | undefined> {
    const home = this.#parts.session.conversation.gateway;
    const here = await this.#parts.gateways.current();
    return here !== undefined && (home === undefined || isSameOperator(home, here))
      ? here
      : undefined;
  }

  /** What a request comes to that holds all that is sent of the conversation. */
  #neededTokens(): number {
    const { session, budget } = this.#parts;
    return budget.tokensOf(session.conversation, Infinity, { text: '' });
  }

  async #describer(answer: Answer, origin: string): Promise<(model: ModelRecord) => Alternative> {
    const { session, learned } = this.#parts;
    const formOf = apiFormatLookup(apiFormatSetting());
    const quirksOf = await learnedQuirks(learned, origin);
    const asked: RequestTraits = {
      form: answer.outcome?.apiFormat ?? 'chat',
      quirks: quirksOf(answer.model),
    };
    const held: ModelProfile = {
      settings: requestSettings(),
      neededTokens: this.#neededTokens(),
      hasPictures: hasPictures(session),
      goesOn: answer.earlierOutcomes !== undefined && canContinue(answer),
    };
    return (model) => {
      const form = formOf(model);
      const now = { form, quirks: quirksOf(model.id) };
      const differences = modelDifferences(model, asked, now, held);
      return {
        model: model.id,
        about: modelDescription(model, form),
        differences: differences.map(differenceText),
      };
    };
  }
}

function differenceText(difference: ModelDifference): string {
  switch (difference.about) {
    case 'form':
      return l10n.t('It is asked through another form of the interface: {0}.', difference.form);
    case 'quirk':
      return `${quirkText(difference.quirk)}.`;
    case 'noQuirk':
      return l10n.t('This is not known of it: “{0}”.', quirkText(difference.quirk));
    case 'images':
      return l10n.t('It takes no pictures, and this conversation has some.');
    case 'contextLength':
      return l10n.t('Its context window may be too short for this conversation.');
    default:
      return assertNever(difference);
  }
}

function find(models: readonly ModelRecord[] | undefined, id: string): ModelRecord | undefined {
  return models?.find((model) => model.id === id);
}

function hasPictures({ conversation }: ChatSession): boolean {
  return conversation.messages.some(
    (message) => message.kind === 'question' && message.images !== undefined,
  );
}
