// A conversation's folder goes when it is deleted, in whichever window: nothing is made again then of what others still show.
import { type Disk, errorCode, makeFolder } from '../disk';

export class ConversationFolder {
  readonly #disk: Disk;
  readonly path: string;
  readonly #root: string;
  #wasThere = false;

  /** `root`: of the whole storage. */
  constructor(disk: Disk, path: string, root: string) {
    this.#disk = disk;
    this.path = path;
    this.#root = root;
  }

  /** The conversation begins here, whatever became of an earlier one in this place. */
  begin(): void {
    this.#wasThere = false;
  }

  /** Something was read in it. */
  see(): void {
    this.#wasThere = true;
  }

  /** Makes it on the first write; one that went is not made again. */
  async make(): Promise<void> {
    if (!this.#wasThere) {
      await makeFolder(this.#disk, this.path);
      this.#wasThere = true;
    }
  }

  /** Whether it was there, and was deleted. It was not where the whole storage is away, with a disk say. */
  async isGone(): Promise<boolean> {
    return (
      this.#wasThere &&
      (await this.#disk.stat(this.path).then(
        () => false,
        (error: unknown) => errorCode(error) === 'ENOENT',
      )) &&
      (await this.#disk.stat(this.#root).then(
        () => true,
        () => false,
      ))
    );
  }
}
