// VS Code's notifications, dialogs, quick picks, input boxes, status bar items and code lenses. All text is made safe
// here, so that text of models, gateways and files does nothing on them. A lint rule prevents other files from using VS
// Code's own functions.
import * as vscode from 'vscode';
import { isKeyboardInChat } from './chatFocus';
import {
  iconText,
  notificationText,
  pickAddress,
  pickDetail,
  pickLabel,
  plainText,
  type RowIcon,
} from './surfaceText';

/** Resolves to the button that was clicked; undefined if the notification was dismissed. */
export function showInformation(
  message: string,
  ...buttons: readonly string[]
): Promise<string | undefined> {
  return clickedOf(buttons, (shown) =>
    vscode.window.showInformationMessage(notificationText(message), ...shown),
  );
}

export function showWarning(
  message: string,
  ...buttons: readonly string[]
): Promise<string | undefined> {
  return clickedOf(buttons, (shown) =>
    vscode.window.showWarningMessage(notificationText(message), ...shown),
  );
}

export function showError(
  message: string,
  ...buttons: readonly string[]
): Promise<string | undefined> {
  return clickedOf(buttons, (shown) =>
    vscode.window.showErrorMessage(notificationText(message), ...shown),
  );
}

/** Modal dialogs, quick picks and input boxes of Portico that are open. */
const openDialogs = new Set<object>();

/** Whether a modal dialog, a quick pick or an input box of Portico is open. Those of others cannot be seen. */
export function isDialogOpen(): boolean {
  return openDialogs.size > 0;
}

async function asDialog<T>(shown: Thenable<T>): Promise<T> {
  openDialogs.add(shown);
  try {
    return await shown;
  } finally {
    openDialogs.delete(shown);
  }
}

/** A modal dialog; resolves to whether `button` was clicked. */
export async function confirm(
  message: string,
  button: string,
  detail?: DialogDetail,
): Promise<boolean> {
  return (await choose(message, [button], detail)) === button;
}

/** The paragraphs of a dialog, which are apart by an empty line; none of them can contain a line break. */
type DialogDetail = string | readonly string[];

/** A modal dialog; resolves to the button that was clicked, or undefined if the dialog was dismissed. */
export function choose(
  message: string,
  buttons: readonly string[],
  detail?: DialogDetail,
): Promise<string | undefined> {
  const options = {
    modal: true,
    ...(detail === undefined ? {} : { detail: [detail].flat().map(notificationText).join('\n\n') }),
  };
  return asDialog(
    clickedOf(buttons, (shown) =>
      vscode.window.showWarningMessage(notificationText(message), options, ...shown),
    ),
  );
}

/** VS Code reports the text that it shows; callers compare with their own. */
async function clickedOf(
  buttons: readonly string[],
  show: (shown: readonly string[]) => Thenable<string | undefined>,
): Promise<string | undefined> {
  const clicked = await show(buttons.map(plainText));
  return buttons.find((button) => plainText(button) === clicked);
}

interface CommandLink {
  readonly label: string;
  readonly command: string;
  readonly argument: number;
}

/** Links of a hover. Their texts must be ours: they are Markdown. */
export function commandLinks(links: readonly CommandLink[]): vscode.MarkdownString {
  const texts = links.map(
    ({ label, command, argument }) => `[${label}](command:${command}?${argument})`,
  );
  const shown = new vscode.MarkdownString(texts.join(' | '));
  shown.isTrusted = { enabledCommands: links.map(({ command }) => command) };
  return shown;
}

interface ProgressOptions {
  readonly location: vscode.ProgressLocation;
  readonly title: string;
  readonly cancellable?: boolean;
}

export function showProgress<T>(
  options: ProgressOptions,
  task: (
    progress: vscode.Progress<{ readonly message: string }>,
    token: vscode.CancellationToken,
  ) => Thenable<T>,
): Thenable<T> {
  return vscode.window.withProgress<T>(
    { ...options, title: notificationText(options.title) },
    (progress, token) => {
      const report = ({ message }: { readonly message: string }): void =>
        progress.report({ message: notificationText(message) });
      return task({ report }, token);
    },
  );
}

export interface PickRow extends vscode.QuickPickItem {
  /** Stands before the label. */
  readonly icon?: RowIcon | undefined;
  /** Stands before the description. */
  readonly descriptionIcon?: RowIcon | undefined;
  /** Stands before the description; it is shown as it is where it contains no syntax. */
  readonly address?: string;
}

