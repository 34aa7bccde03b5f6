// What asks anew takes its own button away, and the focus with it: the conversation keeps it.
import type { NoticeAction } from '../shared/protocol/protocol';
import type { Post } from './host';

const asking = ['retry', 'continue'] as const satisfies readonly NoticeAction[];

export type RetryAction = (typeof asking)[number];

/** Whether a button asks the gateway, which it cannot while an answer is running. */
export function isRetryAction(action: NoticeAction): action is RetryAction {
  return asking.some((known) => known === action);
}

export function retryWithFocus(
  button: HTMLElement,
  messageId: string,
  action: RetryAction,
  busy: boolean,
  post: Post,
): void {
  leaveFor(button, busy, () => post({ type: 'runNoticeAction', messageId, action }));
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
