// What integration tests need of the inside; nothing of it exists for anybody else.
import type { TrimAction } from '../shared/conversation/contextBudget';
import type { Conversation } from '../shared/conversation/conversation';
import type { ViewCommand, ViewState } from '../shared/protocol/protocol';
import type { ChatCommands } from './chatView/chatCommands';
import type { SideBar } from './chatView/sideBar';
import type { ChatWindow } from './chats/chatWindow';
import type { SentRequestView } from './chats/sentRequestView';

export interface TestApi {
  conversation(): Conversation;
  /** The IDs of the chats that are alive. */
  chats(): readonly string[];
  /** Shows a conversation; false where there is none of that ID. */
  open(id: string): Promise<boolean>;
  /** Whether any chat can be seen. */
  isVisible(): boolean;
  /** Whether the page in the side bar has started. */
  isReady(): boolean;
  /** On the icon of the chat view. */
  badge(): { readonly value: number; readonly tooltip: string } | undefined;
  /** All that the chat view is told. */
  viewState(): ViewState;
  ask(text: string): boolean;
  retry(answerId: string): boolean;
  continueAnswer(answerId: string): boolean;
  /** As the view sends a question: near the limit it waits for a choice. */
  send(text: string): boolean;
  makeRoom(way: TrimAction): void;
  retryNow(answerId: string): void;
  /** False where the answer's notice does not offer that model. */
  askInstead(answerId: string, model: string): boolean;
  /** As after a reload of the window: nothing is left but what was kept of the conversation. */
  reopen(): void;
  showSent(answerId: string): Promise<void>;
  copyAsCurl(answerId: string): Promise<void>;
  /** Does what the chat view's page would ask for, of the chat that it shows or of another. */
  run(command: ViewCommand, chat?: string): Promise<void>;
}

/** Empty unless the environment says that this is a test run. It never gives the key away. */
export function testApi(
  chats: ChatWindow,
  sideBar: SideBar,
  commands: ChatCommands,
  sentRequestView: SentRequestView,
): Partial<TestApi> {
  if (process.env['PORTICO_TEST'] !== '1') {
    return {};
  }
  return {
    conversation: () => chats.current.session.conversation,
    chats: () => [...chats.all].map(({ id }) => id),
    isVisible: () => chats.isVisible,
    isReady: () => sideBar.ready,
    badge: () => sideBar.badge,
    viewState: () => chats.current.presenter.state,
    ask: (text) => chats.current.session.ask(text),
    retry: (answerId) => chats.current.session.retry(answerId),
    continueAnswer: (answerId) => chats.current.session.continueAnswer(answerId),
    send: (text) => chats.current.room.ask(text),
    makeRoom: (way) => chats.current.room.choose(way),
    retryNow: (answerId) => chats.current.session.retryNow(answerId),
    askInstead: (answerId, model) => commands.askInstead(chats.current, answerId, model),
    reopen: () => {
      const { conversation } = sideBar.chat.session;
      chats.show(chats.begin(), sideBar);
      chats.show(chats.begin(conversation), sideBar);
    },
    open: (id) => chats.open(id),
    showSent: (answerId) => sentRequestView.show(answerId),
    copyAsCurl: (answerId) => sentRequestView.copyAsCurl(answerId),
    run: (command, chat) =>
      sideBar.run({ command, ...(chat === undefined ? {} : { chatId: chat }) }),
  };
}