/** What VS Code gets in place of a row, and reports. */
interface ShownRow<T extends PickRow> extends vscode.QuickPickItem {
  readonly row: T;
}

function shownRow<T extends PickRow>(row: T): ShownRow<T> {
  const { label, icon, description, descriptionIcon, address, detail, buttons } = row;
  const shownDescription =
    address === undefined
      ? description && pickDetail(description, descriptionIcon)
      : pickAddress(address, description ?? '');
  return {
    ...row,
    label: pickLabel(label, icon),
    ...(shownDescription === undefined ? {} : { description: shownDescription }),
    ...(detail === undefined ? {} : { detail: pickDetail(detail) }),
    ...(buttons === undefined ? {} : { buttons: buttons.map(shownButton) }),
    row,
  };
}

/** A button of a quick pick, its rows or an input box. @param icon a codicon */
export function inputButton(icon: string, tooltip: string): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
}

/** The buttons whose tooltip had to be changed, by what VS Code got instead. */
const changedButtons = new WeakMap<vscode.QuickInputButton, vscode.QuickInputButton>();

function shownButton(button: vscode.QuickInputButton): vscode.QuickInputButton {
  const { tooltip } = button;
  if (tooltip === undefined || plainText(tooltip) === tooltip) {
    return button;
  }
  const shown = { ...button, tooltip: plainText(tooltip) };
  changedButtons.set(shown, button);
  return shown;
}

function ownButton(shown: vscode.QuickInputButton): vscode.QuickInputButton {
  return changedButtons.get(shown) ?? shown;
}

interface PickOptions {
  readonly title: string;
  readonly placeHolder?: string;
  readonly matchOnDescription?: boolean;
}

function shownOptions({ title, placeHolder, ...options }: PickOptions): vscode.QuickPickOptions {
  return {
    ...options,
    title: plainText(title),
    ...(placeHolder === undefined ? {} : { placeHolder: plainText(placeHolder) }),
    ignoreFocusOut: isKeyboardInChat(),
  };
}

export async function showPick<T extends PickRow>(
  rows: readonly T[] | Promise<readonly T[]>,
  options: PickOptions,
): Promise<T | undefined> {
  const shown = Promise.resolve(rows).then((all) => all.map(shownRow));
  return (await asDialog(vscode.window.showQuickPick(shown, shownOptions(options))))?.row;
}

/** Shows check boxes; resolves to the rows that were checked. */
export async function showPickMany<T extends PickRow>(
  rows: readonly T[],
  options: PickOptions,
): Promise<readonly T[] | undefined> {
  const picked = await asDialog(
    vscode.window.showQuickPick(rows.map(shownRow), {
      ...shownOptions(options),
      canPickMany: true,
    }),
  );
  return picked?.map(({ row }) => row);
}

/** A quick pick that takes and reports the caller's own rows and buttons. */
export class Picker<T extends PickRow> {
  readonly #picker = vscode.window.createQuickPick<ShownRow<T>>();
  #items: readonly T[] = [];

