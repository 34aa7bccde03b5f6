// The InputBoxes that Portico opens: VS Code lets nobody look at them, so they are noted when they are made.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';

export interface Inputs {
  /** Newest last. */
  readonly boxes: readonly vscode.InputBox[];
  /** As typing into the newest one, and Enter. */
  type(text: string): Promise<void>;
  readonly end: () => void;
}

export function watchInputs(): Inputs {
  const { window } = vscode;
  const { createInputBox } = window;
  const boxes: vscode.InputBox[] = [];
  const create = (): vscode.InputBox => {
    const box = createInputBox();
    boxes.push(box);
    return box;
  };
  Object.assign(window, { createInputBox: create });
  return {
    boxes,
    type: async (text) => {
      const box = boxes.at(-1);
      assert.ok(box);
      box.value = text;
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    },
    end: () => {
      Object.assign(window, { createInputBox });
      for (const box of boxes) {
        box.dispose();
      }
    },
  };
}
