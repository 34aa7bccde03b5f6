// The QuickPicks that Portico opens: VS Code lets nobody look at them, so they are noted when they are made.
import * as vscode from 'vscode';

export interface Picked {
  /** Newest last. */
  readonly pickers: readonly vscode.QuickPick<vscode.QuickPickItem>[];
  /** The newest one's rows as one reads them, icons as `$(…)`. */
  rows(): readonly string[];
  readonly end: () => void;
}

export function watchPickers(): Picked {
  const { window } = vscode;
  const { createQuickPick } = window;
  const pickers: vscode.QuickPick<vscode.QuickPickItem>[] = [];
  const create = (): vscode.QuickPick<vscode.QuickPickItem> => {
    const picker = createQuickPick();
    pickers.push(picker);
    return picker;
  };
  Object.assign(window, { createQuickPick: create });
  return {
    pickers,
    rows: () =>
      (pickers.at(-1)?.items ?? []).map(({ label, description = '', detail = '' }) =>
        [label, description, detail].filter((part) => part !== '').join(' | '),
      ),
    end: () => {
      Object.assign(window, { createQuickPick });
      for (const picker of pickers) {
        picker.dispose();
      }
    },
  };
}
