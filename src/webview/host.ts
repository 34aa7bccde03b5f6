// The one place that touches VS Code's side of the webview: typed commands up, typed messages down.
import type { HostMessage, ViewCommand } from '../shared/protocol';

declare function acquireVsCodeApi(): { postMessage(command: ViewCommand): void };

export type Post = (command: ViewCommand) => void;

export function connectHost(receive: (message: HostMessage) => void): Post {
  const api = acquireVsCodeApi();
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (isHostMessage(event.data)) {
      receive(event.data);
    }
  });
  return (command) => api.postMessage(command);
}

/** The host is trusted and built together with this; the type tells its messages from a stranger's. */
function isHostMessage(data: unknown): data is HostMessage {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    (data.type === 'snapshot' || data.type === 'events' || data.type === 'focusComposer')
  );
}
