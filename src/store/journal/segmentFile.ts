// SegmentFile: a file that only its creator appends to.
import { constants, type FileHandle } from 'node:fs/promises';
import { errorCode } from '../../base/errorCode';
import { type Disk, fileMode } from '../disk';

export class SegmentFile {
  #size = 0;

  /** @param file Undefined while it is closed between two appends. */
  private constructor(
    private readonly disk: Disk,
    readonly path: string,
    private file: FileHandle | undefined,
  ) {}

  /** Undefined if the file exists: it belongs to another writer. */
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

  /** The bytes of all appends that succeeded. */
  get size(): number {
    return this.#size;
  }

  /** Opens the file again. Returns false if it was removed or changed since it was closed. */
  async reopen(): Promise<boolean> {
    if (this.file !== undefined) {
      return true;
    }
    try {
      this.file = await this.disk.open(this.path, constants.O_WRONLY | constants.O_APPEND);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') {
        return false;
      }
      throw error;
    }
    const { size } = await this.file.stat();
    return size === this.#size;
  }

  /** After an error the file must not be appended to: its last line may be torn. */
  async append(bytes: Buffer): Promise<void> {
    let written = 0;
    while (written < bytes.length) {
      const { bytesWritten } = await this.#open.write(bytes, written);
      written += bytesWritten;
    }
    this.#size += bytes.length;
  }

  /** Makes the appended bytes survive a power cut. @throws if the file was removed meanwhile. */
  async datasync(): Promise<void> {
    await this.#open.datasync();
    await this.disk.stat(this.path);
  }

  async close(): Promise<void> {
    const file = this.file;
    this.file = undefined;
    await file?.close();
  }

  get #open(): FileHandle {
    if (this.file === undefined) {
      throw new Error('The segment is closed.');
    }
    return this.file;
  }
}
