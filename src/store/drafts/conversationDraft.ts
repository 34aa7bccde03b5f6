// ConversationDraft: one conversation's draft, merged from the files of all windows and saved to this window's.
//
// A new file names those that it replaces, and only then are they removed. So no window removes a file that it
// has not read, even if the window that wrote it is closed.
import { join } from 'node:path';
import type { Clock } from '../../base/clock';
import { omitUndefined } from '../../base/omitUndefined';
import type { Draft } from '../../shared/conversation/draft';
import {
  type Disk,
  makeFolder,
  readFileIfExists,
  readFolder,
  syncFolder,
  writeFileAtomic,
} from '../disk';
import {
  draftFileName,
  draftFileNames,
  parseDraft,
  type SavedEdit,
  serializeDraft,
} from './draftFile';
import { type MergedDraft, mergeDrafts, type NamedDraft } from './mergeDrafts';
import { folderName } from '../storagePaths';

export interface ConversationDraftDeps {
  readonly disk: Disk;
  readonly clock: Clock;
  /** Holds the folders of all conversations. */
  readonly folder: string;
  readonly writer: string;
  readonly id: string;
}

export class ConversationDraft {
  /** The number of files written so far. */
  #count = 0;
  /** The files that the next one replaces. */
  #replaceableFiles: readonly string[] = [];
  /** The text as it was read, until it is changed here; until then it stays in its files. */
  #loadedText: { readonly text: string; readonly files: readonly string[] } | undefined;
  /** The text that was typed in this window. */
  #ownText = { text: '', typedAt: 0 };
  #queuedIds: readonly string[] = [];
  #dequeued: readonly string[] = [];
  #edits: Readonly<Record<string, SavedEdit>> = {};

  constructor(private readonly deps: ConversationDraftDeps) {}

  /** Changes nothing on disk. */
  async read(): Promise<Draft> {
    // If reading fails, the next write replaces no file.
    this.#setLoaded(mergeDrafts([]));
    const merged = mergeDrafts(await this.#readFiles());
    this.#setLoaded(merged);
    return merged.draft;
  }

  /** Leaves no file for an empty draft, unless another window's file may have what was removed from it. */
  async write(draft: Draft): Promise<void> {
    this.#update(draft);
    const isEmpty =
      this.#ownText.text === '' && draft.queue.length === 0 && draft.edits === undefined;
    const hasRemovals = this.#dequeued.length > 0 || Object.keys(this.#edits).length > 0;
    if (!isEmpty || (hasRemovals && (await this.#hasOtherFiles()))) {
      await this.#writeFile(draft);
      return;
    }
    if (this.#replaceableFiles.length > 1) {
      // They are removed one by one: after a crash in between, one could bring back what another had replaced.
      await this.#writeFile(draft);
      await syncFolder(this.deps.disk, this.deps.folder);
    }
    await this.#remove(this.#replaceableFiles);
    this.#replaceableFiles = [];
    this.#dequeued = [];
    this.#edits = {};
  }

  #setLoaded({ draft, edits, textFiles, replaceableFiles, dequeued }: MergedDraft): void {
    this.#replaceableFiles = replaceableFiles;
    this.#loadedText = draft.text === '' ? undefined : { text: draft.text, files: textFiles };
    this.#ownText = { text: '', typedAt: 0 };
    this.#queuedIds = queuedIds(draft);
    this.#dequeued = dequeued;
    this.#edits = edits;
  }

  #update(draft: Draft): void {
    const now = this.deps.clock.now();
    if (this.#loadedText !== undefined && draft.text !== this.#loadedText.text) {
      this.#replaceableFiles = [...this.#replaceableFiles, ...this.#loadedText.files];
      this.#loadedText = undefined;
    }
    const text = this.#loadedText === undefined ? draft.text : '';
    if (text !== this.#ownText.text) {
      this.#ownText = { text, typedAt: now };
    }
    const ids = queuedIds(draft);
    const removed = this.#queuedIds.filter((id) => !ids.includes(id));
    this.#dequeued = [...new Set([...this.#dequeued, ...removed])];
    this.#queuedIds = ids;
    this.#edits = updateEdits(this.#edits, draft.edits ?? {}, now);
  }

  async #writeFile({ queue }: Draft): Promise<void> {
    const { disk, clock, folder, writer, id } = this.deps;
    const replacedFiles = this.#replaceableFiles;
    this.#count += 1;
    const name = draftFileName(folderName(id), writer, this.#count);
    // If the write fails, the file may exist all the same.
    this.#replaceableFiles = [...replacedFiles, name];
    const content = serializeDraft({
      ...this.#ownText,
      queue,
      edits: this.#edits,
      savedAt: clock.now(),
      dequeued: this.#dequeued,
      replacedFiles,
    });
    await makeFolder(disk, folder);
    await writeFileAtomic(disk, join(folder, name), content, writer);
    await this.#remove(replacedFiles);
    this.#replaceableFiles = [name];
  }

  async #readFiles(): Promise<readonly NamedDraft[]> {
    let names = await this.#names();
    for (;;) {
      const files = (await Promise.all(names.map((name) => this.#readFile(name)))).flat();
      const namesBefore = names;
      names = files.length === names.length ? names : await this.#names();
      // A file that disappeared while reading was replaced by another one.
      if (names.join() === namesBefore.join()) {
        return files;
      }
    }
  }

  /** Empty if the file is gone or of a newer version. */
  async #readFile(name: string): Promise<readonly NamedDraft[]> {
    const { disk, folder } = this.deps;
    const content = await readFileIfExists(disk, join(folder, name));
    const state = content && parseDraft(content.toString('utf8'));
    return state === undefined ? [] : [{ name, state }];
  }

  async #hasOtherFiles(): Promise<boolean> {
    return (await this.#names()).some((name) => !this.#replaceableFiles.includes(name));
  }

  async #names(): Promise<readonly string[]> {
    const { disk, folder, id } = this.deps;
    return draftFileNames(await readFolder(disk, folder), folderName(id)).toSorted();
  }

  async #remove(names: readonly string[]): Promise<void> {
    const { disk, folder } = this.deps;
    for (const name of names) {
      await disk.rm(join(folder, name), { force: true });
    }
  }
}

function queuedIds({ queue }: Draft): readonly string[] {
  return queue.map(({ id }) => id);
}

/** Stamps the edits that differ from the saved ones. */
function updateEdits(
  saved: Readonly<Record<string, SavedEdit>>,
  texts: Readonly<Record<string, string>>,
  editedAt: number,
): Readonly<Record<string, SavedEdit>> {
  const edits = new Map(Object.entries(saved));
  for (const id of new Set([...edits.keys(), ...Object.keys(texts)])) {
    const text = texts[id];
    if (text !== edits.get(id)?.text) {
      edits.set(id, { editedAt, ...omitUndefined({ text }) });
    }
  }
  return Object.fromEntries(edits);
}
