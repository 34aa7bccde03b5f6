// What was being written when a window ended all at once: nobody finishes it, and it holds what the user wrote.
import { join } from 'node:path';
import { day } from './day';
import { type Disk, orUndefinedIfMissing } from './disk';
import { draftNames } from './drafts/draftFile';
import { forEachSettled } from './forEachSettled';

/** What it was to become, and who wrote it; a writer's name has no dot. */
const unfinished = /^(.+)\.[^.]+\.tmp$/;

/** Those that were to become a draft of the conversation whose folder has this name. */
export function tempFilesIn(names: readonly string[], folder: string): readonly string[] {
  return names.filter((name) => {
    const target = unfinished.exec(name)?.[1] ?? '';
    return draftNames([target], folder).length > 0;
  });
}

/** Removes what has been left for a day, here and among what lies beside the lines of each conversation. */
export async function removeOldTempFiles(
  disk: Disk,
  conversations: string,
  now: number,
): Promise<void> {
  const names = (await disk.readdir(conversations).catch(orUndefinedIfMissing)) ?? [];
  await forEachSettled(names, async (name) => {
    if (unfinished.exec(name)?.[1]?.endsWith('.draft') === true) {
      await removeIfOld(disk, conversations, name, now);
      return;
    }
    const blobs = join(conversations, name, 'blobs');
    // Most have none, and a file holds none.
    const beside = await disk.readdir(blobs).catch(() => []);
    await forEachSettled(
      beside.filter((blob) => unfinished.test(blob)),
      async (blob) => await removeIfOld(disk, blobs, blob, now),
    );
  });
}

async function removeIfOld(disk: Disk, folder: string, name: string, now: number): Promise<void> {
  const state = await disk.stat(join(folder, name)).catch(orUndefinedIfMissing);
  // Nobody writes on for so long.
  if (state !== undefined && now - state.mtimeMs > day) {
    await disk.rm(join(folder, name), { force: true });
  }
}
