// What the user has opened or is writing in the page. Messages far from the view lose their components, so
// their state is held here.
import type { ViewEvent, ViewState } from '../common/protocol';

export type VersionArrow = 'previous' | 'next';

export class UiState {
  /** The unsent text of edited questions, by question ID. */
  readonly questionEdits = new Map<string, string>();
  /** The IDs of the long questions that the user has unfolded. */
  readonly unfoldedQuestions = new Set<string>();
  /** Whether the user has opened or closed the reasoning, by answer ID. */
  readonly reasoningOpen = new Map<string, boolean>();
  /** The IDs of the answers beside another one that the user has unfolded. */
  readonly openAnswers = new Set<string>();
  /** How much of a running answer the page had, in UTF-16 units, and when the last of it came, by answer ID. */
  readonly received = new Map<string, { readonly length: number; readonly at: number }>();
  /** The arrow that has requested another version. */
  pressedArrow: VersionArrow | undefined;

  /** Loads the edits that the host has saved, and deletes those that were asked. */
  update(events: readonly ViewEvent[], state: ViewState | undefined): void {
    if (events.length === 0 || events.some(({ type }) => type === 'opened')) {
      for (const [id, text] of Object.entries(state?.edits ?? {})) {
        this.questionEdits.set(id, text);
      }
    }
    for (const event of events) {
      if (event.type === 'conversation' && event.event.type === 'asked') {
        this.#dropEdit(event.event.question.text);
      }
    }
  }

  #dropEdit(askedText: string): void {
    for (const [id, text] of this.questionEdits) {
      if (text.trim() === askedText.trim()) {
        this.questionEdits.delete(id);
      }
    }
  }
}
