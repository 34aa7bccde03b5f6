// Records the quick picks and input boxes that Portico opens, and acts on them as a user would: VS Code's API gives
// tests no access to them.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from './portico';

type QuickPick = vscode.QuickPick<vscode.QuickPickItem>;
type ItemButtonEvent = vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>;

export interface QuickPickRecorder {
  /** Newest last. */
  readonly pickers: readonly QuickPick[];
  /** The rows of the newest picker as a user reads them; icons are `$(…)`. */
  rows(): readonly string[];
  /** Waits until the newest picker has all its rows, then presses Enter on the one whose label holds `wanted`. */
  accept(wanted: string): Promise<void>;
  /** Presses Enter on the newest picker at the moment in which rows that hold `wanted` are given to VS Code. */
  acceptWhenOffered(wanted: string): void;
  /** Clicks the row whose label or detail holds `wanted`, before VS Code or Portico can change the rows. */
  click(wanted: string): void;
  /** Clicks a button of the newest picker's row whose label or detail holds `wanted`. */
  pressButton(wanted: string, tooltip: string): void;
  readonly dispose: () => void;
}

/** Records pickers until `dispose`. They stay open when they lose the focus: see `closeOnFocusLost` in quietSettings. */
export function recordQuickPicks(): QuickPickRecorder {
  const { window } = vscode;
  const { createQuickPick } = window;
  const pickers: QuickPick[] = [];
  /** The rows that the workbench last reported as active, by picker: it reports a row once, maybe before a test asks. */
  const active = new WeakMap<QuickPick, readonly vscode.QuickPickItem[]>();
  let fireAccept: () => void = () => {};
  let fireItemButton: (event: ItemButtonEvent) => void = () => {};
  const create = (): QuickPick => {
    const picker = createQuickPick();
    fireAccept = interceptEvent(picker, 'onDidAccept');
    fireItemButton = interceptEvent(picker, 'onDidTriggerItemButton');
    picker.onDidChangeActive((items) => active.set(picker, items));
    pickers.push(picker);
    return picker;
  };
  const newest = (): QuickPick => {
    const picker = pickers.at(-1);
    assert.ok(picker, 'no picker was opened');
    return picker;
  };
  const rowOf = (picker: QuickPick, wanted: string): vscode.QuickPickItem | undefined =>
    picker.items.find(({ label }) => label.includes(wanted));
  const rowWith = (picker: QuickPick, wanted: string): vscode.QuickPickItem | undefined =>
    picker.items.find(({ label, detail = '' }) => `${label}\n${detail}`.includes(wanted));
  Object.assign(window, { createQuickPick: create });
  return {
    pickers,
    rows: () =>
      (pickers.at(-1)?.items ?? []).map(({ label, description = '', detail = '' }) =>
        [label, description, detail].filter((text) => text !== '').join(' | '),
      ),
    accept: async (wanted) => {
      const picker = newest();
      // New rows would take the place of the one that is accepted.
      await until(`all rows, “${wanted}” among them`, () => {
        return !picker.busy && rowOf(picker, wanted) !== undefined;
      });
      const row = rowOf(picker, wanted);
      assert.ok(row);
      // The workbench gets the active row later, and confirms it unless it was active already.
      picker.activeItems = [row];
      await until(
        `the row “${wanted}” to be active`,
        () => active.get(picker)?.includes(row) === true,
      );
      await acceptInWorkbench();
    },
    acceptWhenOffered: (wanted) => {
      const picker = newest();
      const inherited = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(picker), 'items');
      Object.defineProperty(picker, 'items', {
        configurable: true,
        get: () => inherited?.get?.call(picker) as readonly vscode.QuickPickItem[],
        set: (rows: readonly vscode.QuickPickItem[]) => {
          inherited?.set?.call(picker, rows);
          if (rows.some(({ detail = '' }) => detail.includes(wanted))) {
            Reflect.deleteProperty(picker, 'items');
            queueMicrotask(fireAccept);
          }
        },
      });
    },
    click: (wanted) => {
      const row = rowWith(newest(), wanted);
      assert.ok(row, wanted);
      Object.defineProperty(newest(), 'activeItems', { value: [row] });
      fireAccept();
    },
    pressButton: (wanted, tooltip) => {
      const item = rowWith(newest(), wanted);
      const button = item?.buttons?.find((candidate) => candidate.tooltip === tooltip);
      assert.ok(item && button, `${wanted}: ${tooltip}`);
      fireItemButton({ item, button });
    },
    dispose: () => {
      Object.assign(window, { createQuickPick });
      for (const picker of pickers) picker.dispose();
    },
  };
}

