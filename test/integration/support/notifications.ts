// What Portico says in notifications: VS Code lets nobody read them, so they are noted on the way.
import * as vscode from 'vscode';

export interface NotificationRecorder {
  /** The sentences of all notifications so far, oldest first. */
  readonly messages: readonly string[];
  /** From then on nobody picks a button, nor closes a notification. */
  readonly leaveUnanswered: () => void;
  readonly dispose: () => void;
}

type Show = (message: string, ...items: string[]) => Thenable<string | undefined>;

/** Until `end` no notification is shown; `answer` is the button that is picked where there is one of that name. */
export function recordNotifications(answer = ''): NotificationRecorder {
  const sentences: string[] = [];
  let isLeftAlone = false;
  const { window } = vscode;
  const shows = ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const;
  const before = { ...window };
  for (const name of shows) {
    const show: Show = (message, ...items) => {
      sentences.push(message);
      return isLeftAlone
        ? new Promise(() => {})
        : Promise.resolve(items.find((item) => item === answer));
    };
    Object.assign(window, { [name]: show });
  }
  return {
    messages: sentences,
    leaveUnanswered: () => (isLeftAlone = true),
    dispose: () => {
      for (const name of shows) {
        Object.assign(window, { [name]: before[name] });
      }
    },
  };
}
