// One chat that is alive in this window: all that belongs to its conversation and to no other, built and connected.
import { type Disposable, DisposableStore } from '../base/disposable';
import { Emitter } from '../base/emitter';
import type { Clock } from '../base/clock';
import type { AskedRequests, RequestSettings } from '../chat/askedRequests';
import { ChatDraft } from '../chat/chatDraft';
import { ChatSession } from '../chat/chatSession';
import { ContextBudget } from '../chat/contextBudget';
import type { Gateway } from '../chat/gatewayPort';
import type { KnownModels } from '../chat/knownModels';
import { learnedLength, type LearnedFacts } from '../chat/learned';
import type { Lessons } from '../chat/lessons';
import { MakingRoom } from '../chat/makingRoom';
import { PatientModel } from '../chat/patientModel';
import type { ConversationStore } from '../chat/ports';
import { QuestionQueue } from '../chat/questionQueue';
import type { RefusedModels } from '../chat/refusedModels';
import type { SentRequests } from '../chat/sentRequests';
import type { Conversation, GatewayRef } from '../shared/conversation';
import type { Draft, QueuedQuestion } from '../shared/draft';
import { ChatPresenter } from './chatView/chatPresenter';
import type { WindowFacts } from './chatView/windowFacts';
import { ConversationHome } from './conversationHome';
import type { CurrentConnection } from './currentConnection';
import type { Gateways } from './gateways';
import { GoneModels } from './goneModels';
import type { ModelLists } from './modelLists';

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
  readonly learned: LearnedFacts;
  readonly lessons: Lessons;
  readonly requestSettings: () => RequestSettings;
  readonly requests: AskedRequests;
  readonly sentRequests: SentRequests;
  readonly knownModels: KnownModels;
  readonly refused: RefusedModels;
  readonly facts: WindowFacts;
  readonly switchTo: (gateway: GatewayRef) => Promise<unknown>;
  /** Asks a question of a chat's queue as one that was typed. Never rejects. */
  readonly askQueued: (
    chat: OpenChat,
    question: QueuedQuestion,
    isWanted: () => boolean,
  ) => Promise<void>;
  readonly sayUnexpected: (error: unknown) => void;
}

export class OpenChat implements Disposable {
  readonly #own = new DisposableStore();
  readonly #busyChanged = this.#own.add(new Emitter<boolean>());
  #wasBusy: boolean;
  readonly id: string;
  readonly session: ChatSession;
  readonly budget: ContextBudget;
  readonly room: MakingRoom;
  readonly home: ConversationHome;
  readonly draft: ChatDraft;
  readonly queue: QuestionQueue;
  readonly presenter: ChatPresenter;
  readonly goneModels: GoneModels;

  readonly onDidChangeBusy = this.#busyChanged.event;

  constructor(parts: OpenChatParts, conversation: Conversation, kept: Draft) {
    const { clock, store, gateway, gateways, current, lists, learned, requestSettings } = parts;
    const { id } = conversation;
    const ownModel = gateway.connect(() => this.home.resolve()).chatModel;
    const asking = {
      clock,
      requestSettings,
      chatModel: new PatientModel(
        { complete: (request, signal) => this.home.follow(ownModel.complete(request, signal)) },
        clock,
        parts.lessons,
      ),
      listedPrice: (model: string) => lists.listedPrice(model),
      formOf: (model: string) => lists.formOf(model),
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
    this.room = this.#own.add(new MakingRoom({ ...asking, session, budget }));
    this.home = this.#own.add(new ConversationHome(session, current, gateways, parts.switchTo));
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
      new GoneModels({ ...parts, session, budget, presenter: this.presenter }),
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
    return this.session.isRunning || this.room.choice?.summarising === true || this.queue.isAsking;
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
