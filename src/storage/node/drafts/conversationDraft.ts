// ConversationDraft: one conversation's draft, merged from the files of all windows and saved to this window's.
//
// A new file names those that it replaces, and only then are they removed. So no window removes a file that it
// has not read, even if the window that wrote it is closed.
import { join } from 'node:path';
import type { Clock } from '../../../base/clock';
import { omitUndefined } from '../../../base/omitUndefined';
import { type QuestionDraft, questionDraft } from '../../../conversation/common/attachment';
import type { Draft } from '../../../conversation/common/draft';
import {
  type Disk,
  makeFolder,
  readFileIfExists,
  readFolder,
  syncFolder,
  writeFileAtomic,
} from '../disk';
import {
  attachmentFileNames,
  draftFileName,
  draftFileNames,
  parseDraft,
  type SavedEdit,
  type SavedQuestion,
  serializeDraft,
} from './draftFile';
import type { AttachmentFiles } from './attachmentFiles';
import {
  isEmptyQuestion,
  isSameQuestion,
  type MergedDraft,
  mergeDrafts,
  type NamedDraft,
  questionOf,
  type SavedDraft,
} from './mergeDrafts';
import { folderName } from '../storagePaths';

export interface ConversationDraftDeps {
  readonly disk: Disk;
  readonly clock: Clock;
  /** Holds the folders of all conversations. */
  readonly folder: string;
  readonly writer: string;
  readonly attachments: AttachmentFiles;
  readonly id: string;
}

const nothingTyped = { question: { text: '' }, typedAt: 0 };

export class ConversationDraft {
  /** The number of files written so far. */
  #count = 0;
  /** The files that the next one replaces. */
  #replaceableFiles: readonly string[] = [];
  /** The text and its attachments as they were read, until they are changed here; until then they stay in their files. */
  #loaded: { readonly question: SavedQuestion; readonly files: readonly string[] } | undefined;
  /** What was typed and attached in this window. */
  #own: { readonly question: SavedQuestion; readonly typedAt: number } = nothingTyped;
  #queuedIds: readonly string[] = [];
  #dequeued: readonly string[] = [];
  #edits: Readonly<Record<string, SavedEdit>> = {};
  /** Of the draft's attachments as it was last saved, and of what was read or not saved completely after that. */
  #attachmentFileNames: ReadonlySet<string> = new Set();
  /** Of attachments that the draft does not have any more and that could not be removed, or that another draft has. */
  #remainingFileNames: readonly string[] = [];

  constructor(private readonly deps: ConversationDraftDeps) {}

