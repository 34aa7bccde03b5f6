// The QuickPicks that Portico opens: VS Code lets nobody look at them, so they are noted when they are made.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';

export interface QuickPickRecorder {
  /** Newest last. */
  readonly pickers: readonly vscode.QuickPick<vscode.QuickPickItem>[];
  /** The newest one's rows as one reads them, icons as `$(…)`. */
  rows(): readonly string[];
  /** As Enter on the newest one's row whose label holds `wanted`. */
  accept(wanted: string): Promise<void>;
  /** As Enter on the newest one, in the very moment in which rows that hold `wanted` are given to VS Code. */
  acceptWhenOffered(wanted: string): void;
  /** As a click on the newest one's row whose label holds `wanted`, before VS Code or anybody else gets a turn. */
  click(wanted: string): void;
  /** As a click on that button of the newest one's row whose label holds `wanted`. */
  pressButton(wanted: string, tooltip: string): void;
  readonly dispose: () => void;
}

type Pressed = vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>;

/** With `staysOpen` none is closed by the chat view, which takes the focus once it is ready. */
export function recordQuickPicks({ staysOpen = false } = {}): QuickPickRecorder {
  const { window } = vscode;
  const { createQuickPick } = window;
  const pickers: vscode.QuickPick<vscode.QuickPickItem>[] = [];
  /** Of the newest one. */
  let pressed: ((event: Pressed) => unknown)[] = [];
  let accepted: (() => unknown)[] = [];
  const create = (): vscode.QuickPick<vscode.QuickPickItem> => {
    const picker = createQuickPick();
    if (staysOpen) {
      picker.ignoreFocusOut = true;
    }
    pickers.push(picker);
    const own: ((event: Pressed) => unknown)[] = [];
    pressed = own;
    const { onDidTriggerItemButton } = picker;
    const listen = (listener: (event: Pressed) => unknown): vscode.Disposable => {
      own.push(listener);
      return onDidTriggerItemButton(listener);
    };
    Object.defineProperty(picker, 'onDidTriggerItemButton', { value: listen });
    const accepts: (() => unknown)[] = [];
    accepted = accepts;
    const { onDidAccept } = picker;
    const listenToEnter = (listener: () => unknown): vscode.Disposable => {
      accepts.push(listener);
      return onDidAccept(listener);
    };
    Object.defineProperty(picker, 'onDidAccept', { value: listenToEnter });
    return picker;
  };
  Object.assign(window, { createQuickPick: create });
  return {
    pickers,
    rows: () =>
      (pickers.at(-1)?.items ?? []).map(({ label, description = '', detail = '' }) =>
        [label, description, detail].filter((part) => part !== '').join(' | '),
      ),
    accept: async (wanted) => {
      const picker = pickers.at(-1);
      assert.ok(picker);
      const row = picker.items.find(({ label }) => label.includes(wanted));
      assert.ok(row, wanted);
      // The workbench hears of it later, and tells when it has the row.
      const active = new Promise<void>((resolve) => {
        picker.onDidChangeActive((items) => {
          if (items.includes(row)) {
            resolve();
          }
        });
      });
      picker.activeItems = [row];
      await active;
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    },
    acceptWhenOffered: (wanted) => {
      const picker = pickers.at(-1);
      assert.ok(picker);
      const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(picker), 'items');
      assert.ok(own);
      Object.defineProperty(picker, 'items', {
        configurable: true,
        get: () => own.get?.call(picker) as readonly vscode.QuickPickItem[],
        set: (rows: readonly vscode.QuickPickItem[]) => {
          own.set?.call(picker, rows);
          if (rows.some(({ detail = '' }) => detail.includes(wanted))) {
            Reflect.deleteProperty(picker, 'items');
            queueMicrotask(() => accepted.forEach((listener) => listener()));
          }
        },
      });
    },
    click: (wanted) => {
      const picker = pickers.at(-1);
      const row = picker?.items.find(({ label }) => label.includes(wanted));
      assert.ok(picker && row, wanted);
      Object.defineProperty(picker, 'activeItems', { value: [row] });
      accepted.forEach((listener) => listener());
    },
    pressButton: (wanted, tooltip) => {
      const item = pickers.at(-1)?.items.find(({ label }) => label.includes(wanted));
      const button = item?.buttons?.find((one) => one.tooltip === tooltip);
      assert.ok(item && button, `${wanted}: ${tooltip}`);
      for (const listener of pressed) {
        listener({ item, button });
      }
    },
    dispose: () => {
      Object.assign(window, { createQuickPick });
      for (const picker of pickers) {
        picker.dispose();
      }
    },
  };
}
