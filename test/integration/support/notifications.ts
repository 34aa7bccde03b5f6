// Records the notifications that Portico shows: VS Code's API gives tests no access to them.
import * as vscode from 'vscode';

export interface NotificationRecorder {
  /** The messages of all notifications so far, oldest first. */
  readonly messages: readonly string[];
  /** The details of the dialogs among them. */
  readonly details: readonly string[];
  /** From now on nobody clicks a button or closes a notification. */
  readonly leaveUnanswered: () => void;
  readonly dispose: () => void;
}

type Show = (
  message: string,
  ...items: (string | vscode.MessageOptions)[]
) => Thenable<string | vscode.MessageOptions | undefined>;

/** Until `dispose` no notification is shown. Where one has a button named `answer`, that button is clicked. */
export function recordNotifications(answer = ''): NotificationRecorder {
  const messages: string[] = [];
  const details: string[] = [];
  let isAnswered = true;
  const { window } = vscode;
  const names = ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const;
  const original = { ...window };
  for (const name of names) {
    const show: Show = (message, ...items) => {
      messages.push(message);
      details.push(
        ...items.flatMap((item) => (typeof item === 'string' ? [] : (item.detail ?? []))),
      );
      return isAnswered
        ? Promise.resolve(items.find((item) => item === answer))
        : new Promise(() => {});
    };
    Object.assign(window, { [name]: show });
  }
  return {
    messages,
    details,
    leaveUnanswered: () => (isAnswered = false),
    dispose: () => {
      for (const name of names) Object.assign(window, { [name]: original[name] });
    },
  };
}
