// ConversationFolder: creates a conversation's folder once, and never again after any window has deleted it.
import { errorCode } from '../../../base/errorCode';
import { makeFolder, type Disk } from '../disk';

export class ConversationFolder {
  /** Whether it was created or read. False for a new conversation, even if an earlier folder had its name. */
  existed = false;

  /** @param root The extension's global storage. */
  constructor(
    private readonly disk: Disk,
    readonly path: string,
    private readonly root: string,
  ) {}

  async create(): Promise<void> {
    if (!this.existed) {
      await makeFolder(this.disk, this.path);
      this.existed = true;
    }
  }

  /** False if the root is missing too: then the disk is away, if only for a moment, and nothing was deleted. */
  async isDeleted(): Promise<boolean> {
    return (
      this.existed &&
      !(await this.#isMissing(this.root)) &&
      (await this.#isMissing(this.path)) &&
      !(await this.#isMissing(this.root))
    );
  }

  async #isMissing(path: string): Promise<boolean> {
    return this.disk.stat(path).then(
      () => false,
      (error: unknown) => errorCode(error) === 'ENOENT',
    );
  }
}
