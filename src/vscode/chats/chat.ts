// One chat that is alive in this window: all that belongs to its conversation and to no other, built and connected.
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Clock } from '../../base/clock';
import type { RequestBuilder, RequestSettings } from '../../chat/request/requestBuilder';
import { ChatDraft } from '../../chat/session/chatDraft';
import { ChatSession } from '../../chat/session/chatSession';
import { ContextBudget } from '../../chat/context/contextBudget';
import type { Gateway } from '../../chat/gatewayPort';
import type { ModelContextCache } from '../../chat/context/modelContextCache';
import { learnedLength, type ModelFacts } from '../../chat/retry/modelFacts';
import type { ModelFactRecorder } from '../../chat/retry/modelFactRecorder';
import { ContextLimitGate } from '../../chat/context/contextLimitGate';
import { RetryingChatModel } from '../../chat/retry/retryingChatModel';
import type { ConversationStore } from '../../chat/ports';
import { QuestionQueue } from '../../chat/session/questionQueue';
import type { RefusedModels } from '../../chat/models/refusedModels';
import type { SentRequestLog } from '../../chat/request/sentRequestLog';
import type { Conversation, GatewayRef } from '../../shared/conversation/conversation';
import type { Draft, QueuedQuestion } from '../../shared/conversation/draft';
import { ChatPresenter } from '../chatView/chatPresenter';
import type { WindowState } from '../chatView/windowState';
import { GatewayConsent } from './gatewayConsent';
import type { CurrentConnection } from '../gateway/currentConnection';
import type { Gateways } from '../gateway/gateways';
import { UnavailableModelAdvisor } from '../models/unavailableModelAdvisor';
import type { ModelLists } from '../models/modelLists';

/** What the chats of a window share. */
export interface OpenChatParts {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly isWindowThere: () => Promise<boolean>;
  readonly gateway: Gateway;
  readonly gateways: Gateways;
  readonly current: CurrentConnection;
  readonly lists: ModelLists;
  readonly store: ConversationStore;
  readonly learned: ModelFacts;
  readonly lessons: ModelFactRecorder;
  readonly requestSettings: () => RequestSettings;
  readonly requests: RequestBuilder;
  readonly sentRequests: SentRequestLog;
  readonly knownModels: ModelContextCache;
  readonly refused: RefusedModels;
  readonly facts: WindowState;
  readonly switchTo: (gateway: GatewayRef) => Promise<unknown>;
  /** Asks a question of a chat's queue as one that was typed. Never rejects. */
  readonly askQueued: (
    chat: Chat,
    question: QueuedQuestion,
    isWanted: () => boolean,
  ) => Promise<void>;
  readonly sayUnexpected: (error: unknown) => void;
}

export class Chat implements Disposable {
  readonly #own = new DisposableStore();
  readonly #busyChanged = this.#own.add(new Emitter<boolean>());
  #wasBusy: boolean;
  readonly id: string;
  readonly session: ChatSession;
  readonly budget: ContextBudget;
  readonly room: ContextLimitGate;
  readonly home: GatewayConsent;
  readonly draft: ChatDraft;
  readonly queue: QuestionQueue;
  readonly presenter: ChatPresenter;
  readonly goneModels: UnavailableModelAdvisor;

  readonly onDidChangeBusy = this.#busyChanged.event;

  constructor(parts: OpenChatParts, conversation: Conversation, kept: Draft) {
    const { clock, store, gateway, gateways, current, lists, learned, requestSettings } = parts;
    const { id } = conversation;
    const ownModel = gateway.connect(() => this.home.resolve()).chatModel;
    const asking = {
      clock,
      requestSettings,
      chatModel: new RetryingChatModel(
        { complete: (request, signal) => this.home.follow(ownModel.complete(request, signal)) },
        clock,
        parts.lessons,
      ),
      listedPrice: (model: string) => lists.listedPrice(model),
      formOf: (model: string) => lists.apiFormatOf(model),
    };
    this.id = id;
    this.session = this.#own.add(new ChatSession({ ...parts, ...asking }, conversation));
    const { session } = this;
    this.budget = this.#own.add(
      new ContextBudget({
        session,
        draft: kept.text,
        known: parts.knownModels,
        requestSettings,
        origin: () => current.origin(),
        toldLengths: (model) =>
          Promise.all([
            learnedLength(learned, current.origin(), model),
            lists.contextLength(model),
          ]),
      }),
    );
    const { budget } = this;
    this.room = this.#own.add(new ContextLimitGate({ ...asking, session, budget }));
    this.home = this.#own.add(new GatewayConsent(session, current, gateways, parts.switchTo));
    this.draft = this.#own.add(new ChatDraft(kept, (now) => store.saveDraft(id, now)));
    const { draft } = this;
    this.queue = this.#own.add(
      new QuestionQueue({
        session,
        draft,
        newId: parts.newId,
        ask: (question, isWanted) => parts.askQueued(this, question, isWanted),
      }),
    );
    this.presenter = this.#own.add(
      new ChatPresenter({
        session,
        budget,
        room: this.room,
        home: this.home,
        sentRequests: parts.sentRequests,
        facts: parts.facts,
        draft,
        queue: this.queue,
      }),
    );
    this.goneModels = this.#own.add(
      new UnavailableModelAdvisor({ ...parts, session, budget, presenter: this.presenter }),
    );
    this.#own.add(lists.onDidFetch(() => void budget.refresh()));
    this.#own.add(session.onDidChange(() => this.#showBusy()));
    this.#own.add(this.room.onDidChange(() => this.#showBusy()));
    this.#own.add(
      this.queue.onDidChange(({ questions: [first] }) => {
        this.home.queueChanged(first);
        this.room.queueChanged(first);
        this.#showBusy();
      }),
    );
    this.#wasBusy = this.isBusy;
  }

  /** Whether a request is under way, or about to be. */
  get isBusy(): boolean {
    return (
      this.session.isRunning || this.room.choice?.isSummarizing === true || this.queue.isAsking
    );
  }

  #showBusy(): void {
    if (this.#wasBusy !== this.isBusy) {
      this.#wasBusy = this.isBusy;
      this.#busyChanged.fire(this.isBusy);
    }
  }

  stop(): void {
    this.queue.stop();
    this.session.stop();
    this.room.choose('stop');
  }

  dispose(): void {
    this.#own.dispose();
  }
}
