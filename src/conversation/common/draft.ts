// Drafts: what was typed and attached in a chat and not sent. They survive reloads and crashes.
import type { QuestionDraft } from './attachment';

export interface QueuedQuestion extends QuestionDraft {
  /** Becomes the ID of the question, so that after a crash a question that was sent is not sent again. */
  readonly id: string;
}

/** The questions that are asked one after the other, each once the answer before it is complete. */
export interface QueueState {
  readonly questions: readonly QueuedQuestion[];
  /** Nothing is sent until the user sends the next question. */
  readonly isPaused: boolean;
}

export const queueItemActions = ['moveUp', 'moveDown', 'remove'] as const;

export type QueueItemAction = (typeof queueItemActions)[number];

/** The message box, with the other questions that are not sent. */
export interface Draft extends QuestionDraft {
  /** Questions that wait for the running answer, in the order in which they will be asked. */
  readonly queue: readonly QueuedQuestion[];
  /** Unsent edits of questions, by question ID. */
  readonly edits?: Readonly<Record<string, string>>;
}

/** A question that has left the message box: it was asked, or is in the queue. */
export interface SentQuestion {
  readonly text: string;
  /** The page's name for it, if a page has sent it. */
  readonly sendId?: string;
}

export const emptyDraft: Draft = { text: '', queue: [] };

/** Puts `text` before what the message box contains. */
export function prependText(text: string, existing: string): string {
  return [text, existing].filter((each) => each.trim() !== '').join('\n\n');
}