  /**
   * Opened by keyboard in a chat, pickers close with Escape only: the focus can then return to the chat
   * (`FocusReturn`).
   * @param options `isOrderFixed`: the rows keep their order and groups while the user types. That is proposed API;
   * versions of VS Code without it ignore the property.
   */
  constructor({ isOrderFixed = false } = {}) {
    this.#picker.onDidHide(() => openDialogs.delete(this));
    Object.assign(this.#picker, {
      ignoreFocusOut: isKeyboardInChat(),
      ...(isOrderFixed ? { sortByLabel: false } : {}),
    });
  }

  set title(text: string) {
    this.#picker.title = plainText(text);
  }

  set placeholder(text: string) {
    this.#picker.placeholder = plainText(text);
  }

  set buttons(buttons: readonly vscode.QuickInputButton[]) {
    this.#picker.buttons = buttons.map(shownButton);
  }

  get items(): readonly T[] {
    return this.#items;
  }
  set items(rows: readonly T[]) {
    this.#items = rows;
    this.#picker.items = rows.map(shownRow);
  }

  get activeItems(): readonly T[] {
    return this.#picker.activeItems.map(({ row }) => row);
  }
  set activeItems(rows: readonly T[]) {
    this.#picker.activeItems = this.#picker.items.filter(({ row }) => rows.includes(row));
  }

  get value(): string {
    return this.#picker.value;
  }
  set value(text: string) {
    this.#picker.value = text;
  }

  get ignoreFocusOut(): boolean {
    return this.#picker.ignoreFocusOut;
  }
  set ignoreFocusOut(isIgnored: boolean) {
    this.#picker.ignoreFocusOut = isIgnored;
  }

  set busy(isBusy: boolean) {
    this.#picker.busy = isBusy;
  }

  set step(step: number | undefined) {
    this.#picker.step = step;
  }

  set totalSteps(steps: number | undefined) {
    this.#picker.totalSteps = steps;
  }

  set keepScrollPosition(isKept: boolean) {
    Object.assign(this.#picker, { keepScrollPosition: isKept });
  }

  set matchOnDescription(isMatched: boolean) {
    this.#picker.matchOnDescription = isMatched;
  }

  set matchOnDetail(isMatched: boolean) {
    this.#picker.matchOnDetail = isMatched;
  }

  onDidChangeValue(listener: (text: string) => void): vscode.Disposable {
    return this.#picker.onDidChangeValue(listener);
  }

  onDidAccept(listener: () => void): vscode.Disposable {
    return this.#picker.onDidAccept(listener);
  }

  onDidTriggerButton(listener: (button: vscode.QuickInputButton) => void): vscode.Disposable {
    return this.#picker.onDidTriggerButton((button) => listener(ownButton(button)));
  }

  onDidTriggerItemButton(
    listener: (event: { readonly item: T; readonly button: vscode.QuickInputButton }) => void,
  ): vscode.Disposable {
    return this.#picker.onDidTriggerItemButton(({ item, button }) =>
      listener({ item: item.row, button: ownButton(button) }),
    );
  }

  onDidHide(listener: () => void): vscode.Disposable {
    return this.#picker.onDidHide(listener);
  }

  show(): void {
    openDialogs.add(this);
    this.#picker.show();
  }

  hide(): void {
    this.#picker.hide();
  }

  dispose(): void {
    openDialogs.delete(this);
    this.#picker.dispose();
  }
}

type BoxText = 'title' | 'placeholder' | 'prompt' | 'validationMessage';

/** VS Code's own input box; its texts and buttons are set with `setBoxTexts` and `setBoxButtons`. */
export type InputBox = Omit<vscode.InputBox, BoxText | 'buttons'> &
  Readonly<Pick<vscode.InputBox, BoxText | 'buttons'>>;

export function createInputBox(): InputBox {
  const box = vscode.window.createInputBox();
  openDialogs.add(box);
  box.onDidHide(() => openDialogs.delete(box));
  return box;
}

export function setBoxTexts(
  box: InputBox,
  texts: { readonly [K in BoxText]?: string | undefined },
): void {
  for (const [name, text] of Object.entries(texts)) {
    Object.assign(box, { [name]: text === undefined ? undefined : boxText(name, text) });
  }
}

function boxText(name: string, text: string): string {
  if (name === 'title' || name === 'placeholder') {
    return plainText(text);
  }
  const shown = notificationText(text);
  // VS Code goes on after a prompt: “(Press 'Enter' to confirm …)”.
  return name === 'prompt' ? shown.replace(/[.。]$/u, '') : shown;
}

export function setBoxButtons(box: InputBox, buttons: readonly vscode.QuickInputButton[]): void {
  Object.assign(box, { buttons: buttons.map(shownButton) });
}

export interface StatusItemTexts {
  readonly text: string;
  readonly icon: RowIcon;
  readonly tooltip: string;
  /** What screen readers say. */
  readonly label: string;
}

/** VS Code's own status bar item; its texts are set with `setStatusTexts`. */
export type StatusItem = Pick<vscode.StatusBarItem, 'command' | 'show' | 'hide' | 'dispose'>;

export function createStatusItem(
  id: string,
  name: string,
  alignment: vscode.StatusBarAlignment,
  priority: number,
): StatusItem {
  const item = vscode.window.createStatusBarItem(id, alignment, priority);
  item.name = plainText(name);
  return item;
}

export function setStatusTexts(item: StatusItem, texts: StatusItemTexts): void {
  Object.assign(item, {
    text: iconText(texts.text, texts.icon),
    tooltip: plainText(texts.tooltip),
    accessibilityInformation: { label: plainText(texts.label) },
  });
}

export function createCodeLens(range: vscode.Range, command: vscode.Command): vscode.CodeLens {
  return new vscode.CodeLens(range, { ...command, title: iconText(command.title) });
}
