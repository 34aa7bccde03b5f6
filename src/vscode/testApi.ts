// What integration tests need of the inside; nothing of it exists for anybody else.
import type { ChatSession } from '../chat/chatSession';
import type { MakingRoom } from '../chat/makingRoom';
import type { MakeRoom } from '../shared/budget';
import type { Conversation } from '../shared/conversation';
import type { ViewCommand, ViewState } from '../shared/protocol';
import type { ChatPresenter } from './chatView/chatPresenter';
import type { ChatViewProvider } from './chatView/chatViewProvider';
import type { SentRequestView } from './sentRequestView';

export interface TestApi {
  conversation(): Conversation;
  /** All that the chat view is told. */
  viewState(): ViewState;
  ask(text: string): boolean;
  retry(answerId: string): boolean;
  continueAnswer(answerId: string): boolean;
  /** As the view sends a question: near the limit it waits for a choice. */
  send(text: string): boolean;
  makeRoom(way: MakeRoom): void;
  retryNow(answerId: string): void;
  /** False where the answer's notice does not offer that model. */
  askInstead(answerId: string, model: string): boolean;
  /** As after a reload of the window: nothing is left but what was kept of the conversation. */
  reopen(): void;
  showSent(answerId: string): Promise<void>;
  copyAsCurl(answerId: string): Promise<void>;
  /** Does what the chat view's page would ask for. */
  run(command: ViewCommand): Promise<void>;
}

/** Empty unless the environment says that this is a test run. It never gives the key away. */
export function testApi(
  session: ChatSession,
  room: MakingRoom,
  presenter: ChatPresenter,
  view: ChatViewProvider,
  sentRequestView: SentRequestView,
): Partial<TestApi> {
  if (process.env['PORTICO_TEST'] !== '1') {
    return {};
  }
  return {
    conversation: () => session.conversation,
    viewState: () => presenter.state,
    ask: (text) => session.ask(text),
    retry: (answerId) => session.retry(answerId),
    continueAnswer: (answerId) => session.continueAnswer(answerId),
    send: (text) => room.ask(text),
    makeRoom: (way) => room.choose(way),
    retryNow: (answerId) => session.retryNow(answerId),
    askInstead: (answerId, model) => view.askInstead(answerId, model),
    reopen: () => session.open(session.conversation),
    showSent: (answerId) => sentRequestView.show(answerId),
    copyAsCurl: (answerId) => sentRequestView.copyAsCurl(answerId),
    run: (command) => view.run(command),
  };
}
