// Paths of saved conversations: a folder for each, and the trash.
import { join } from 'node:path';

export interface StoragePaths {
  /** Holds a folder for each conversation, and its drafts next to it. */
  readonly conversations: string;
  /** Holds deleted conversations; their names begin with the time of deletion. */
  readonly trash: string;
}

/** @param root The extension's global storage. */
export function storagePaths(root: string): StoragePaths {
  return { conversations: join(root, 'conversations'), trash: join(root, 'trash') };
}

/** The name of a conversation's folder. No ID leads to a parent folder or to a hidden name. */
export function folderName(id: string): string {
  return encodeURIComponent(id).replace(/^\.|\*/g, (char) => (char === '*' ? '%2A' : '%2E'));
}

/** Undefined for a name that `folderName` never returns. */
export function idFromFolderName(name: string): string | undefined {
  try {
    const id = decodeURIComponent(name);
    return folderName(id) === name ? id : undefined;
  } catch {
    return undefined;
  }
}
