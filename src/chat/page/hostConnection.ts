// The page's connection to the extension host: typed commands go up, typed messages come down.
import type { ToWebviewMessage } from '../common/protocol';
import type { FromWebviewMessage, ViewCommand } from '../common/viewCommands';

declare function acquireVsCodeApi(): {
  postMessage(message: FromWebviewMessage): void;
  /** After a window reload VS Code hands the state of an editor tab to the host. */
  setState(state: PageState): void;
};

interface PageState {
  readonly conversation: string;
}

/** `chatId` is the chat that the command is for; by default the one that is shown. */
export type Post = (command: ViewCommand, chatId?: string) => void;

export interface Host {
  readonly post: Post;
  readonly saveState: (state: PageState) => void;
  readonly listen: (onMessage: (message: ToWebviewMessage) => void) => void;
}

export function connectHost(shownChatId: () => string | undefined): Host {
  const api = acquireVsCodeApi();
  return {
    post: (command, chatId = shownChatId()) =>
      api.postMessage(chatId === undefined ? { command } : { command, chatId }),
    saveState: (state) => api.setState(state),
    listen: (onMessage) =>
      window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (isToWebviewMessage(data)) {
          onMessage(data);
        }
      }),
  };
}

const messageTypes: Record<string, true> = {
  snapshot: true,
  event: true,
  focusComposer: true,
  editQuestion: true,
  codeInserted: true,
  commandEnded: true,
  reveal: true,
} satisfies Record<ToWebviewMessage['type'], true>;

/** Host and page are built together, so the type is enough to tell the host's messages from others. */
function isToWebviewMessage(data: unknown): data is ToWebviewMessage {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    typeof data.type === 'string' &&
    Object.hasOwn(messageTypes, data.type)
  );
}
