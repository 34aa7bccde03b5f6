// Stale files: what writes leave that a crash interrupted, and signals of windows that crashed.
import { join } from 'node:path';
import {
  finalName,
  forEachSettled,
  readFolder,
  undefinedIfMissing,
  type Disk,
} from '../../../storage/node/disk';
import { isIncompleteDraft } from '../../../storage/node/drafts/draftStore';
import { signalsWriter } from '../../../storage/node/journal/signals';

export const dayMs = 24 * 3_600_000;

/** Removes stale files older than a day. @param conversations The folder of all conversations. */
export async function removeStaleFiles(
  disk: Disk,
  conversations: string,
  now: number,
): Promise<void> {
  const removeOld = async (path: string): Promise<void> => {
    const state = await disk.stat(path).catch(undefinedIfMissing);
    if (state !== undefined && now - state.mtimeMs > dayMs) {
      await disk.rm(path, { force: true, recursive: true });
    }
  };
  await forEachSettled(await readFolder(disk, conversations), async (name) => {
    const folder = join(conversations, name);
    if (await isIncompleteDraft(disk, folder)) {
      await removeOld(folder);
      return;
    }
    // Most conversations have no blobs.
    const files: readonly string[] = await disk.readdir(folder).catch(() => []);
    const blobs = files.includes('blobs') ? await disk.readdir(join(folder, 'blobs')) : [];
    const stale = [
      ...files.filter((file) => signalsWriter(file) !== undefined),
      ...blobs.filter((blob) => finalName(blob) !== undefined).map((blob) => join('blobs', blob)),
    ];
    await forEachSettled(stale, (file) => removeOld(join(folder, file)));
  });
}
