// What Portico says in notifications: VS Code lets nobody read them, so they are noted on the way.
import * as vscode from 'vscode';

export interface Said {
  /** The sentences of all notifications so far, oldest first. */
  readonly sentences: readonly string[];
  /** From then on nobody picks a button, nor closes a notification. */
  readonly leaveAlone: () => void;
  readonly end: () => void;
}

type Show = (message: string, ...items: string[]) => Thenable<string | undefined>;

/** Until `end` no notification is shown; `answer` is the button that is picked where there is one of that name. */
export function listen(answer = ''): Said {
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
    sentences,
    leaveAlone: () => (isLeftAlone = true),
    end: () => {
      for (const name of shows) {
        Object.assign(window, { [name]: before[name] });
      }
    },
  };
}
