// What several windows have kept of one draft, as one.
import type { Draft } from '../shared/draft';
import type { DraftState } from './draftFile';

export interface NamedDraft {
  readonly name: string;
  readonly state: DraftState;
}

export interface MergedDraft {
  readonly draft: Draft;
  /** The files that hold the text. */
  readonly textIn: readonly string[];
  /** The files of which nothing is lost once the queue, and what is gone from it, is kept elsewhere. */
  readonly spare: readonly string[];
  readonly gone: readonly string[];
}

/**
 * The text is the one typed last that is not empty, of the files that no other was put in the place of:
 * so an emptied box empties what was read into it or typed in it, and what another window had typed
 * apart from it comes to the fore. The queue is all that is queued in any file and is gone in none.
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
  const textIn = counted.filter(({ state }) => text !== '' && state.text === text);
  const kept = new Set(counted.filter(({ state }) => state.text !== ''));
  return {
    draft: {
      text,
      queue: queued.filter((one, at) => queued.findIndex(({ id }) => id === one.id) === at),
    },
    textIn: textIn.map(({ name }) => name),
    spare: files.filter((file) => !kept.has(file)).map(({ name }) => name),
    gone: [...gone],
  };
}
