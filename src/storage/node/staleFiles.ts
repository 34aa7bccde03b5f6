// Stale files: temp files of writes that a crash interrupted, and signals of windows that crashed.
import { join } from 'node:path';
import { type Disk, finalName, forEachSettled, readFolder, undefinedIfMissing } from './disk';
import { draftFileNames } from './drafts/draftFile';
import { signalsWriter } from './journal/signals';

export const dayMs = 24 * 3_600_000;

/** The temp files of a conversation's drafts. @param folder The name of the conversation's folder. */
export function draftTempFiles(names: readonly string[], folder: string): readonly string[] {
  return names.filter((name) => draftFileNames([finalName(name) ?? ''], folder).length > 0);
}

/** Removes stale files older than a day. @param conversations The folder of all conversations. */
export async function removeStaleFiles(
  disk: Disk,
  conversations: string,
  now: number,
): Promise<void> {
  const removeOld = async (path: string): Promise<void> => {
    const state = await disk.stat(path).catch(undefinedIfMissing);
    if (state !== undefined && now - state.mtimeMs > dayMs) {
      await disk.rm(path, { force: true });
    }
  };
  await forEachSettled(await readFolder(disk, conversations), async (name) => {
    const folder = join(conversations, name);
    if (finalName(name)?.endsWith('.draft') === true) {
      await removeOld(folder);
      return;
    }
    // Drafts are no folders, and most conversations have no blobs.
    const files: readonly string[] = await disk.readdir(folder).catch(() => []);
    const blobs = files.includes('blobs') ? await disk.readdir(join(folder, 'blobs')) : [];
    const stale = [
      ...files.filter((file) => signalsWriter(file) !== undefined),
      ...blobs.filter((blob) => finalName(blob) !== undefined).map((blob) => join('blobs', blob)),
    ];
    await forEachSettled(stale, (file) => removeOld(join(folder, file)));
  });
}