export interface InputBoxRecorder {
  /** Newest last. */
  readonly boxes: readonly vscode.InputBox[];
  /** Types into the newest box and presses Enter. */
  type(text: string): Promise<void>;
  /** Clicks a button of the newest box. @param tooltip undefined for VS Code's own Back button, which has none yet */
  pressButton(tooltip: string | undefined): void;
  readonly dispose: () => void;
}

/** Records input boxes until `dispose`. */
export function recordInputBoxes(): InputBoxRecorder {
  const { window } = vscode;
  const { createInputBox } = window;
  const boxes: vscode.InputBox[] = [];
  let fireButton: (button: vscode.QuickInputButton) => void = () => {};
  const create = (): vscode.InputBox => {
    const box = createInputBox();
    fireButton = interceptEvent(box, 'onDidTriggerButton');
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
      await acceptInWorkbench();
    },
    pressButton: (tooltip) => {
      const button = boxes.at(-1)?.buttons.find((candidate) => candidate.tooltip === tooltip);
      assert.ok(button, `no button “${tooltip}”`);
      fireButton(button);
    },
    dispose: () => {
      Object.assign(window, { createInputBox });
      for (const box of boxes) box.dispose();
    },
  };
}

interface AnsweredQuickPicks {
  /** Label and description of each row that was offered last. */
  readonly rows: readonly string[];
  readonly dispose: () => void;
}

type ShowQuickPick = (
  items: Iterable<vscode.QuickPickItem> | PromiseLike<Iterable<vscode.QuickPickItem>>,
  options?: vscode.QuickPickOptions,
) => Promise<vscode.QuickPickItem | readonly vscode.QuickPickItem[] | undefined>;

/**
 * Until `dispose`, each call of `showQuickPick` is answered with its first row whose text holds `wanted`; with check boxes,
 * only that is checked.
 */
export function answerQuickPicks(wanted: string): AnsweredQuickPicks {
  const rows: string[] = [];
  const { window } = vscode;
  const original = window.showQuickPick.bind(window);
  const showQuickPick: ShowQuickPick = async (items, { canPickMany = false } = {}) => {
    const offered = [...(await items)].filter(
      ({ kind }) => kind !== vscode.QuickPickItemKind.Separator,
    );
    rows.splice(0, rows.length, ...offered.map(textOf));
    const row = offered.find((one) => textOf(one).includes(wanted));
    return canPickMany && row !== undefined ? [row] : row;
  };
  Object.assign(window, { showQuickPick });
  return { rows, dispose: () => void Object.assign(window, { showQuickPick: original }) };
}

/** Until `dispose`, Switch Gateway is answered with its first row whose text holds `wanted`, or is dismissed. */
export function answerSwitchGateway(wanted: string): AnsweredQuickPicks {
  const rows: string[] = [];
  const { window } = vscode;
  const { createQuickPick } = window;
  const create = (): QuickPick => {
    const picker = createQuickPick();
    const fireAccept = interceptEvent(picker, 'onDidAccept');
    const fireHide = interceptEvent(picker, 'onDidHide');
    const show = picker.show.bind(picker);
    picker.show = () => {
      if (picker.title !== 'Switch Gateway') {
        show();
        return;
      }
      const offered = picker.items.filter(
        ({ kind }) => kind !== vscode.QuickPickItemKind.Separator,
      );
      rows.splice(0, rows.length, ...offered.map(textOf));
      const row = offered.find((item) => textOf(item).includes(wanted));
      Object.defineProperty(picker, 'activeItems', { value: row === undefined ? [] : [row] });
      (row === undefined ? fireHide : fireAccept)();
    };
    return picker;
  };
  Object.assign(window, { createQuickPick: create });
  return { rows, dispose: () => void Object.assign(window, { createQuickPick }) };
}

function textOf({ label, description = '' }: vscode.QuickPickItem): string {
  return `${label} ${description}`.trim();
}

function acceptInWorkbench(): Thenable<unknown> {
  return vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
}

/** Collects the listeners of an event of `target`; returns a function that calls them. */
function interceptEvent<T extends object>(target: T, name: keyof T): (event?: unknown) => void {
  const listeners: ((event: unknown) => unknown)[] = [];
  const original = target[name] as vscode.Event<unknown>;
  const subscribe = (listener: (event: unknown) => unknown): vscode.Disposable => {
    listeners.push(listener);
    return original(listener);
  };
  Object.defineProperty(target, name, { value: subscribe });
  return (event) => {
    for (const listener of listeners) listener(event);
  };
}
