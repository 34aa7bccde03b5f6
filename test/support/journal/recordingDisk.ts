// A disk that tells what was done with it, in its order: what outlives a power cut is seen in no file.
import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Disk, nodeDisk } from '../../../src/store/disk';

const recorded = ['write', 'datasync', 'sync'] as const;

/** `done` gets an entry such as `datasync <name>` for each call that has come about. */
export function recordingDisk(done: string[]): Disk {
  return {
    ...nodeDisk,
    open: async (path, flags, mode) => {
      const file = await nodeDisk.open(path, flags, mode);
      if (flags === 'wx') {
        done.push(`create ${basename(path)}`);
      }
      for (const name of recorded) {
        record(file, name, () => done.push(`${name} ${basename(path)}`));
      }
      return file;
    },
  };
}

function record(file: FileHandle, name: (typeof recorded)[number], told: () => void): void {
  const call = file[name].bind(file) as (...args: readonly unknown[]) => Promise<unknown>;
  Object.assign(file, {
    [name]: async (...args: readonly unknown[]) => {
      const result = await call(...args);
      told();
      return result;
    },
  });
}
