// Where conversations lie: a folder for each, and beside them the trash.
import { join } from 'node:path';

export interface StoragePaths {
  /** Holds a folder for each conversation. */
  readonly conversations: string;
  /** Holds what was deleted, by the time of that. */
  readonly trash: string;
}

/** @param root The extension's global storage. */
export function storagePaths(root: string): StoragePaths {
  return { conversations: join(root, 'conversations'), trash: join(root, 'trash') };
}

/** The name of a conversation's folder. No ID leads out of the place, or to what begins with a dot. */
export function folderName(id: string): string {
  return encodeURIComponent(id).replace(/^\.|\*/g, (char) => (char === '*' ? '%2A' : '%2E'));
}

/** Undefined for a name that no conversation's folder has. */
export function idOf(name: string): string | undefined {
  try {
    const id = decodeURIComponent(name);
    return folderName(id) === name ? id : undefined;
  } catch {
    return undefined;
  }
}
