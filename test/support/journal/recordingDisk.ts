// A disk that records its operations in order: whether data survives a power cut cannot be seen in a file.
import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { nodeDisk, type Disk } from '../../../src/storage/node/disk';

const recorded = ['write', 'datasync', 'sync'] as const;

/** @param operations Receives an entry such as `datasync <file name>` after each operation. */
export function recordingDisk(operations: string[]): Disk {
  return {
    ...nodeDisk,
    open: async (path, flags, mode) => {
      const file = await nodeDisk.open(path, flags, mode);
      if (flags === 'wx') {
        operations.push(`create ${basename(path)}`);
      }
      for (const name of recorded) {
        record(file, name, () => operations.push(`${name} ${basename(path)}`));
      }
      return file;
    },
  };
}

function record(file: FileHandle, name: (typeof recorded)[number], onDone: () => void): void {
  const call = file[name].bind(file) as (...args: readonly unknown[]) => Promise<unknown>;
  Object.assign(file, {
    [name]: async (...args: readonly unknown[]) => {
      const result = await call(...args);
      onDone();
      return result;
    },
  });
}
