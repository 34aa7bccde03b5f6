// What was typed and not yet sent belongs to its chat, and must outlive view, window and crash.

export interface QueuedQuestion {
  /** The question's own once it is asked: that tells, whenever a window closes, whether it was. */
  readonly id: string;
  readonly text: string;
}

export interface Draft {
  /** In the message box. */
  readonly text: string;
  /** Questions that wait for the answer before them, in the order in which they are to be asked. */
  readonly queue: readonly QueuedQuestion[];
  /** By question: its other words, as far as they are written and not sent yet. Absent where there are none. */
  readonly edits?: Readonly<Record<string, string>>;
}

export const emptyDraft: Draft = { text: '', queue: [] };

/** What the message box holds once a text has been put before what stands in it. */
export function prependText(text: string, standing: string): string {
  return standing.trim() === '' ? text : `${text}\n\n${standing}`;
}
