// FaultyDisk: a disk that fails at the calls and with the code that a test chooses.
import type { FileHandle } from 'node:fs/promises';
import { nodeDisk, type Disk } from '../../../src/storage/node/disk';

export interface DiskFailure {
  /** The first call that fails; the first write is call 1. */
  readonly call: number;
  readonly code: string;
  /** How many calls in a row fail. */
  readonly times: number;
  /** Whether a failing write has written a part of its data. */
  readonly torn: boolean;
}

export class FaultyDisk implements Disk {
  /** The number of calls that write something. */
  callCount = 0;
  failureCount = 0;

  constructor(private readonly failure: DiskFailure | undefined) {}

  mkdir: Disk['mkdir'] = async (path, options) => {
    this.#check();
    return await nodeDisk.mkdir(path, options);
  };
  open: Disk['open'] = async (path, flags, mode) => {
    this.#check();
    return this.#wrap(await nodeDisk.open(path, flags, mode));
  };
  rename: Disk['rename'] = async (from, to) => {
    this.#check();
    await nodeDisk.rename(from, to);
  };
  rm: Disk['rm'] = async (path, options) => {
    this.#check();
    await nodeDisk.rm(path, options);
  };
  readdir: Disk['readdir'] = (path) => nodeDisk.readdir(path);
  stat: Disk['stat'] = (path) => nodeDisk.stat(path);
  readFile: Disk['readFile'] = (path) => nodeDisk.readFile(path);

  #check(): void {
    if (this.#fails()) {
      throw this.#error();
    }
  }

  #fails(): boolean {
    this.callCount += 1;
    const { call = Infinity, times = 0 } = this.failure ?? {};
    const fails = this.callCount >= call && this.callCount < call + times;
    this.failureCount += fails ? 1 : 0;
    return fails;
  }

  #error(): Error {
    const { code = '' } = this.failure ?? {};
    return Object.assign(new Error(code), { code });
  }

  #wrap(file: FileHandle): FileHandle {
    const write = async (bytes: Buffer, offset = 0): Promise<{ readonly bytesWritten: number }> => {
      if (!this.#fails()) {
        return await file.write(bytes, offset);
      }
      if (this.failure?.torn === true) {
        await file.write(bytes, offset, Math.floor((bytes.length - offset) / 2));
      }
      throw this.#error();
    };
    const wrapped: Partial<Record<keyof FileHandle, unknown>> = {
      write,
      writeFile: async (content: Buffer | string) => await write(Buffer.from(content)),
      datasync: async () => {
        this.#check();
        await file.datasync();
      },
      sync: async () => {
        this.#check();
        await file.sync();
      },
      stat: () => file.stat(),
      close: async () => {
        await file.close();
        this.#check();
      },
    };
    return wrapped as FileHandle;
  }
}
