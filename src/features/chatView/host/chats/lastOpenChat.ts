// Chats that a window restores after a reload. Stored in the memento of the workspace, or in the user's
// where no folder is open.
import type * as vscode from 'vscode';

/** The chat in the side bar. */
export class LastOpenChat {
  readonly #key = 'portico.lastOpenChat';

  constructor(private readonly memento: vscode.Memento) {}

  get id(): string | undefined {
    const id = this.memento.get<unknown>(this.#key);
    return typeof id === 'string' ? id : undefined;
  }

  remember(id: string): void {
    if (this.id !== id) {
      void this.memento.update(this.#key, id);
    }
  }
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
