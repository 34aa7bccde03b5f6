// The wire to the webview: numbered events to a view that is there, a snapshot to one that comes.
import type * as vscode from 'vscode';
import type {
  ToWebviewMessage,
  RevealTarget,
  ViewEvent,
  ViewState,
} from '../../shared/protocol/protocol';

/** Events are counted whether or not a view is there, so that a view can tell what it missed. */
export class ViewChannel {
  #seq = 0;
  #webview: vscode.Webview | undefined;

  /** Undefined takes the view away: what is hidden is sent nothing. */
  attach(webview: vscode.Webview | undefined): void {
    this.#webview = webview;
  }

  sendEvent(event: ViewEvent): void {
    this.#seq += 1;
    this.#post({ type: 'events', seq: this.#seq, events: [event] });
  }

  sendSnapshot(state: ViewState): void {
    this.#post({ type: 'snapshot', seq: this.#seq, state });
  }

  focusComposer(): void {
    this.#post({ type: 'focusComposer' });
  }

  reveal(place: RevealTarget): void {
    this.#post({ type: 'reveal', ...place });
  }

  #post(message: ToWebviewMessage): void {
    void this.#webview?.postMessage(message);
  }
}
