// What readers are rewriting; outlives articles that are emptied, versions that are out of view, and, on the host, the page.
import type { ViewEvent, ViewState } from '../shared/protocol/protocol';

/** By question. */
export const questionEdits = new Map<string, string>();

/** Takes up what the host has kept. What was asked need not be kept. */
export function followEdits(events: readonly ViewEvent[], state: ViewState | undefined): void {
  if (events.length === 0 || events.some(({ type }) => type === 'opened')) {
    for (const [id, text] of Object.entries(state?.edits ?? {})) {
      questionEdits.set(id, text);
    }
  }
  for (const event of events) {
    if (event.type === 'conversation' && event.event.type === 'asked') {
      forgetEdit(event.event.question.text);
    }
  }
}

function forgetEdit(asked: string): void {
  for (const [id, text] of questionEdits) {
    if (text.trim() === asked.trim()) {
      questionEdits.delete(id);
    }
  }
}
