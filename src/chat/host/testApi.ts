// What integration tests can see and do inside the extension; returned by `activate` in a test run only.
import type * as vscode from 'vscode';
import type { Conversation } from '../../conversation/common/conversation';
import type { ViewState } from '../common/protocol';
import type { ViewCommand } from '../common/viewCommands';
import type { BackgroundChatIndicator } from './backgroundChatIndicator';
import type { CommandSource } from './chat';
import type { ChatCommand, ChatCommands } from './chatCommands';
import type { ChatWindow } from './chatWindow';
import type { SideBar } from './sideBar';

export interface TestApiDeps {
  readonly chats: ChatWindow;
  readonly background: BackgroundChatIndicator;
  readonly sideBar: SideBar;
  readonly commands: ChatCommands;
  readonly links: vscode.UriHandler;
}

export type TestApi = ReturnType<typeof createTestApi>;

const noPage: CommandSource = { focus: async () => {}, showInserted: () => {}, didEnd: () => {} };

/** Empty unless the environment says that this is a test run. It never gives the key away. */
export function testApi(deps: TestApiDeps): Partial<TestApi> {
  return process.env['PORTICO_TEST'] === '1' ? createTestApi(deps) : {};
}

function createTestApi({ chats, background, sideBar, commands, links }: TestApiDeps) {
  return {
    /** Opens a link to the extension as VS Code does. */
    openUri: (uri: vscode.Uri) => links.handleUri(uri),
    conversation: (): Conversation => chats.current.session.conversation,
    chats: (): readonly string[] => Array.from(chats.registry.all, ({ id }) => id),
    /** Opens a chat; false if there is none of that ID. */
    open: (id: string) => chats.open(id),
    isVisible: () => chats.isVisible,
    /** Whether a page is about to take the focus; its chat is the current one then. */
    isFocusPending: () => chats.isFocusPending,
    badge: () => background.badge,
    viewState: (): ViewState => chats.current.presenter.state,
    /** These go through the send pipeline as in the view; true when the question was sent. */
    ask: (text: string) => chats.current.pipeline.ask(text),
    retry: (answerId: string) => chats.current.pipeline.retry(answerId),
    continueAnswer: (answerId: string) => chats.current.pipeline.continueAnswer(answerId),
    retryNow: (answerId: string) => chats.current.session.retryNow(answerId),
    /** Opens the conversation as after a reload of the window: only what is stored of it is there. */
    reopen: () => {
      const { conversation } = sideBar.chat.session;
      chats.show(chats.registry.getOrCreate(), sideBar);
      chats.show(chats.registry.getOrCreate(conversation), sideBar);
    },
    /** Executes a command in the chat that was used last, and returns what its handler does. */
    execute: (command: ChatCommand) => commands.run(command, chats.current, noPage),
    /** Executes a command of the page, for the chat that it shows or for another. */
    run: (command: ViewCommand, chatId?: string) =>
      sideBar.run({ command, ...(chatId === undefined ? {} : { chatId }) }),
  };
}
