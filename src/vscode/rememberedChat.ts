// Which chat a window had is remembered, so that a reload brings it back.
import type * as vscode from 'vscode';

export class RememberedChat {
  /** `memory`: the workspace's, or the user's where no folder is open. */
  constructor(
    private readonly memory: vscode.Memento,
    private readonly key: 'portico.openConversation' | 'portico.leftBlank',
  ) {}

  get id(): string | undefined {
    const id = this.memory.get<unknown>(this.key);
    return typeof id === 'string' ? id : undefined;
  }

  remember(id: string | undefined): void {
    if (this.id !== id) {
      void this.memory.update(this.key, id);
    }
  }
}
