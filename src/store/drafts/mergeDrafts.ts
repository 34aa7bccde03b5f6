// Merges the draft files that several windows have saved for one conversation.
import { omitUndefined } from '../../base/omitUndefined';
import type { Draft } from '../../shared/conversation/draft';
import type { DraftState, SavedEdit } from './draftFile';

export interface NamedDraft {
  readonly name: string;
  readonly state: DraftState;
}

export interface MergedDraft {
  readonly draft: Draft;
  /** By question ID, including discarded edits. */
  readonly edits: Readonly<Record<string, SavedEdit>>;
  /** The files that hold the text. */
  readonly textFiles: readonly string[];
  /** Files that can be removed once the queue, the edits and `dequeued` are saved in another file. */
  readonly replaceableFiles: readonly string[];
  readonly dequeued: readonly string[];
}

/**
 * Ignores replaced files. The text is the one typed last that is not empty. So clearing the message box also
 * clears what it was loaded from, and brings back what another window had typed independently. The queue has
 * every question that no file has dequeued. For each edit the latest one wins.
 */
export function mergeDrafts(files: readonly NamedDraft[]): MergedDraft {
  const replaced = new Set(files.flatMap(({ state }) => state.replacedFiles));
  const dequeued = new Set(files.flatMap(({ state }) => state.dequeued));
  const current = files
    .filter(({ name }) => !replaced.has(name))
    .toSorted((a, b) => b.state.savedAt - a.state.savedAt || (a.name < b.name ? 1 : -1));
  const withText = current.filter(({ state }) => state.text !== '');
  const [latest] = withText.toSorted((a, b) => b.state.typedAt - a.state.typedAt);
  const text = latest?.state.text ?? '';
  const queue = current.flatMap(({ state }) => state.queue).filter(({ id }) => !dequeued.has(id));
  const edits = latestEdits(current.map(({ state }) => state.edits));
  return {
    draft: {
      text,
      queue: queue.filter(({ id }, index) => queue.findIndex((other) => other.id === id) === index),
      ...omitUndefined({ edits: editTexts(edits) }),
    },
    edits,
    textFiles: withText.filter(({ state }) => state.text === text).map(({ name }) => name),
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

/** Undefined if all edits were discarded. */
function editTexts(edits: Readonly<Record<string, SavedEdit>>): Draft['edits'] {
  const texts = Object.entries(edits).flatMap(([id, { text }]) =>
    text === undefined ? [] : [[id, text] as const],
  );
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}
