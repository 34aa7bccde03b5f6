// What integration tests need of the inside; contributed only in a test run.
import type { Conversation } from '../shared/conversation/conversation';
import type { TrimAction } from '../shared/conversation/contextLimit';
import type { ViewCommand } from '../shared/protocol/viewCommands';
import type { ViewState } from '../shared/protocol/protocol';
import type { ChatCommands } from './chatView/chatCommands';
import type { SideBar } from './chatView/sideBar';
import type { ChatWindow } from './chats/chatWindow';
import type { SentRequestView } from './chats/sentRequestView';

export interface TestApiDeps {
  readonly chats: ChatWindow;
  readonly background: { readonly badge: TestBadge | undefined };
  readonly sideBar: SideBar;
  readonly commands: ChatCommands;
  readonly sentRequestView: SentRequestView;
}

interface TestBadge {
  readonly value: number;
  readonly tooltip: string;
}

export interface TestApi {
  conversation(): Conversation;
  chats(): readonly string[];
  /** Opens a chat; false where there is none of that ID. */
  open(id: string): Promise<boolean>;
  isVisible(): boolean;
  /** Whether a page is about to take the focus; its chat is the current one then. */
  isFocusPending(): boolean;
  badge(): TestBadge | undefined;
  viewState(): ViewState;
  /** These go through the send pipeline as in the view; true when the question was sent. */
  ask(text: string): Promise<boolean>;
  retry(answerId: string): Promise<boolean>;
  continueAnswer(answerId: string): Promise<boolean>;
  /** False where the answer's notice does not offer that model. */
  retryWithModel(answerId: string, model: string): Promise<boolean>;
  trimContext(action: TrimAction): void;
  retryNow(answerId: string): void;
  /** Opens the conversation as after a reload of the window: only what is stored of it is there. */
  reopen(): void;
  showSentRequest(answerId: string): Promise<void>;
  copyAsCurl(answerId: string): Promise<void>;
  /** Executes a command of the page, for the chat that it shows or for another. */
  run(command: ViewCommand, chatId?: string): Promise<void>;
}

/** Empty unless the environment says that this is a test run. It never gives the key away. */
export function testApi({
  chats,
  background,
  sideBar,
  commands,
  sentRequestView,
}: TestApiDeps): Partial<TestApi> {
  if (process.env['PORTICO_TEST'] !== '1') {
    return {};
  }
  return {
    conversation: () => chats.current.session.conversation,
    chats: () => Array.from(chats.registry.all, ({ id }) => id),
    open: (id) => chats.open(id),
    isVisible: () => chats.isVisible,
    isFocusPending: () => chats.isFocusPending,
    badge: () => background.badge,
    viewState: () => chats.current.presenter.state,
    ask: (text) => chats.current.pipeline.ask(text),
    retry: (answerId) => chats.current.pipeline.retry(answerId),
    continueAnswer: (answerId) => chats.current.pipeline.continueAnswer(answerId),
    retryWithModel: (answerId, model) => commands.retryWithModel(chats.current, answerId, model),
    trimContext: (action) => chats.current.contextLimit.choose(action),
    retryNow: (answerId) => chats.current.session.retryNow(answerId),
    reopen: () => {
      const { conversation } = sideBar.chat.session;
      chats.show(chats.registry.getOrCreate(), sideBar);
      chats.show(chats.registry.getOrCreate(conversation), sideBar);
    },
    showSentRequest: (answerId) => sentRequestView.show(answerId),
    copyAsCurl: (answerId) => sentRequestView.copyAsCurl(answerId),
    run: (command, chatId) => sideBar.run({ command, ...(chatId === undefined ? {} : { chatId }) }),
  };
}
