// The one seam to the file system: tests put a disk in its place that refuses.
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname } from 'node:path';

/** As in `node:fs/promises`. */
export interface Disk {
  mkdir(path: string, options: { recursive: boolean; mode: number }): Promise<string | undefined>;
  open(path: string, flags: string | number, mode?: number): Promise<FileHandle>;
  readdir(path: string): Promise<string[]>;
  readFile(path: string): Promise<Buffer>;
  stat(path: string): Promise<{ readonly size: number; readonly mtimeMs: number }>;
  rename(from: string, to: string): Promise<void>;
  rm(path: string, options: { force: true; recursive?: true }): Promise<void>;
}

export const nodeDisk: Disk = { mkdir, open, readdir, readFile, rename, rm, stat };

/** Conversations are plain text; only their owner may read them. */
export const fileMode = 0o600;
const folderMode = 0o700;

/** Makes the folder and those above it, so that a power cut does not undo it. */
export async function makeFolder(disk: Disk, path: string): Promise<void> {
  const first = await disk.mkdir(path, { recursive: true, mode: folderMode });
  if (first === undefined) {
    return;
  }
  for (let made = path; made.length >= first.length; made = dirname(made)) {
    await syncFolder(disk, dirname(made));
  }
}

/** Makes the folder in one that is there. @throws `ENOENT` where that is not: it was deleted, say. */
export async function makeFolderInside(disk: Disk, path: string): Promise<void> {
  try {
    await disk.mkdir(path, { recursive: false, mode: folderMode });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') {
      return;
    }
    throw error;
  }
  await syncFolder(disk, dirname(path));
}

/** Has the names of what a folder holds outlive a power cut. Windows does that by itself, and knows no such call. */
export async function syncFolder(disk: Disk, path: string): Promise<void> {
  if (process.platform === 'win32') {
    return;
  }
  const folder = await disk.open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** A file that is there whole or not at all. `by` tells unfinished files of several writers apart. */
export async function putFile(
  disk: Disk,
  path: string,
  content: Uint8Array | string,
  by: string,
): Promise<void> {
  const unfinished = `${path}.${by}.tmp`;
  const file = await disk.open(unfinished, 'w', fileMode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await disk.rename(unfinished, path);
  await syncFolder(disk, dirname(path));
}

export async function readIfThere(disk: Disk, path: string): Promise<Buffer | undefined> {
  return await disk.readFile(path).catch(orUndefinedIfMissing);
}

/** For a `catch`: what is not there is undefined, every other failure goes on. */
export function orUndefinedIfMissing(error: unknown): undefined {
  if (errorCode(error) === 'ENOENT') {
    return undefined;
  }
  throw error;
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
