// Chats that a window restores after a reload. Stored for the workspace, or for the user where no folder is open.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { JsonFile } from '../../storage/node/jsonFile';

/** The ID of the chat in the side bar. */
export type LastOpenChat = Pick<JsonFile<string | undefined>, 'read' | 'update'>;

/**
 * It is a file, which is written at once: VS Code keeps a memento for a moment, and a browser's page that is reloaded meanwhile
 * loses it. VS Code's folder of the workspace would not do, because each of its windows has its own.
 */
export function lastOpenChatFile(storageFolder: string, workspace = ''): LastOpenChat {
  const name = createHash('sha256').update(workspace).digest('hex');
  return new JsonFile(join(storageFolder, 'lastOpenChats', `${name}.json`), (json) =>
    typeof json === 'string' ? json : undefined,
  );
}

/** Chats without messages that have a draft: the history does not list them. */
export class DraftOnlyChats {
  readonly #key = 'portico.draftOnlyChats';

  constructor(private readonly memento: vscode.Memento) {}

  /** The latest is the last. */
  get ids(): readonly string[] {
    const ids = this.memento.get<unknown>(this.#key);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  }

  add(id: string): void {
    void this.memento.update(this.#key, [...this.ids.filter((known) => known !== id), id]);
  }

  remove(id: string): void {
    const { ids } = this;
    if (ids.includes(id)) {
      const others = ids.filter((known) => known !== id);
      void this.memento.update(this.#key, others.length === 0 ? undefined : others);
    }
  }
}
