// A file that is only ever appended to, and only by whoever made it.
import { constants, type FileHandle } from 'node:fs/promises';
import { type Disk, errorCode, fileMode } from '../disk';

export class SegmentFile {
  readonly #disk: Disk;
  readonly path: string;
  #size = 0;
  /** Undefined while it is closed between two appends. */
  #file: FileHandle | undefined;

  private constructor(disk: Disk, path: string, file: FileHandle) {
    this.#disk = disk;
    this.path = path;
    this.#file = file;
  }

  /** Undefined where there is one of that name: it is somebody else's. */
  static async create(disk: Disk, path: string): Promise<SegmentFile | undefined> {
    try {
      return new SegmentFile(disk, path, await disk.open(path, 'wx', fileMode));
    } catch (error) {
      if (errorCode(error) === 'EEXIST') {
        return undefined;
      }
      throw error;
    }
  }

  /** In bytes that were appended whole. */
  get size(): number {
    return this.#size;
  }

  /** Opens it again; false where it is not any more as it was left. */
  async reopen(): Promise<boolean> {
    if (this.#file !== undefined) {
      return true;
    }
    try {
      this.#file = await this.#disk.open(this.path, constants.O_WRONLY | constants.O_APPEND);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') {
        return false;
      }
      throw error;
    }
    const { size } = await this.#file.stat();
    return size === this.#size;
  }

  /** After a failure nothing is appended any more: what was appended may be torn. */
  async append(bytes: Buffer): Promise<void> {
    let written = 0;
    while (written < bytes.length) {
      const { bytesWritten } = await this.#open.write(bytes, written);
      written += bytesWritten;
    }
    this.#size += bytes.length;
  }

  /** Has what was appended outlive a power cut. Fails where the file was removed meanwhile, by another window say. */
  async datasync(): Promise<void> {
    await this.#open.datasync();
    await this.#disk.stat(this.path);
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  get #open(): FileHandle {
    if (this.#file === undefined) {
      throw new Error('The segment is closed.');
    }
    return this.#file;
  }
}
