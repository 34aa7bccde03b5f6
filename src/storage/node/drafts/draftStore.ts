// DraftStore: what was typed and attached in each chat and is not sent, saved as the user types.
//
// A draft belongs to the window in which it was typed: a folder for each chat and window, which only that window
// writes. A window that opens a chat and has no draft there takes the newest one whose window is gone, by renaming its
// folder, so that no two windows get the same one. After a reload it prefers the one that was typed in it before. Older
// ones stay and are taken the same way later, by a window that has nothing typed in that chat. So nothing typed is lost,
// and nothing has to be merged.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Disposable } from '../../../base/disposable';
import { omitUndefined } from '../../../base/omitUndefined';
import { parseJson } from '../../../base/parseJson';
import {
  questionDraft,
  type Attachment,
  type QuestionDraft,
} from '../../../conversation/common/attachment';
import { emptyDraft, type Draft, type QueuedQuestion } from '../../../conversation/common/draft';
import {
  attachmentSchema,
  readKnown,
  type ReadData,
} from '../../../conversation/node/conversationSchema';
import {
  forEachSettled,
  makeFolder,
  readFileIfExists,
  readFolder,
  syncFolder,
  undefinedIfMissing,
  writeFileAtomic,
  type Disk,
} from '../disk';
import { retryDelay, type SaveHealth } from '../journal/saveHealth';
import { isNewerFile, reportNewerFile } from '../newerFile';
import { folderName } from '../storagePaths';
import { askedName, DraftOwners, type DraftOwnersDeps, type OwnedDraft } from './draftOwners';

const saveDelayMs = 250;

const takeoverPollMs = 100;

/** The file with the text. Beside it is a file for each attachment, so that a key press saves the text alone. */
const stateName = 'draft.json';

/** What follows the folder name, which may have dots: the window's name, and its process while the window is open. */
const nameEnd = /^\.[0-9a-z]+-[0-9a-f]+(?:-(\d+))?\.drafts$/;

const savedQuestion = {
  text: v.string(),
  /** The names of their files: the SHA-256 of the content. Absent if there are none. */
  attachments: v.exactOptional(v.array(v.pipe(v.string(), v.hash(['sha256'])))),
};

const savedDraft = v.object({
  version: v.literal(1),
  ...savedQuestion,
  queue: v.array(v.object({ id: v.string(), ...savedQuestion })),
  /** The keys are question IDs. */
  edits: v.exactOptional(v.record(v.string(), v.string())),
});

type SavedDraft = v.InferOutput<typeof savedDraft>;
type SavedQuestion = Pick<SavedDraft, 'text' | 'attachments'>;

/** The draft of some window. */
interface FoundDraft extends OwnedDraft {
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

export interface DraftStoreDeps extends DraftOwnersDeps {
  /** Holds the folders of all conversations. */
  readonly folder: string;
  /** Names this window. */
  readonly writer: string;
  /** The name that this window had before it was reloaded. */
  readonly formerWriter?: string | undefined;
  readonly saveHealth: SaveHealth;
  /** Waits for the conversation's journal. Resolves to false if it could not be written. */
  readonly isJournalSaved: (id: string) => Promise<boolean>;
}

export class DraftStore {
  /** The keys are conversation IDs. */
  readonly #unsaved = new Map<string, Draft>();
  /** Attachments do not change, so each is hashed once. */
  readonly #files = new WeakMap<Attachment, { readonly name: string; readonly content: string }>();
  readonly #owners: DraftOwners;
  #timer: Disposable | undefined;
  #failures = 0;
  /** Set by `close()`. What a page still sends then is saved under the name of a closed window. */
  #isClosed = false;
  /** Reads and writes run one after another. */
  #tasks: Promise<void> = Promise.resolve();

  constructor(private readonly deps: DraftStoreDeps) {
    this.#owners = new DraftOwners(deps);
  }

  save(id: string, draft: Draft): void {
    this.#unsaved.set(id, draft);
    this.#scheduleFlush(saveDelayMs);
  }

  /** This window's draft, or the one that it takes from a window that is gone. */
  async load(id: string): Promise<Draft> {
    const read = this.#tasks.then(async () => this.#unsaved.get(id) ?? this.#read(id));
    this.#tasks = Promise.allSettled([read]).then(() => undefined);
    return await read;
  }

  /** When any window last saved the draft, in ms since 1970; 0 if there is none. */
  async savedAt(id: string): Promise<number> {
    const [newest] = await this.#find(id);
    return newest?.savedAt ?? 0;
  }

  /** Resolves when all drafts are on disk or a write has failed. */
  async flush(): Promise<void> {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#tasks = this.#tasks.then(() => this.#writeAll());
    await this.#tasks;
  }

