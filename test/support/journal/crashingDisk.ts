// CrashingDisk: a window's access to a folder in memory, until the window crashes. Steps done before it remain.
import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Disk } from '../../../src/storage/node/disk';

export class MemoryFolder {
  readonly files = new Map<string, { readonly content: string; readonly mtimeMs: number }>();
}

export class CrashingDisk implements Disk {
  #steps = 0;

  constructor(
    private readonly folder: MemoryFolder,
    /** Called before each step, so that other windows can act in between. */
    private readonly beforeStep: () => Promise<unknown>,
    private readonly limits: {
      /** The number of steps before the crash; all later ones fail. */
      readonly steps: number;
      /** The numbers of steps that are done and report an error all the same. */
      readonly failing: readonly number[];
    },
  ) {}

  get isCrashed(): boolean {
    return this.#steps === Infinity || this.#steps > this.limits.steps;
  }

  crash(): void {
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

  async #step<T>(run: () => T): Promise<T> {
    await this.beforeStep();
    this.#steps += 1;
    if (this.isCrashed) {
      throw Object.assign(new Error('The window has crashed.'), { code: 'EIO' });
    }
    const result = run();
    if (this.limits.failing.includes(this.#steps)) {
      throw Object.assign(new Error('The disk has failed.'), { code: 'EIO' });
    }
    return result;
  }
}
