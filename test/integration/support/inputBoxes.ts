// The InputBoxes that Portico opens: VS Code lets nobody look at them, so they are noted when they are made.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';

export interface InputBoxRecorder {
  /** Newest last. */
  readonly boxes: readonly vscode.InputBox[];
  /** As typing into the newest one, and Enter. */
  type(text: string): Promise<void>;
  /** As a click on the newest one's button of that name. */
  pressButton(tooltip: string): void;
  readonly dispose: () => void;
}

export function recordInputBoxes(): InputBoxRecorder {
  const { window } = vscode;
  const { createInputBox } = window;
  const boxes: vscode.InputBox[] = [];
  /** Of the newest one. */
  let pressed: ((button: vscode.QuickInputButton) => unknown)[] = [];
  const create = (): vscode.InputBox => {
    const box = createInputBox();
    boxes.push(box);
    const own: ((button: vscode.QuickInputButton) => unknown)[] = [];
    pressed = own;
    const { onDidTriggerButton } = box;
    const listen = (listener: (button: vscode.QuickInputButton) => unknown): vscode.Disposable => {
      own.push(listener);
      return onDidTriggerButton(listener);
    };
    Object.defineProperty(box, 'onDidTriggerButton', { value: listen });
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
    pressButton: (tooltip) => {
      const button = boxes.at(-1)?.buttons.find((one) => one.tooltip === tooltip);
      assert.ok(button, tooltip);
      for (const listener of pressed) {
        listener(button);
      }
    },
    dispose: () => {
      Object.assign(window, { createInputBox });
      for (const box of boxes) {
        box.dispose();
      }
    },
  };
}
