// Trash: deleted conversations, which are moved and can be restored for 30 days.
import { join } from 'node:path';
import {
  forEachSettled,
  makeFolder,
  nodeDisk,
  readFolder,
  syncFolder,
  undefinedIfMissing,
} from '../../../storage/node/disk';
import { draftNames } from '../../../storage/node/drafts/draftStore';
import {
  folderName,
  idFromFolderName,
  type StoragePaths,
} from '../../../storage/node/storagePaths';
import { dayMs, removeStaleFiles } from './staleFiles';

const maxAgeMs = 30 * dayMs;

/** `<time>-<folder>`, the time in ms since 1970. Drafts are next to the folder, as they were before. */
const trashNamePattern = /^(\d+)-(.+)$/;
const blobsFolder = 'blobs';

export class Trash {
  constructor(
    private readonly paths: StoragePaths,
    private readonly disk = nodeDisk,
  ) {}

  /** Moves a conversation and its drafts to the trash, or neither. Resolves to its name there. */
  async add(id: string, now: number): Promise<string> {
    const { conversations, trash } = this.paths;
    const name = folderName(id);
    const trashName = `${now}-${name}`;
    await makeFolder(this.disk, trash);
    await this.disk.rename(join(conversations, name), join(trash, trashName));
    try {
      await this.#moveDrafts([conversations, name], [trash, trashName]);
      await this.#sync();
    } catch (error) {
      await this.restore(trashName).catch(() => undefined);
      throw error;
    }
    return trashName;
  }

  /** Does nothing if the conversation is not in the trash. */
  async restore(trashName: string): Promise<void> {
    const { conversations, trash } = this.paths;
    const id = idFromFolderName(trashNamePattern.exec(trashName)?.[2] ?? '');
    if (id === undefined) {
      return;
    }
    const name = folderName(id);
    const [from, to] = [join(trash, trashName), join(conversations, name)];
    await this.disk
      .rename(from, to)
      .catch(async (error: unknown) =>
        (await readFolder(this.disk, to)).length > 0
          ? await this.#mergeInto(from, to)
          : undefinedIfMissing(error),
      );
    await this.#moveDrafts([trash, trashName], [conversations, name]);
    await this.#sync();
  }

  /** Removes conversations that were deleted more than 30 days ago, and stale files. */
  async cleanUp(now: number): Promise<void> {
    const steps = [
      () => this.#removeExpired(now),
      () => removeStaleFiles(this.disk, this.paths.conversations, now),
    ];
    await forEachSettled(steps, (step) => step());
  }

  /** Removes every conversation and draft permanently, in the trash and outside of it. */
  async removeAll(): Promise<void> {
    const { conversations, trash } = this.paths;
    await forEachSettled([conversations, trash], (folder) => this.#remove(folder));
  }

  /** Another window has created the folder again meanwhile. Existing files are not replaced. */
  async #mergeInto(from: string, to: string): Promise<void> {
    const existing = await readFolder(this.disk, to);
    // Blobs first, so that a reader of a segment finds its blobs.
    const names = (await readFolder(this.disk, from)).toSorted(
      (a, b) => Number(b === blobsFolder) - Number(a === blobsFolder),
    );
    for (const name of names) {
      if (!existing.includes(name)) {
        await this.disk.rename(join(from, name), join(to, name));
      } else if (name === blobsFolder) {
        await this.#mergeInto(join(from, name), join(to, name));
      }
    }
    await syncFolder(this.disk, to);
  }

  /** Each tuple is a folder and the conversation's name in it. Existing files are not replaced. */
  async #moveDrafts(
    [from, name]: readonly [string, string],
    [to, newName]: readonly [string, string],
  ): Promise<void> {
    const existing = await readFolder(this.disk, to);
    for (const draft of draftNames(await readFolder(this.disk, from), name)) {
      const newDraft = `${newName}${draft.slice(name.length)}`;
      if (!existing.includes(newDraft)) {
        await this.disk.rename(join(from, draft), join(to, newDraft)).catch(undefinedIfMissing);
      }
    }
  }

  async #removeExpired(now: number): Promise<void> {
    await forEachSettled(await readFolder(this.disk, this.paths.trash), async (name) => {
      const deletedAt = Number(trashNamePattern.exec(name)?.[1] ?? now);
      if (now - deletedAt > maxAgeMs) {
        await this.#remove(join(this.paths.trash, name));
      }
    });
  }

  async #remove(path: string): Promise<void> {
    await this.disk.rm(path, { force: true, recursive: true });
  }

  async #sync(): Promise<void> {
    await syncFolder(this.disk, this.paths.conversations);
    await syncFolder(this.disk, this.paths.trash);
  }
}
