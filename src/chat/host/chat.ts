// One chat of this window: everything that belongs to its conversation alone, and what features add to it.
import { type Disposable, type DisposableStore } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import type { Conversation } from '../../conversation/common/conversation';
import type { AuxiliaryRequestDeps } from '../../conversation/node/request/auxiliaryRequest';
import type { AllowedChatModel } from '../../conversation/node/send/allowedChatModel';
import type { SendChecks } from '../../conversation/node/send/sendCheck';
import type { SendPipeline } from '../../conversation/node/send/sendPipeline';
import type { ToolAccess } from '../../conversation/node/session/answerRequest';
import type { ChatDraft } from '../../conversation/node/session/chatDraft';
import type { ChatSession } from '../../conversation/node/session/chatSession';
import type { QuestionQueue } from '../../conversation/node/session/questionQueue';
import type { ChatFeatureCommand, ChatFeatureEvent, FeatureCommand } from '../common/features';
import type { CodeBlockPosition, ViewEvent } from '../common/protocol';
import type { ChatNotices } from './chatNotices';
import type { ChatPages } from './chatPages';
import type { ChatPresenter, PresentedParts } from './chatPresenter';

/** What features build their parts of a chat from. */
export interface ChatCore {
  readonly session: ChatSession;
  readonly draft: ChatDraft;
  readonly notices: ChatNotices;
  /** Knows the gateway that the chat may be sent to. */
  readonly allowedModel: AllowedChatModel;
  /** Serves requests that are not for an answer, such as a summary. */
  readonly requests: AuxiliaryRequestDeps;
  /** Disposed with the chat. */
  readonly disposables: DisposableStore;
  /** Sends an event to the pages that show the chat. */
  readonly send: (event: ChatFeatureEvent) => void;
  /** Fires with each event that the pages get. */
  readonly onDidSend: Event<ViewEvent>;
}

/** What the features add to a chat, together. */
export interface ChatParts extends PresentedParts {
  readonly checks: SendChecks;
  readonly commands: CommandHandlers<ChatFeatureCommand>;
  /** The tools that the model may call; undefined if none. */
  readonly toolsOf: (conversation: Conversation) => ToolAccess | undefined;
  /** Whether a request is running that is not for an answer. */
  readonly isBusy: () => boolean;
  /** Fires when `isBusy` may have changed. */
  readonly onDidChangeBusy: Event<unknown>;
  readonly stop: () => void;
  /** Call this when the model list, the settings or the gateway may have changed. */
  readonly refresh: () => Promise<void>;
  /** Call this when the gateway of the settings may have changed. */
  readonly gatewayChanged: (pipeline: SendPipeline) => Promise<void>;
}

/** The page that has posted a command. */
export interface CommandSource {
  /** Returns the focus to the page. */
  readonly focus: () => Promise<void>;
  /** Confirms that the code of a block was inserted into an editor. */
  readonly showInserted: (code: CodeBlockPosition) => void;
  /** Ends the progress that the page shows for a command. */
  readonly didEnd: (command: FeatureCommand) => void;
}

/** The type of a method: TypeScript then accepts a handler of one command where any of its list is passed. */
type CommandHandler<C> = {
  run(command: C, chat: Chat, page: CommandSource): unknown;
}['run'];

/** One for each command of a list. */
export type CommandHandlers<C extends { readonly type: string }> = {
  readonly [T in C['type']]: CommandHandler<Extract<C, { readonly type: T }>>;
};

/** Calls the handler of a command. */
export async function runHandler<C extends { readonly type: string }>(
  handlers: CommandHandlers<C>,
  command: C,
  chat: Chat,
  page: CommandSource,
): Promise<unknown> {
  const type: C['type'] = command.type;
  const handler: CommandHandler<C> = handlers[type];
  return handler(command, chat, page);
}

type ChatDeps = Pick<
  Chat,
  'id' | 'session' | 'pipeline' | 'draft' | 'queue' | 'notices' | 'pages' | 'presenter' | 'parts'
>;

export class Chat implements Disposable {
  readonly #disposables: DisposableStore;
  readonly #busyChanged: Emitter<boolean>;
  #wasBusy: boolean;
  readonly id: string;
  readonly session: ChatSession;
  readonly pipeline: SendPipeline;
  readonly draft: ChatDraft;
  readonly queue: QuestionQueue;
  readonly notices: ChatNotices;
  readonly pages: ChatPages;
  readonly presenter: ChatPresenter;
  readonly parts: ChatParts;

  readonly onDidChangeBusy: Emitter<boolean>['event'];

  /** @param disposables What the chat needs until it is disposed. */
  constructor(deps: ChatDeps, disposables: DisposableStore) {
    this.#disposables = disposables;
    this.#busyChanged = disposables.add(new Emitter<boolean>());
    this.onDidChangeBusy = this.#busyChanged.event;
    this.id = deps.id;
    this.session = deps.session;
    this.pipeline = deps.pipeline;
    this.draft = deps.draft;
    this.queue = deps.queue;
    this.notices = deps.notices;
    this.pages = deps.pages;
    this.presenter = deps.presenter;
    this.parts = deps.parts;
    disposables.add(this.session.onDidChange(() => this.#updateBusy()));
    disposables.add(this.parts.onDidChangeBusy(() => this.#updateBusy()));
    disposables.add(this.queue.onDidChange(() => this.#updateBusy()));
    this.#wasBusy = this.isBusy;
  }

  /** Whether a request is running, or is about to. */
  get isBusy(): boolean {
    return this.session.isRunning || this.parts.isBusy() || this.queue.isAsking;
  }

  stop(): void {
    this.queue.stop();
    if (this.session.isRunning) {
      // A further model may still be in the checks.
      this.pipeline.cancel();
    }
    this.session.stop();
    this.parts.stop();
  }

  /** Call this when the gateway of the settings may have changed. */
  gatewayChanged(): Promise<void> {
    return this.parts.gatewayChanged(this.pipeline);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #updateBusy(): void {
    if (this.#wasBusy !== this.isBusy) {
      this.#wasBusy = this.isBusy;
      this.#busyChanged.fire(this.isBusy);
    }
  }
}
