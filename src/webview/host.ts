// The one place that touches VS Code's side of the webview: typed commands up, typed messages down.
import type {
  ToWebviewMessage,
  ViewCommand,
  FromWebviewMessage,
} from '../shared/protocol/protocol';

declare function acquireVsCodeApi(): {
  postMessage(message: FromWebviewMessage): void;
  /** VS Code hands it to the host when it brings an editor tab back after a reload. */
  setState(state: PageState): void;
};

interface PageState {
  readonly conversation: string;
}

/** Without the ID of a chat the command is for the one that is shown. */
export type Post = (command: ViewCommand, chat?: string) => void;

export interface Host {
  readonly post: Post;
  readonly remember: (state: PageState) => void;
}

export function connectHost(receive: (message: ToWebviewMessage) => void): Host {
  const api = acquireVsCodeApi();
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (isHostMessage(event.data)) {
      receive(event.data);
    }
  });
  return {
    post: (command, chat) =>
      api.postMessage({ command, ...(chat === undefined ? {} : { chatId: chat }) }),
    remember: (state) => api.setState(state),
  };
}

/** The host is trusted and built together with this; the type tells its messages from a stranger's. */
function isHostMessage(data: unknown): data is ToWebviewMessage {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    (data.type === 'snapshot' ||
      data.type === 'events' ||
      data.type === 'focusComposer' ||
      data.type === 'reveal')
  );
}