  /** Changes nothing on disk. */
  async read(): Promise<Draft> {
    // If reading fails, the next write replaces no file.
    this.#setLoaded(mergeDrafts([]));
    const files = await this.#readFiles();
    const merged = mergeDrafts(files);
    this.#addFileNames(files.flatMap(({ state }) => attachmentFileNames(state)));
    const { queue, edits, ...question } = merged.draft;
    const draft = {
      ...(await this.#withAttachments(question)),
      queue: await Promise.all(queue.map((queued) => this.#withAttachments(queued))),
      ...omitUndefined({ edits }),
    };
    this.#setLoaded(merged);
    return draft;
  }

  async write(unsaved: Draft): Promise<void> {
    const draft = this.#withFileNames(unsaved);
    const names = attachmentFileNames(draft);
    // Before anything is written: a write that fails may have saved some of them.
    this.#addFileNames(names);
    await this.#write(draft, unsaved);
    await this.#removeDropped(new Set(names));
  }

  #addFileNames(names: readonly string[]): void {
    this.#attachmentFileNames = new Set([...this.#attachmentFileNames, ...names]);
  }

  /** Looks into the other drafts, so it does nothing where this write dropped no attachment. */
  async #removeDropped(current: ReadonlySet<string>): Promise<void> {
    const dropped = [...this.#attachmentFileNames].filter((name) => !current.has(name));
    this.#attachmentFileNames = current;
    if (dropped.length === 0) {
      return;
    }
    const candidates = new Set([...this.#remainingFileNames, ...dropped]);
    const names = [...candidates].filter((name) => !current.has(name));
    // The draft is saved, whether or not this succeeds; the daily cleanup removes what remains.
    this.#remainingFileNames = await this.deps.attachments.removeUnused(names).catch(() => names);
  }

  /** Leaves no file for an empty draft, unless another window's file may have what was removed from it. */
  async #write(draft: SavedDraft, unsaved: Draft): Promise<void> {
    this.#update(draft);
    const isEmpty =
      isEmptyQuestion(this.#own.question) && draft.queue.length === 0 && draft.edits === undefined;
    const hasRemovals = this.#dequeued.length > 0 || Object.keys(this.#edits).length > 0;
    if (!isEmpty || (hasRemovals && (await this.#hasOtherFiles()))) {
      await this.#writeFile(draft, unsaved);
      return;
    }
    if (this.#replaceableFiles.length > 1) {
      // They are removed one by one: after a crash in between, one could bring back what another had replaced.
      await this.#writeFile(draft, unsaved);
      await syncFolder(this.deps.disk, this.deps.folder);
    }
    await this.#remove(this.#replaceableFiles);
    this.#replaceableFiles = [];
    this.#dequeued = [];
    this.#edits = {};
  }

  #setLoaded({ draft, edits, textFiles, replaceableFiles, dequeued }: MergedDraft): void {
    this.#replaceableFiles = replaceableFiles;
    this.#loaded = isEmptyQuestion(draft)
      ? undefined
      : { question: questionOf(draft), files: textFiles };
    this.#own = nothingTyped;
    this.#queuedIds = queuedIds(draft);
    this.#dequeued = dequeued;
    this.#edits = edits;
  }

  #update(draft: SavedDraft): void {
    const now = this.deps.clock.now();
    if (this.#loaded !== undefined && !isSameQuestion(draft, this.#loaded.question)) {
      this.#replaceableFiles = [...this.#replaceableFiles, ...this.#loaded.files];
      this.#loaded = undefined;
    }
    const question = this.#loaded === undefined ? questionOf(draft) : nothingTyped.question;
    if (!isSameQuestion(question, this.#own.question)) {
      this.#own = { question, typedAt: now };
    }
    const ids = queuedIds(draft);
    const removed = this.#queuedIds.filter((id) => !ids.includes(id));
    this.#dequeued = [...new Set([...this.#dequeued, ...removed])];
    this.#queuedIds = ids;
    this.#edits = updateEdits(this.#edits, draft.edits ?? {}, now);
  }

  async #writeFile({ queue }: SavedDraft, unsaved: Draft): Promise<void> {
    const { disk, clock, folder, writer, id } = this.deps;
    const replacedFiles = this.#replaceableFiles;
    this.#count += 1;
    const name = draftFileName(folderName(id), writer, this.#count);
    // If the write fails, the file may exist all the same.
    this.#replaceableFiles = [...replacedFiles, name];
    const content = serializeDraft({
      ...this.#own.question,
      typedAt: this.#own.typedAt,
      queue,
      edits: this.#edits,
      savedAt: clock.now(),
      dequeued: this.#dequeued,
      replacedFiles,
    });
    await makeFolder(disk, folder);
    // Once the temp file is complete, no other window removes what it refers to (see attachmentFiles.ts).
    await writeFileAtomic(disk, join(folder, name), content, writer, () =>
      this.#saveAttachments(unsaved),
    );
    await this.#remove(replacedFiles);
    this.#replaceableFiles = [name];
  }

  async #saveAttachments(draft: Draft): Promise<void> {
    for (const { attachments = [] } of [draft, ...draft.queue]) {
      await this.deps.attachments.save(attachments);
    }
  }

  #withFileNames(draft: Draft): SavedDraft {
    return {
      ...this.#questionWithFileNames(draft),
      queue: draft.queue.map((queued) => ({
        ...this.#questionWithFileNames(queued),
        id: queued.id,
      })),
      ...omitUndefined({ edits: draft.edits }),
    };
  }

  #questionWithFileNames({ text, attachments = [] }: QuestionDraft): SavedQuestion {
    return attachments.length === 0
      ? { text }
      : { text, attachments: this.deps.attachments.fileNames(attachments) };
  }

  async #withAttachments<T extends SavedQuestion>(
    saved: T,
  ): Promise<Omit<T, 'attachments'> & QuestionDraft> {
    const { attachments = [], ...rest } = saved;
    return { ...rest, ...questionDraft(saved.text, await this.deps.attachments.load(attachments)) };
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

function queuedIds({ queue }: SavedDraft): readonly string[] {
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
