// VS Code's notifications, dialogs, quick picks, input boxes, status bar items and code lenses, for text that is made
// safe for them. A lint rule prevents other files from using VS Code's own functions.
import * as vscode from 'vscode';
import { isKeyboardInChat } from './chatFocus';
import type {
  DialogDetail,
  IconText,
  NotificationText,
  PickDetail,
  PickLabel,
  PlainSurfaceText,
  PromptText,
} from './surfaceText';

/** Resolves to the button that was clicked; undefined if the notification was dismissed. */
export function showInformation(
  message: NotificationText,
  ...buttons: readonly PlainSurfaceText[]
): Thenable<PlainSurfaceText | undefined> {
  return vscode.window.showInformationMessage(message, ...buttons);
}

export function showWarning(
  message: NotificationText,
  ...buttons: readonly PlainSurfaceText[]
): Thenable<PlainSurfaceText | undefined> {
  return vscode.window.showWarningMessage(message, ...buttons);
}

export function showError(
  message: NotificationText,
  ...buttons: readonly PlainSurfaceText[]
): Thenable<PlainSurfaceText | undefined> {
  return vscode.window.showErrorMessage(message, ...buttons);
}

/** A modal dialog; resolves to whether `button` was clicked. */
export async function confirm(
  message: NotificationText,
  button: PlainSurfaceText,
  detail?: DialogDetail,
): Promise<boolean> {
  const options = { modal: true, ...(detail === undefined ? {} : { detail }) };
  return (await vscode.window.showWarningMessage(message, options, button)) === button;
}

/** A modal dialog; resolves to the button that was clicked, or undefined if the dialog was dismissed. */
export async function choose(
  message: NotificationText,
  buttons: readonly PlainSurfaceText[],
  detail: DialogDetail,
): Promise<PlainSurfaceText | undefined> {
  return vscode.window.showWarningMessage(message, { modal: true, detail }, ...buttons);
}

interface ProgressOptions {
  readonly location: vscode.ProgressLocation;
  readonly title: NotificationText;
  readonly cancellable?: boolean;
}

export function showProgress<T>(
  options: ProgressOptions,
  task: (
    progress: vscode.Progress<{ readonly message: NotificationText }>,
    token: vscode.CancellationToken,
  ) => Thenable<T>,
): Thenable<T> {
  return vscode.window.withProgress(options, task);
}

export interface PickButton extends vscode.QuickInputButton {
  readonly tooltip: PlainSurfaceText;
}

/** VS Code's own Back button. */
export function backButton(): PickButton {
  const button = vscode.QuickInputButtons.Back;
  markSafe(button);
  return button;
}

function markSafe(_button: vscode.QuickInputButton): asserts _button is PickButton {}

export interface PickRow extends vscode.QuickPickItem {
  readonly label: PickLabel;
  readonly description?: PickDetail;
  readonly detail?: PickDetail;
  readonly buttons?: readonly PickButton[];
}

interface PickOptions {
  readonly title: PlainSurfaceText;
  readonly placeHolder?: PlainSurfaceText;
  readonly matchOnDescription?: boolean;
}

export function showPick<T extends PickRow>(
  rows: readonly T[] | Thenable<readonly T[]>,
  options: PickOptions,
): Thenable<T | undefined> {
  return vscode.window.showQuickPick(rows, { ...options, ignoreFocusOut: isKeyboardInChat() });
}

/** With check boxes; resolves to the rows that were checked. */
export function showPickMany<T extends PickRow>(
  rows: readonly T[] | Thenable<readonly T[]>,
  options: PickOptions,
): Thenable<readonly T[] | undefined> {
  return vscode.window.showQuickPick(rows, {
    ...options,
    canPickMany: true,
    ignoreFocusOut: isKeyboardInChat(),
  });
}

export interface Picker<T extends PickRow> extends Omit<
  vscode.QuickPick<T>,
  'title' | 'placeholder' | 'buttons'
> {
  get buttons(): readonly vscode.QuickInputButton[];
  set buttons(buttons: readonly PickButton[]);
  get title(): string | undefined;
  set title(text: PlainSurfaceText | undefined);
  get placeholder(): string | undefined;
  set placeholder(text: PlainSurfaceText | undefined);
}

/**
 * Opened by keyboard in a chat, pickers close with Escape only: the focus can then return to the chat
 * (`FocusReturn`).
 */
export function createPicker<T extends PickRow>(): Picker<T> {
  return Object.assign(vscode.window.createQuickPick<T>(), { ignoreFocusOut: isKeyboardInChat() });
}

/**
 * A picker whose rows keep their order and groups while the user types: sets `sortByLabel`, which is
 * proposed API; versions of VS Code without it ignore the property.
 */
export function createFixedOrderPicker<T extends PickRow>(): Picker<T> {
  return Object.assign(createPicker<T>(), { sortByLabel: false });
}

export interface InputBox extends Omit<
  vscode.InputBox,
  'title' | 'placeholder' | 'prompt' | 'validationMessage' | 'buttons'
> {
  get buttons(): readonly vscode.QuickInputButton[];
  set buttons(buttons: readonly PickButton[]);
  get title(): string | undefined;
  set title(text: PlainSurfaceText | undefined);
  get placeholder(): string | undefined;
  set placeholder(text: PlainSurfaceText | undefined);
  get prompt(): string | undefined;
  set prompt(text: PromptText | undefined);
  get validationMessage(): vscode.InputBox['validationMessage'];
  set validationMessage(text: PromptText | undefined);
}

export function createInputBox(): InputBox {
  return vscode.window.createInputBox();
}

export interface StatusItem extends Omit<
  vscode.StatusBarItem,
  'name' | 'text' | 'tooltip' | 'accessibilityInformation'
> {
  get name(): string | undefined;
  set name(text: PlainSurfaceText | undefined);
  get text(): string;
  set text(text: IconText);
  get tooltip(): vscode.StatusBarItem['tooltip'];
  set tooltip(text: PlainSurfaceText | undefined);
  get accessibilityInformation(): vscode.AccessibilityInformation | undefined;
  set accessibilityInformation(information: { readonly label: PlainSurfaceText } | undefined);
}

export function createStatusItem(
  id: string,
  alignment: vscode.StatusBarAlignment,
  priority: number,
): StatusItem {
  return vscode.window.createStatusBarItem(id, alignment, priority);
}

interface LensCommand extends vscode.Command {
  readonly title: IconText;
}

export function createCodeLens(range: vscode.Range, command: LensCommand): vscode.CodeLens {
  return new vscode.CodeLens(range, command);
}
