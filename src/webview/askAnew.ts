// What asks anew takes its own button away, and the focus with it: the conversation keeps it.
import type { NoticeAction } from '../shared/protocol';
import type { Post } from './host';

const asking = ['retry', 'continue'] as const satisfies readonly NoticeAction[];

export type AskingAction = (typeof asking)[number];

/** Whether a button asks the gateway, which it cannot while an answer is running. */
export function asksAnew(action: NoticeAction): action is AskingAction {
  return asking.some((known) => known === action);
}

export function askAnew(
  button: HTMLElement,
  messageId: string,
  action: AskingAction,
  busy: boolean,
  post: Post,
): void {
  leaveFor(button, busy, () => post({ type: 'act', messageId, action }));
}

/** Moves the focus to the conversation and asks; does nothing while an answer is running (`busy`). */
export function leaveFor(button: HTMLElement, busy: boolean, ask: () => void): void {
  if (busy) {
    return;
  }
  keepFocus(button);
  ask();
}

/** Before something goes that has the focus, or may get it again. */
export function keepFocus(going: HTMLElement): void {
  const log = going.closest('[role=log]');
  if (log instanceof HTMLElement) {
    log.focus({ preventScroll: true });
  }
}
