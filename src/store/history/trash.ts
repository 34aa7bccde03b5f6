// What is deleted can be brought back for a while: it is moved, not removed.
import { join } from 'node:path';
import { day } from '../day';
import { type Disk, makeFolder, nodeDisk, orUndefinedIfMissing, syncFolder } from '../disk';
import { draftNames } from '../drafts/draftFile';
import { forEachSettled } from '../forEachSettled';
import { tempFilesIn, removeOldTempFiles } from '../tempFiles';
import { folderName, idOf, type StoragePaths } from '../storagePaths';

/** How long what was deleted is kept, in ms. */
const keptFor = 30 * day;

/** `<time>-<folder>`, in ms since 1970; drafts lie beside the folder here too. */
const trashedName = /^(\d+)-(.+)$/;
/** In a conversation's folder. */
const blobs = 'blobs';

export class Trash {
  readonly #places: StoragePaths;
  readonly #disk: Disk;

  constructor(places: StoragePaths, disk = nodeDisk) {
    this.#places = places;
    this.#disk = disk;
  }

  /** Moves a conversation and its drafts here, or nothing of it. Resolves to what it is called here. */
  async put(id: string, now: number): Promise<string> {
    const { conversations, trash } = this.#places;
    const name = folderName(id);
    const trashed = `${now}-${name}`;
    await makeFolder(this.#disk, trash);
    await this.#disk.rename(join(conversations, name), join(trash, trashed));
    try {
      await this.#moveDrafts([conversations, name], [trash, trashed]);
      await this.#sync();
    } catch (error) {
      await this.takeBack(trashed).catch(() => undefined);
      throw error;
    }
    // What cannot be removed now goes with others, another day.
    await this.#removeLeftovers(name).catch(() => undefined);
    return trashed;
  }

  /** Moves it back; does nothing where it is there already. */
  async takeBack(trashed: string): Promise<void> {
    const { conversations, trash } = this.#places;
    const id = idOf(trashedName.exec(trashed)?.[2] ?? '');
    if (id === undefined) {
      return;
    }
    const name = folderName(id);
    const [from, to] = [join(trash, trashed), join(conversations, name)];
    await this.#disk
      .rename(from, to)
      .catch(async (error: unknown) =>
        (await this.#names(to)).length > 0
          ? await this.#moveInto(from, to)
          : orUndefinedIfMissing(error),
      );
    await this.#moveDrafts([trash, trashed], [conversations, name]);
    await this.#sync();
  }

  /** Removes for good what was deleted long ago. */
  async removeOld(now: number): Promise<void> {
    const names = (await this.#disk.readdir(this.#places.trash).catch(orUndefinedIfMissing)) ?? [];
    await forEachSettled(names, async (name) => {
      const deletedAt = Number(trashedName.exec(name)?.[1] ?? now);
      if (now - deletedAt > keptFor) {
        await this.#remove(join(this.#places.trash, name));
      }
    });
  }

  /** Removes for good what was being written a day ago, and will never be. */
  async removeOldLeftovers(now: number): Promise<void> {
    await removeOldTempFiles(this.#disk, this.#places.conversations, now);
  }

  /** Removes for good every conversation and draft, here and where they are kept. */
  async removeAll(): Promise<void> {
    const { conversations, trash } = this.#places;
    const removed = [conversations, trash].map((folder) => this.#remove(folder));
    // What can be removed is, whatever becomes of the other.
    await Promise.allSettled(removed);
    await Promise.all(removed);
  }

  /** Into a folder that another window has made again meanwhile. What is there stays as it is. */
  async #moveInto(from: string, to: string): Promise<void> {
    const there = await this.#names(to);
    // Segments come last: whoever reads one finds what lies beside its lines.
    const names = (await this.#names(from)).toSorted(
      (a, b) => Number(b === blobs) - Number(a === blobs),
    );
    for (const name of names) {
      if (!there.includes(name)) {
        await this.#disk.rename(join(from, name), join(to, name));
      } else if (name === blobs) {
        await this.#moveInto(join(from, name), join(to, name));
      }
    }
    await syncFolder(this.#disk, to);
  }

  async #names(folder: string): Promise<readonly string[]> {
    return (await this.#disk.readdir(folder).catch(orUndefinedIfMissing)) ?? [];
  }

  /** Each by the folder that it lies in, and the name of the conversation's own. What is there stays as it is. */
  async #moveDrafts(
    [from, name]: readonly [string, string],
    [to, newName]: readonly [string, string],
  ): Promise<void> {
    const there = await this.#names(to);
    for (const draft of draftNames(await this.#names(from), name)) {
      const moved = `${newName}${draft.slice(name.length)}`;
      if (!there.includes(moved)) {
        await this.#disk.rename(join(from, draft), join(to, moved)).catch(orUndefinedIfMissing);
      }
    }
  }

  async #removeLeftovers(name: string): Promise<void> {
    const { conversations } = this.#places;
    for (const left of tempFilesIn(await this.#names(conversations), name)) {
      await this.#disk.rm(join(conversations, left), { force: true });
    }
  }

  async #remove(path: string): Promise<void> {
    await this.#disk.rm(path, { force: true, recursive: true });
  }

  async #sync(): Promise<void> {
    await syncFolder(this.#disk, this.#places.conversations);
    await syncFolder(this.#disk, this.#places.trash);
  }
}
