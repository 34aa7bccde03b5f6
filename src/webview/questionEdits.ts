// What readers are rewriting; outlives articles that are emptied, and versions that are out of view for a while.
import type { ViewEvent } from '../shared/protocol';

/** By question. */
export const questionEdits = new Map<string, string>();

/** What was taken need not be kept. */
export function forgetAskedEdits(events: readonly ViewEvent[]): void {
  for (const event of events) {
    if (event.type === 'conversation' && event.event.type === 'asked') {
      const { text } = event.event.question;
      for (const [id, edit] of questionEdits) {
        if (edit.trim() === text.trim()) {
          questionEdits.delete(id);
        }
      }
    }
  }
}
