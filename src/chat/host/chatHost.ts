// ChatHost: a place in the window that shows a chat.
import type { FocusInput } from '../../platform/host/chatFocus';
import type { RevealTarget } from '../common/protocol';
import type { Chat } from './chat';

/** The side bar or an editor tab: shows the chat that `ChatWindow` gives it. */
export interface ChatHost {
  readonly chat: Chat;
  show(chat: Chat): void;
  readonly visible: boolean;
  /** What the user works with in the page; undefined if it does not have the focus. */
  readonly focusedBy: FocusInput | undefined;
  /** Whether the message box is about to take the focus. */
  readonly isFocusPending: boolean;
  /** Reveals the host and focuses the message box. */
  focus(): Promise<void>;
  /** Scrolls to a message of the chat, in whichever version it is. To be called after `focus`. */
  reveal(target: RevealTarget): void;
  /** Opens the box for editing a question. */
  editQuestion(messageId: string): void;
  /** Closes the host, if that can be closed for good: an editor tab. */
  close?(): void;
  /** Cancels a focus that waits until the page has started: another host is in use now. */
  cancelFocus(): void;
}
