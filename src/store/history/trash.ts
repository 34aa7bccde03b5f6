// What is deleted can be brought back for a while: it is moved, not removed.
import { join } from 'node:path';
import { type Disk, makeFolder, nodeDisk, orUndefinedIfMissing, syncFolder } from '../disk';
import { folderName, idOf, type Places } from '../places';

/** How long what was deleted is kept, in ms. */
const keptFor = 30 * 24 * 3_600_000;

/** `<time>-<folder>`, in ms since 1970; a draft lies beside the folder here too. */
const trashedName = /^(\d+)-(.+?)(?:\.draft)?$/;
const draft = '.draft';

export class Trash {
  readonly #places: Places;
  readonly #disk: Disk;

  constructor(places: Places, disk = nodeDisk) {
    this.#places = places;
    this.#disk = disk;
  }

  /** Moves a conversation and its draft here. Resolves to what it is called here. */
  async put(id: string, now: number): Promise<string> {
    const { conversations, trash } = this.#places;
    const name = folderName(id);
    const trashed = `${now}-${name}`;
    await makeFolder(this.#disk, trash);
    await this.#disk.rename(join(conversations, name), join(trash, trashed));
    await this.#moveDraft(join(conversations, name), join(trash, trashed));
    await this.#sync();
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
    await this.#disk
      .rename(join(trash, trashed), join(conversations, name))
      .catch(orUndefinedIfMissing);
    await this.#moveDraft(join(trash, trashed), join(conversations, name));
    await this.#sync();
  }

  /** Removes for good what was deleted long ago. */
  async removeOld(now: number): Promise<void> {
    const names = (await this.#disk.readdir(this.#places.trash).catch(orUndefinedIfMissing)) ?? [];
    for (const name of names) {
      const deletedAt = Number(trashedName.exec(name)?.[1] ?? now);
      if (now - deletedAt > keptFor) {
        await this.#remove(join(this.#places.trash, name));
      }
    }
  }

  /** Removes for good every conversation and draft, here and where they are kept. */
  async removeAll(): Promise<void> {
    const { conversations, trash } = this.#places;
    const removed = [conversations, trash].map((folder) => this.#remove(folder));
    // What can be removed is, whatever becomes of the other.
    await Promise.allSettled(removed);
    await Promise.all(removed);
  }

  async #moveDraft(from: string, to: string): Promise<void> {
    await this.#disk.rename(`${from}${draft}`, `${to}${draft}`).catch(orUndefinedIfMissing);
  }

  async #remove(path: string): Promise<void> {
    await this.#disk.rm(path, { force: true, recursive: true });
  }

  async #sync(): Promise<void> {
    await syncFolder(this.#disk, this.#places.conversations);
    await syncFolder(this.#disk, this.#places.trash);
  }
}
