// Which chats a window had is remembered, so that a reload brings them back.
import type * as vscode from 'vscode';

/** The one that stood in the side bar. */
export class LastOpenChat {
  readonly #key = 'portico.openConversation';

  /** `memory`: the workspace's, or the user's where no folder is open. */
  constructor(private readonly memory: vscode.Memento) {}

  get id(): string | undefined {
    const id = this.memory.get<unknown>(this.#key);
    return typeof id === 'string' ? id : undefined;
  }

  remember(id: string): void {
    if (this.id !== id) {
      void this.memory.update(this.#key, id);
    }
  }
}

/** Those that were left with nothing but a draft: no history lists them. */
export class DraftOnlyChats {
  readonly #key = 'portico.leftBlank';

  /** `memory`: the workspace's, or the user's where no folder is open. */
  constructor(private readonly memory: vscode.Memento) {}

  /** The last one at the end. */
  get ids(): readonly string[] {
    const saved = this.memory.get<unknown>(this.#key);
    return Array.isArray(saved) ? saved.filter((id) => typeof id === 'string') : [];
  }

  add(id: string): void {
    void this.memory.update(this.#key, [...this.ids.filter((one) => one !== id), id]);
  }

  remove(id: string): void {
    const { ids } = this;
    if (ids.includes(id)) {
      const left = ids.filter((one) => one !== id);
      void this.memory.update(this.#key, left.length === 0 ? undefined : left);
    }
  }
}
