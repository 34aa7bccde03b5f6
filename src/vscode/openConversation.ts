// Which conversation the side bar shows is remembered, so that a reload brings it back.
import type * as vscode from 'vscode';

const openKey = 'portico.openConversation';

export class OpenConversation {
  /** `remembered`: the workspace's memory, or the user's where no folder is open. */
  constructor(private readonly remembered: vscode.Memento) {}

  /** Undefined where none was shown yet. */
  get id(): string | undefined {
    const id = this.remembered.get<unknown>(openKey);
    return typeof id === 'string' ? id : undefined;
  }

  remember(id: string): void {
    if (this.id !== id) {
      void this.remembered.update(openKey, id);
    }
  }
}
