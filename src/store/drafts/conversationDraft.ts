// The draft of one conversation, as a window reads it from the files of all and keeps it in files of its own.
//
// A file is written once and never changed: what takes its place names it, and removes it only then. So no
// window removes what it has not read, whether or not the one that wrote it is still there.
import { join } from 'node:path';
import type { Clock } from '../../base/clock';
import { type Draft, emptyDraft } from '../../shared/conversation/draft';
import {
  type Disk,
  makeFolder,
  orUndefinedIfMissing,
  putFile,
  readIfThere,
  syncFolder,
} from '../disk';
import { type SavedEdit, draftFileText, draftName, draftNames, readDraftFile } from './draftFile';
import { type MergedDraft, mergeDrafts, type NamedDraft } from './mergeDrafts';
import { folderName } from '../storagePaths';

export interface ConversationDraftParts {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly folder: string;
  readonly writer: string;
  readonly id: string;
}

export class ConversationDraft {
  readonly #parts: ConversationDraftParts;
  #written = 0;
  /** What is written next takes the place of these. */
  #files: readonly string[] = [];
  /** A text that nobody has changed here stays in the files that it was read from. */
  #read: { readonly text: string; readonly files: readonly string[] } | undefined;
  #own = { text: '', typedAt: 0 };
  #queued: readonly string[] = [];
  #gone: readonly string[] = [];
  #edits: Readonly<Record<string, SavedEdit>> = {};

  constructor(parts: ConversationDraftParts) {
    this.#parts = parts;
  }

  /** Changes nothing on disk. */
  async read(): Promise<Draft> {
    // What cannot be read is unknown here, and has nothing put in its place.
    this.#know({ draft: emptyDraft, edits: {}, textIn: [], spare: [], gone: [] });
    const merged = mergeDrafts(await this.#readAll());
    this.#know(merged);
    return merged.draft;
  }

  /** Leaves no file of an empty one, unless another window's may hold what has gone from it. */
  async write(draft: Draft): Promise<void> {
    this.#take(draft);
    const isEmpty = this.#own.text === '' && draft.queue.length === 0 && draft.edits === undefined;
    const hasLost = this.#gone.length > 0 || Object.keys(this.#edits).length > 0;
    if (!isEmpty || (hasLost && (await this.#isBesideOthers()))) {
      await this.#put(draft);
      return;
    }
    if (this.#files.length > 1) {
      // They do not go at once: a crash between could bring back what one of them had taken the place of.
      await this.#put(draft);
      await syncFolder(this.#parts.disk, this.#parts.folder);
    }
    await this.#remove(this.#files);
    this.#files = [];
    this.#gone = [];
    this.#edits = {};
  }

  #know({ draft, edits, textIn, spare, gone }: MergedDraft): void {
    this.#files = spare;
    this.#read = draft.text === '' ? undefined : { text: draft.text, files: textIn };
    this.#own = { text: '', typedAt: 0 };
    this.#queued = idsOf(draft);
    this.#gone = gone;
    this.#edits = edits;
  }

  #take(draft: Draft): void {
    const { clock } = this.#parts;
    if (this.#read !== undefined && draft.text !== this.#read.text) {
      this.#files = [...this.#files, ...this.#read.files];
      this.#read = undefined;
    }
    const text = this.#read === undefined ? draft.text : '';
    if (text !== this.#own.text) {
      this.#own = { text, typedAt: clock.now() };
    }
    const queued = idsOf(draft);
    const left = this.#queued.filter((id) => !queued.includes(id));
    this.#gone = [...new Set([...this.#gone, ...left])];
    this.#queued = queued;
    this.#edits = editsNow(this.#edits, draft.edits ?? {}, clock.now());
  }

  async #put({ queue }: Draft): Promise<void> {
    const { disk, clock, folder, writer, id } = this.#parts;
    const replaced = this.#files;
    this.#written += 1;
    const name = draftName(folderName(id), writer, this.#written);
    // Where it fails it may be there all the same.
    this.#files = [...replaced, name];
    const kept = draftFileText({
      ...this.#own,
      queue,
      edits: this.#edits,
      savedAt: clock.now(),
      gone: this.#gone,
      over: replaced,
    });
    await makeFolder(disk, folder);
    await putFile(disk, join(folder, name), kept, writer);
    await this.#remove(replaced);
    this.#files = [name];
  }

  async #readAll(): Promise<readonly NamedDraft[]> {
    let names = await this.#names();
    for (;;) {
      const files = await Promise.all(names.map((name) => this.#readFile(name)));
      const found = files.flatMap((file) => file ?? []);
      const before = names;
      names = found.length === files.length ? names : await this.#names();
      // Where one has gone meanwhile, another one has come in its place.
      if (names.join() === before.join()) {
        return found;
      }
    }
  }

  /** Undefined where there is none, or none that this version can read. */
  async #readFile(name: string): Promise<NamedDraft | undefined> {
    const { disk, folder } = this.#parts;
    const content = (await readIfThere(disk, join(folder, name)))?.toString('utf8');
    const state = content === undefined ? undefined : readDraftFile(content);
    return state && { name, state };
  }

  async #isBesideOthers(): Promise<boolean> {
    return (await this.#names()).some((name) => !this.#files.includes(name));
  }

  async #names(): Promise<readonly string[]> {
    const { disk, folder, id } = this.#parts;
    const names = (await disk.readdir(folder).catch(orUndefinedIfMissing)) ?? [];
    return draftNames(names, folderName(id)).toSorted();
  }

  async #remove(names: readonly string[]): Promise<void> {
    const { disk, folder } = this.#parts;
    for (const name of names) {
      await disk.rm(join(folder, name), { force: true });
    }
  }
}

function idsOf({ queue }: Draft): readonly string[] {
  return queue.map(({ id }) => id);
}

function editsNow(
  known: Readonly<Record<string, SavedEdit>>,
  now: Readonly<Record<string, string>>,
  at: number,
): Readonly<Record<string, SavedEdit>> {
  const edits = new Map(Object.entries(known));
  for (const id of new Set([...edits.keys(), ...Object.keys(now)])) {
    const text = now[id];
    if (text !== edits.get(id)?.text) {
      edits.set(id, { at, ...(text === undefined ? {} : { text }) });
    }
  }
  return Object.fromEntries(edits);
}
