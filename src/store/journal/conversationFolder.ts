// ConversationFolder: creates a conversation's folder once, and never again after any window has deleted it.
import { errorCode } from '../../base/errorCode';
import { type Disk, makeFolder } from '../disk';

export class ConversationFolder {
  #existed = false;

  /** @param root The extension's global storage. */
  constructor(
    private readonly disk: Disk,
    readonly path: string,
    private readonly root: string,
  ) {}

  /** The conversation starts now: an earlier folder of the same name does not count. */
  markNew(): void {
    this.#existed = false;
  }

  /** Something was read in the folder. */
  markSeen(): void {
    this.#existed = true;
  }

  async create(): Promise<void> {
    if (!this.#existed) {
      await makeFolder(this.disk, this.path);
      this.#existed = true;
    }
  }

  /** False if the root is missing too: then the disk is away, and nothing was deleted. */
  async isDeleted(): Promise<boolean> {
    return (
      this.#existed &&
      (await this.disk.stat(this.path).then(
        () => false,
        (error: unknown) => errorCode(error) === 'ENOENT',
      )) &&
      (await this.disk.stat(this.root).then(
        () => true,
        () => false,
      ))
    );
  }
}
