// Merges the draft files that several windows have saved for one conversation.
import { omitUndefined } from '../../../base/omitUndefined';
import type { DraftState, SavedEdit, SavedQuestion, SavedQueuedQuestion } from './draftFile';

export interface NamedDraft {
  readonly name: string;
  readonly state: DraftState;
}

/** A draft as its files have it. */
export interface SavedDraft extends SavedQuestion {
  readonly queue: readonly SavedQueuedQuestion[];
  /** By question ID. */
  readonly edits?: Readonly<Record<string, string>>;
}

export interface MergedDraft {
  readonly draft: SavedDraft;
  /** By question ID, including discarded edits. */
  readonly edits: Readonly<Record<string, SavedEdit>>;
  /** The files that hold the text. */
  readonly textFiles: readonly string[];
  /** Files that can be removed once the queue, the edits and `dequeued` are saved in another file. */
  readonly replaceableFiles: readonly string[];
  readonly dequeued: readonly string[];
}

/**
 * Ignores replaced files. The text and its attachments are those typed last that are not empty. So clearing the
 * message box also clears what it was loaded from, and brings back what another window had typed independently. The
 * queue has every question that no file has dequeued. For each edit the latest one wins.
 */
export function mergeDrafts(files: readonly NamedDraft[]): MergedDraft {
  const replaced = new Set(files.flatMap(({ state }) => state.replacedFiles));
  const dequeued = new Set(files.flatMap(({ state }) => state.dequeued));
  const current = files
    .filter(({ name }) => !replaced.has(name))
    .toSorted((a, b) => b.state.savedAt - a.state.savedAt || (a.name < b.name ? 1 : -1));
  const withText = current.filter(({ state }) => !isEmptyQuestion(state));
  const [latest] = withText.toSorted((a, b) => b.state.typedAt - a.state.typedAt);
  const question = questionOf(latest?.state ?? { text: '' });
  const queue = current.flatMap(({ state }) => state.queue).filter(({ id }) => !dequeued.has(id));
  const edits = latestEdits(current.map(({ state }) => state.edits));
  return {
    draft: {
      ...question,
      ...omitUndefined({ edits: editTexts(edits) }),
      queue: queue.filter(({ id }, index) => queue.findIndex((other) => other.id === id) === index),
    },
    edits,
    textFiles: withText
      .filter(({ state }) => isSameQuestion(state, question))
      .map(({ name }) => name),
    replaceableFiles: files.filter((file) => !withText.includes(file)).map(({ name }) => name),
    dequeued: [...dequeued],
  };
}

/** For equally late edits, that of the file saved last. */
function latestEdits(
  all: readonly Readonly<Record<string, SavedEdit>>[],
): Readonly<Record<string, SavedEdit>> {
  const edits = all.toReversed().flatMap((saved) => Object.entries(saved));
  return Object.fromEntries(edits.toSorted(([, a], [, b]) => a.editedAt - b.editedAt));
}

export function questionOf({ text, attachments }: SavedQuestion): SavedQuestion {
  return omitUndefined({ text, attachments });
}

export function isEmptyQuestion({ text, attachments = [] }: SavedQuestion): boolean {
  return text === '' && attachments.length === 0;
}

export function isSameQuestion(a: SavedQuestion, b: SavedQuestion): boolean {
  return a.text === b.text && a.attachments?.join() === b.attachments?.join();
}

/** Undefined if all edits were discarded. */
function editTexts(edits: Readonly<Record<string, SavedEdit>>): SavedDraft['edits'] {
  const texts = Object.entries(edits).flatMap(([id, { text }]) =>
    text === undefined ? [] : [[id, text] as const],
  );
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}
