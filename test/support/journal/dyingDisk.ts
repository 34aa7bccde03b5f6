// A folder in memory, and the disks of windows that die in mid-step: what they had done by then stays.
import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Disk } from '../../../src/store/disk';

export class MemoryFolder {
  readonly files = new Map<string, { readonly content: string; readonly mtimeMs: number }>();
}

export class DyingDisk implements Disk {
  #steps = 0;

  constructor(
    private readonly folder: MemoryFolder,
    /** Lets others do something before each step. */
    private readonly turn: () => Promise<unknown>,
    private readonly limits: {
      /** How many are done; all after them fail. */
      readonly steps: number;
      /** Those that are done and fail all the same. */
      readonly refused: readonly number[];
    },
  ) {}

  get isDead(): boolean {
    return this.#steps === Infinity || this.#steps > this.limits.steps;
  }

  die(): void {
    this.#steps = Infinity;
  }

  mkdir: Disk['mkdir'] = () => this.#step(() => undefined);
  readdir: Disk['readdir'] = () => this.#step(() => [...this.folder.files.keys()]);
  readFile: Disk['readFile'] = (path) =>
    this.#step(() => Buffer.from(this.#file(path).content, 'utf8'));
  stat: Disk['stat'] = (path) =>
    this.#step(() => ({
      size: this.#file(path).content.length,
      mtimeMs: this.#file(path).mtimeMs,
    }));
  rm: Disk['rm'] = (path) => this.#step(() => void this.folder.files.delete(basename(path)));
  rename: Disk['rename'] = (from, to) =>
    this.#step(() => {
      const file = this.#file(from);
      this.folder.files.delete(basename(from));
      this.folder.files.set(basename(to), file);
    });

  open: Disk['open'] = (path) =>
    this.#step(() => {
      const file: Partial<Record<keyof FileHandle, unknown>> = {
        writeFile: (content: string) =>
          this.#step(() => void this.folder.files.set(basename(path), { content, mtimeMs: 0 })),
        sync: () => this.#step(() => undefined),
        close: () => Promise.resolve(),
      };
      return file as FileHandle;
    });

  #file(path: string): { readonly content: string; readonly mtimeMs: number } {
    const file = this.folder.files.get(basename(path));
    if (file === undefined) {
      throw Object.assign(new Error('There is no such file.'), { code: 'ENOENT' });
    }
    return file;
  }

  async #step<T>(act: () => T): Promise<T> {
    await this.turn();
    this.#steps += 1;
    if (this.isDead) {
      throw Object.assign(new Error('The window is gone.'), { code: 'EIO' });
    }
    const done = act();
    if (this.limits.refused.includes(this.#steps)) {
      throw Object.assign(new Error('The disk gives no sign.'), { code: 'EIO' });
    }
    return done;
  }
}