  /** Releases the drafts, although this process may run a little longer: the reloaded window asks for them at once. */
  async close(): Promise<void> {
    await this.flush();
    this.#timer?.dispose();
    this.#owners.dispose();
    const { disk, folder } = this.deps;
    const end = this.#nameEnd;
    this.#isClosed = true;
    const own = (await readFolder(disk, folder)).filter((name) => name.endsWith(end));
    await forEachSettled(own, (name) => {
      const closed = `${name.slice(0, -end.length)}${this.#nameEnd}`;
      return disk.rename(join(folder, name), join(folder, closed));
    });
  }

  get #nameEnd(): string {
    const { writer } = this.deps;
    return this.#isClosed ? `.${writer}.drafts` : `.${writer}-${this.#owners.processId}.drafts`;
  }

  #ownPath(id: string): string {
    return join(this.deps.folder, `${folderName(id)}${this.#nameEnd}`);
  }

  #scheduleFlush(ms: number): void {
    this.#timer ??= this.deps.clock.after(ms, () => void this.flush());
  }

  async #writeAll(): Promise<void> {
    let isJournalFailing = false;
    try {
      await forEachSettled(this.#unsaved, async ([id, draft]) => {
        // A question must not leave the saved draft before it is in the journal.
        if (!(await this.deps.isJournalSaved(id))) {
          isJournalFailing = true;
          return;
        }
        await this.#write(this.#ownPath(id), draft);
        if (this.#unsaved.get(id) === draft) {
          this.#unsaved.delete(id);
        }
      });
    } catch (error) {
      this.#scheduleRetry();
      this.deps.saveHealth.reportFailure(this, error);
      return;
    }
    if (isJournalFailing) {
      this.#scheduleRetry();
      return;
    }
    this.#failures = 0;
    this.deps.saveHealth.reportSuccess(this);
  }

  #scheduleRetry(): void {
    this.#failures += 1;
    this.#scheduleFlush(retryDelay(this.#failures));
  }

  /** Attachments first, then the text that refers to them; only then those that it no longer refers to are removed. */
  async #write(path: string, draft: Draft): Promise<void> {
    const { disk, writer } = this.deps;
    if (isEmpty(draft)) {
      this.#owners.release(path);
      // A folder without the text is not a draft: a crash in between brings nothing back.
      await disk.rm(join(path, stateName), { force: true });
      await disk.rm(path, { force: true, recursive: true });
      return;
    }
    await makeFolder(disk, path);
    const existing = new Set(await readFolder(disk, path));
    const current = new Set([stateName]);
    for (const attachment of [draft, ...draft.queue].flatMap(
      ({ attachments = [] }) => attachments,
    )) {
      const { name, content } = this.#fileOf(attachment);
      if (!existing.has(name) && !current.has(name)) {
        await writeFileAtomic(disk, join(path, name), content, writer);
      }
      current.add(name);
    }
    await writeFileAtomic(disk, join(path, stateName), this.#serialize(draft), writer);
    this.#owners.replyFor(path);
    for (const name of existing) {
      if (!current.has(name)) {
        await disk.rm(join(path, name), { force: true });
      }
    }
  }

  async #read(id: string): Promise<Draft> {
    const path = this.#ownPath(id);
    return (await this.#readFiles(path)) ?? (await this.#take(id, path)) ?? emptyDraft;
  }

  /** Takes the newest draft of a window that is gone; undefined if there is none. */
  async #take(id: string, ownPath: string): Promise<Draft | undefined> {
    const { clock } = this.deps;
    const askedAt = new Map<string, number>();
    for (;;) {
      let isWaiting = false;
      for (const draft of (await this.#find(id)).toSorted(this.#ownFirst)) {
        const state = draft.path === ownPath ? 'inUse' : await this.#owners.stateOf(draft, askedAt);
        isWaiting = state === 'asked';
        if (isWaiting) {
          break;
        }
        const saved = state === 'gone' ? await this.#readFiles(draft.path) : undefined;
        if (saved !== undefined && (await this.#rename(draft.path, ownPath))) {
          this.#owners.replyFor(ownPath);
          return saved;
        }
      }
      if (!isWaiting) {
        return undefined;
      }
      await new Promise<void>((resolve) => clock.after(takeoverPollMs, resolve));
    }
  }

  /** Keeps the order of others, which are sorted by their age. */
  readonly #ownFirst = (a: FoundDraft, b: FoundDraft): number => {
    const { formerWriter = 'none' } = this.deps;
    return (
      Number(b.path.includes(`.${formerWriter}`)) - Number(a.path.includes(`.${formerWriter}`))
    );
  };

  /** False if another window has taken it. */
  async #rename(from: string, to: string): Promise<boolean> {
    const { disk, folder } = this.deps;
    // What remains of a draft that could not be removed completely.
    await disk.rm(to, { force: true, recursive: true });
    const isRenamed = await disk
      .rename(from, to)
      .then(() => true)
      .catch(undefinedIfMissing);
    await syncFolder(disk, folder);
    return isRenamed === true;
  }

  /** The drafts of all windows, newest first. */
  async #find(id: string): Promise<readonly FoundDraft[]> {
    const { disk, folder } = this.deps;
    const name = folderName(id);
    const found: FoundDraft[] = [];
    for (const draft of draftNames(await readFolder(disk, folder), name)) {
      const path = join(folder, draft);
      const state = await disk.stat(join(path, stateName)).catch(undefinedIfMissing);
      if (state !== undefined) {
        const processId = nameEnd.exec(draft.slice(name.length))?.[1];
        found.push({
          path,
          processId: processId === undefined ? undefined : Number(processId),
          savedAt: state.mtimeMs,
        });
      }
    }
    return found.toSorted((a, b) => b.savedAt - a.savedAt);
  }

  /** Undefined if there is none, or if a newer version wrote it, which only that version may change. */
  async #readFiles(path: string): Promise<Draft | undefined> {
    const file = join(path, stateName);
    const content = await readFileIfExists(this.deps.disk, file);
    const json = parseJson(content?.toString('utf8') ?? '');
    const read = v.safeParse(savedDraft, isNewerFile(file, json) ? undefined : json);
    if (!read.success) {
      return undefined;
    }
    const { queue, edits, ...question } = read.output;
    const attachments = new Map<string, Attachment>();
    for (const name of [question, ...queue].flatMap((saved) => saved.attachments ?? [])) {
      const { known, isNewer } = await this.#readAttachment(path, name);
      if (isNewer) {
        reportNewerFile(file);
        return undefined;
      }
      if (known !== undefined) {
        attachments.set(name, known);
      }
    }
    const draftOf = ({ text, attachments: names = [] }: SavedQuestion): QuestionDraft =>
      questionDraft(
        text,
        names.flatMap((name) => attachments.get(name) ?? []),
      );
    const queued: QueuedQuestion[] = [];
    for (const { id, ...saved } of queue) {
      queued.push({ ...draftOf(saved), id });
    }
    return { ...draftOf(question), queue: queued, ...omitUndefined({ edits }) };
  }

  /** Nothing is known of one that is missing or damaged. */
  async #readAttachment(path: string, name: string): Promise<ReadData<Attachment>> {
    const bytes = await readFileIfExists(this.deps.disk, join(path, name));
    const content = bytes?.toString('utf8') ?? '';
    return hashOf(content) === name
      ? readKnown(attachmentSchema, parseJson(content))
      : { isNewer: false };
  }

  #serialize({ queue, edits, ...question }: Draft): string {
    const saved: SavedDraft = {
      version: 1,
      ...this.#withFileNames(question),
      queue: queue.map((queued) => ({ id: queued.id, ...this.#withFileNames(queued) })),
      ...omitUndefined({ edits }),
    };
    return JSON.stringify(saved);
  }

  #withFileNames({ text, attachments }: QuestionDraft): SavedQuestion {
    return omitUndefined({
      text,
      attachments: attachments?.map((attachment) => this.#fileOf(attachment).name),
    });
  }

  #fileOf(attachment: Attachment): { readonly name: string; readonly content: string } {
    const known = this.#files.get(attachment);
    if (known !== undefined) {
      return known;
    }
    const content = JSON.stringify(attachment);
    const file = { name: hashOf(content), content };
    this.#files.set(attachment, file);
    return file;
  }
}

/** Finds a conversation's drafts in the names of a folder. @param folder The name of the conversation's folder. */
export function draftNames(names: readonly string[], folder: string): readonly string[] {
  return names.filter((name) => name.startsWith(folder) && nameEnd.test(name.slice(folder.length)));
}

/** What a folder without its text consists of: attachments, and files that were not written completely. */
const remainder = new RegExp(String.raw`^(?:[0-9a-f]{64}\b|draft\.json\.|${askedName}$)`);

/** Whether a folder is what a crash has left of a draft that was saved for the first time, or removed. */
export async function isIncompleteDraft(disk: Disk, path: string): Promise<boolean> {
  return (
    path.endsWith('.drafts') && (await readFolder(disk, path)).every((name) => remainder.test(name))
  );
}

function isEmpty({ text, attachments = [], queue, edits = {} }: Draft): boolean {
  return text === '' && attachments.length + queue.length + Object.keys(edits).length === 0;
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
