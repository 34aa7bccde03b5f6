// The pages that show a chat. They are added and removed at any time.
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { ViewEvent } from '../common/protocol';
import type { ViewChannel } from './viewChannel';

export class ChatPages implements Disposable {
  readonly #channels = new Set<ViewChannel>();
  readonly #sent = new Emitter<ViewEvent>();

  /** Fires with each event, also if no page shows the chat. */
  readonly onDidSend = this.#sent.event;

  /** Sends the events from now on to a page, until the result is disposed. */
  add(channel: ViewChannel): Disposable {
    this.#channels.add(channel);
    return { dispose: () => void this.#channels.delete(channel) };
  }

  /** Sends an event to all pages, except `from`. */
  send(event: ViewEvent, from?: ViewChannel): void {
    for (const channel of this.#channels) {
      if (channel !== from) {
        channel.sendEvent(event);
      }
    }
    this.#sent.fire(event);
  }

  dispose(): void {
    this.#sent.dispose();
  }
}
