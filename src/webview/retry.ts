// A Retry takes its article away, and the focus with it: the conversation keeps it.
import type { Post } from './host';

/** Does nothing while an answer is running (`busy`). */
export function retry(button: HTMLElement, messageId: string, busy: boolean, post: Post): void {
  if (busy) {
    return;
  }
  const log = button.closest('[role=log]');
  if (log instanceof HTMLElement) {
    log.focus({ preventScroll: true });
  }
  post({ type: 'act', messageId, action: 'retry' });
}
