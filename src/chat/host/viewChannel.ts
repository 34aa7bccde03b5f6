// Sends numbered events and snapshots to a webview.
import type * as vscode from 'vscode';
import type { FeatureCommand } from '../common/features';
import {
  eventMessage,
  type CodeBlockPosition,
  type RevealTarget,
  type ToWebviewMessage,
  type ViewEvent,
  type ViewState,
} from '../common/protocol';

/** Counts events also without a webview, so that a view can detect which ones it missed. */
export class ViewChannel {
  #seq = 0;
  #webview: vscode.Webview | undefined;

  /** Undefined for none: a hidden webview gets no messages. */
  setWebview(webview: vscode.Webview | undefined): void {
    this.#webview = webview;
  }

  sendEvent(event: ViewEvent): void {
    this.#seq += 1;
    this.#post(eventMessage(this.#seq, event));
  }

  sendSnapshot(state: ViewState): void {
    this.#post({ type: 'snapshot', seq: this.#seq, state });
  }

  focusComposer(): void {
    this.#post({ type: 'focusComposer' });
  }

  reveal(target: RevealTarget): void {
    this.#post({ type: 'reveal', ...target });
  }

  editQuestion(messageId: string): void {
    this.#post({ type: 'editQuestion', messageId });
  }

  showInserted({ messageId, block }: CodeBlockPosition): void {
    this.#post({ type: 'codeInserted', messageId, block });
  }

  endCommand(command: FeatureCommand): void {
    this.#post({ type: 'commandEnded', command });
  }

  #post(message: ToWebviewMessage): void {
    void this.#webview?.postMessage(message);
  }
}
