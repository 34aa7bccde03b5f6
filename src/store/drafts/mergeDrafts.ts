// What several windows have kept of one draft, as one.
import type { Draft } from '../../shared/conversation/draft';
import type { DraftState, SavedEdit } from './draftFile';

export interface NamedDraft {
  readonly name: string;
  readonly state: DraftState;
}

export interface MergedDraft {
  readonly draft: Draft;
  /** By question, those too that were left. */
  readonly edits: Readonly<Record<string, SavedEdit>>;
  /** The files that hold the text. */
  readonly textIn: readonly string[];
  /** The files of which nothing is lost once the queue, and what is gone from it, is kept elsewhere. */
  readonly spare: readonly string[];
  readonly gone: readonly string[];
}

/**
 * The text is the one typed last that is not empty, of the files that no other was put in the place of:
 * so an emptied box empties what was read into it or typed in it, and what another window had typed
 * apart from it comes to the fore. The queue is all that is queued in any file and is gone in none. What a
 * question is being rewritten to is what was written of it last.
 */
export function mergeDrafts(files: readonly NamedDraft[]): MergedDraft {
  const replaced = new Set(files.flatMap(({ state }) => state.over));
  const gone = new Set(files.flatMap(({ state }) => state.gone));
  const counted = files
    .filter(({ name }) => !replaced.has(name))
    .toSorted((a, b) => b.state.savedAt - a.state.savedAt || (a.name < b.name ? 1 : -1));
  const [latest] = counted
    .filter(({ state }) => state.text !== '')
    .toSorted((a, b) => b.state.typedAt - a.state.typedAt);
  const text = latest?.state.text ?? '';
  const queued = counted.flatMap(({ state }) => state.queue).filter(({ id }) => !gone.has(id));
  const edits = latestEdits(counted.map(({ state }) => state.edits));
  const textIn = counted.filter(({ state }) => text !== '' && state.text === text);
  const kept = new Set(counted.filter(({ state }) => state.text !== ''));
  return {
    draft: {
      text,
      queue: queued.filter((one, at) => queued.findIndex(({ id }) => id === one.id) === at),
      ...written(edits),
    },
    edits,
    textIn: textIn.map(({ name }) => name),
    spare: files.filter((file) => !kept.has(file)).map(({ name }) => name),
    gone: [...gone],
  };
}

function latestEdits(
  all: readonly Readonly<Record<string, SavedEdit>>[],
): Readonly<Record<string, SavedEdit>> {
  const latest = new Map<string, SavedEdit>();
  for (const [id, edit] of all.flatMap((edits) => Object.entries(edits))) {
    if (edit.at > (latest.get(id)?.at ?? -1)) {
      latest.set(id, edit);
    }
  }
  return Object.fromEntries(latest);
}

function written(edits: Readonly<Record<string, SavedEdit>>): Pick<Draft, 'edits'> {
  const texts = Object.entries(edits).flatMap(([id, { text }]) =>
    text === undefined ? [] : [[id, text] as const],
  );
  return texts.length === 0 ? {} : { edits: Object.fromEntries(texts) };
}
