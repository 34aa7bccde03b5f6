// A chat's title is typed; the model is asked for one only when the button for it is clicked.
import * as vscode from 'vscode';

/** The title, or undefined when it was left as it is. */
export async function showTitleInput(
  title: string,
  /** Undefined where none came; what went wrong has been told then. */
  suggest: (signal: AbortSignal) => Promise<string | undefined>,
  sayUnexpected: (error: unknown) => void,
): Promise<string | undefined> {
  const { l10n } = vscode;
  const box = vscode.window.createInputBox();
  const sparkle: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('sparkle'),
    tooltip: l10n.t('Suggest a title'),
  };
  box.title = l10n.t('Rename Chat');
  box.prompt = l10n.t('“Suggest a title” sends the beginning of this chat to its model.');
  box.value = title;
  box.buttons = [sparkle];
  // A question or a notification of the request must not close what its answer goes into.
  box.ignoreFocusOut = true;
  let asking = new AbortController();
  const ask = async (): Promise<void> => {
    asking.abort();
    asking = new AbortController();
    const now = asking;
    box.busy = true;
    box.enabled = false;
    try {
      const suggested = await vscode.window.withProgress(
        {
          location: vscode.ProgressLocation.Notification,
          title: l10n.t('Asking for a title…'),
          cancellable: true,
        },
        (_progress, cancelled) => {
          cancelled.onCancellationRequested(() => now.abort());
          return suggest(now.signal);
        },
      );
      box.value = suggested ?? box.value;
    } finally {
      box.busy = false;
      box.enabled = true;
    }
  };
  return new Promise((resolve) => {
    box.onDidTriggerButton(() => void ask().catch(sayUnexpected));
    box.onDidAccept(() => {
      const typed = box.value.trim();
      resolve(typed === '' || typed === title ? undefined : typed);
      box.dispose();
    });
    box.onDidHide(() => {
      asking.abort();
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}
