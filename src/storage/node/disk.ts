// Disk: the file system calls of the store. Tests replace it by a disk that fails.
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  type FileHandle,
} from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../base/errorCode';

/** The functions of `node:fs/promises` that the store calls. */
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

/** Chats are stored as plain text, so only their owner may read them. */
export const fileMode = 0o600;
const folderMode = 0o700;

/** Creates a folder and its missing parents, and syncs each so that it survives a power cut. */
export async function makeFolder(disk: Disk, path: string): Promise<void> {
  const first = await disk.mkdir(path, { recursive: true, mode: folderMode });
  if (first === undefined) {
    return;
  }
  for (let made = path; made.length >= first.length; made = dirname(made)) {
    await syncFolder(disk, dirname(made));
  }
}

/** Creates a folder in an existing one. @throws `ENOENT` if that one was deleted. */
export async function makeFolderInside(disk: Disk, path: string): Promise<void> {
  const isCreated = await disk
    .mkdir(path, { recursive: false, mode: folderMode })
    .then(() => true)
    .catch(undefinedIf('EEXIST'));
  if (isCreated === true) {
    await syncFolder(disk, dirname(path));
  }
}

/** Opens a file, creates it if the flags say so, and closes it after `task`. */
export async function withFile<T>(
  disk: Disk,
  path: string,
  flags: string,
  task: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await disk.open(path, flags, fileMode);
  try {
    return await task(file);
  } finally {
    await file.close();
  }
}

/** Makes new names in a folder survive a power cut. Windows does not need such a call, and does not have one. */
export async function syncFolder(disk: Disk, path: string): Promise<void> {
  if (process.platform === 'win32') {
    return;
  }
  await withFile(disk, path, 'r', (folder) => folder.sync());
}

/**
 * Replaces a file: after a crash it has either the old or the new content.
 * @param writer Part of the temp file's name, so that writers do not collide; without dots.
 */
export async function writeFileAtomic(
  disk: Disk,
  path: string,
  content: Uint8Array | string,
  writer = String(process.pid),
): Promise<void> {
  const tempPath = `${path}.${writer}.tmp`;
  try {
    await withFile(disk, tempPath, 'w', async (file) => {
      await file.writeFile(content);
      await file.sync();
    });
    await disk.rename(tempPath, path);
  } catch (error) {
    // The disk may be full, and an incomplete file is of no use.
    await disk.rm(tempPath, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(disk, dirname(path));
}

/** The final name of a temp file of `writeFileAtomic`; undefined for other files. */
export function finalName(name: string): string | undefined {
  return /^(.+)\.[^.]+\.tmp$/.exec(name)?.[1];
}

export async function readFileIfExists(disk: Disk, path: string): Promise<Buffer | undefined> {
  return await disk.readFile(path).catch(undefinedIfMissing);
}

/** The names in a folder; none if there is no such folder. */
export async function readFolder(disk: Disk, path: string): Promise<readonly string[]> {
  return (await disk.readdir(path).catch(undefinedIfMissing)) ?? [];
}

/** Returns a handler for `catch` that turns an error with this code into undefined and rethrows others. */
export function undefinedIf(code: string): (error: unknown) => undefined {
  return (error) => {
    if (errorCode(error) === code) {
      return undefined;
    }
    throw error;
  };
}

export const undefinedIfMissing = undefinedIf('ENOENT');

/** Runs `task` for each item in turn, even if some fail. @throws the first error, after the last item. */
export async function forEachSettled<T>(
  items: Iterable<T>,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    await task(item).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) {
    throw errors[0];
  }
}
