// SegmentFile: a file that only its creator appends to.
import { constants, type FileHandle } from 'node:fs/promises';
import { type Disk, fileMode, undefinedIf, undefinedIfMissing } from '../disk';

export class SegmentFile {
  /** The bytes of all appends that succeeded. */
  size = 0;

  /** @param file Undefined while it is closed between two appends. */
  private constructor(
    private readonly disk: Disk,
    readonly path: string,
    private file: FileHandle | undefined,
  ) {}

  /** Undefined if the file exists: it belongs to another writer. */
  static async create(disk: Disk, path: string): Promise<SegmentFile | undefined> {
    const file = await disk.open(path, 'wx', fileMode).catch(undefinedIf('EEXIST'));
    return file && new SegmentFile(disk, path, file);
  }

  /** Opens the file again. Returns false if it was removed or changed since it was closed. */
  async reopen(): Promise<boolean> {
    if (this.file !== undefined) {
      return true;
    }
    const flags = constants.O_WRONLY | constants.O_APPEND;
    this.file = await this.disk.open(this.path, flags).catch(undefinedIfMissing);
    return this.file !== undefined && (await this.file.stat()).size === this.size;
  }

  /** After an error the file must not be appended to: its last line may be torn. */
  async append(bytes: Buffer): Promise<void> {
    let written = 0;
    while (written < bytes.length) {
      const { bytesWritten } = await this.#open.write(bytes, written);
      written += bytesWritten;
    }
    this.size += bytes.length;
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
