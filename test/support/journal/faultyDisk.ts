// A disk that refuses: at the site that a test names, with the code that it names, as often as it says.
import type { FileHandle } from 'node:fs/promises';
import { type Disk, nodeDisk } from '../../../src/store/disk';

export interface Refusal {
  /** Counted from the first write on. */
  readonly site: number;
  readonly code: string;
  /** How many sites from there on. */
  readonly times: number;
  /** Whether what is refused is written in part. */
  readonly torn: boolean;
}

export class FaultyDisk implements Disk {
  /** How many write sites were met. */
  sites = 0;
  /** How many were refused. */
  refused = 0;

  constructor(private readonly refusal: Refusal | undefined) {}

  mkdir: Disk['mkdir'] = async (path, options) => {
    this.#meet();
    return await nodeDisk.mkdir(path, options);
  };
  open: Disk['open'] = async (path, flags, mode) => {
    this.#meet();
    return this.#watch(await nodeDisk.open(path, flags, mode));
  };
  rename: Disk['rename'] = async (from, to) => {
    this.#meet();
    await nodeDisk.rename(from, to);
  };
  rm: Disk['rm'] = async (path, options) => {
    this.#meet();
    await nodeDisk.rm(path, options);
  };
  readdir: Disk['readdir'] = (path) => nodeDisk.readdir(path);
  stat: Disk['stat'] = (path) => nodeDisk.stat(path);
  readFile: Disk['readFile'] = (path) => nodeDisk.readFile(path);

  #meet(): void {
    if (this.#refuses()) {
      throw this.#error();
    }
  }

  #refuses(): boolean {
    this.sites += 1;
    const { site = Infinity, times = 0 } = this.refusal ?? {};
    const refuses = this.sites >= site && this.sites < site + times;
    this.refused += refuses ? 1 : 0;
    return refuses;
  }

  #error(): Error {
    const { code = '' } = this.refusal ?? {};
    return Object.assign(new Error(code), { code });
  }

  #watch(file: FileHandle): FileHandle {
    const write = async (bytes: Buffer, offset = 0): Promise<{ readonly bytesWritten: number }> => {
      if (!this.#refuses()) {
        return await file.write(bytes, offset);
      }
      if (this.refusal?.torn === true) {
        await file.write(bytes, offset, Math.floor((bytes.length - offset) / 2));
      }
      throw this.#error();
    };
    const watched: Partial<Record<keyof FileHandle, unknown>> = {
      write,
      writeFile: async (content: Buffer | string) => await write(Buffer.from(content)),
      datasync: async () => {
        this.#meet();
        await file.datasync();
      },
      sync: async () => {
        this.#meet();
        await file.sync();
      },
      stat: () => file.stat(),
      close: async () => {
        await file.close();
        this.#meet();
      },
    };
    return watched as FileHandle;
  }
}
