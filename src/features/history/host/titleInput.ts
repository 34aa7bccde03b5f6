// The input box for a chat's title. The model is asked for one only when the user clicks the button for it.
import * as vscode from 'vscode';
import {
  createInputBox,
  inputButton,
  setBoxButtons,
  setBoxTexts,
  showProgress,
} from '../../../platform/host/window';

/**
 * Resolves to undefined if the title is unchanged or the input was canceled. `suggest` shows what went
 * wrong when it resolves to undefined.
 */
export async function showTitleInput(
  title: string,
  suggest: (signal: AbortSignal) => Promise<string | undefined>,
  reportError: (error: unknown) => void,
): Promise<string | undefined> {
  const { l10n } = vscode;
  const box = createInputBox();
  setBoxTexts(box, {
    title: l10n.t('Rename Chat'),
    prompt: l10n.t('“Suggest a Title” sends the beginning of this chat to its model.'),
  });
  box.value = title;
  setBoxButtons(box, [inputButton('sparkle', l10n.t('Suggest a Title'))]);
  // A dialog or notification of the request must not close the box.
  box.ignoreFocusOut = true;
  let request = new AbortController();
  const fillIn = async (): Promise<void> => {
    request.abort();
    request = new AbortController();
    const current = request;
    box.busy = true;
    box.enabled = false;
    try {
      const suggested = await showProgress(
        {
          location: vscode.ProgressLocation.Notification,
          title: l10n.t('Generating a title…'),
          cancellable: true,
        },
        (_progress, token) => {
          token.onCancellationRequested(() => current.abort());
          return suggest(current.signal);
        },
      );
      box.value = suggested ?? box.value;
    } finally {
      box.busy = false;
      box.enabled = true;
    }
  };
  return new Promise((resolve) => {
    box.onDidTriggerButton(() => void fillIn().catch(reportError));
    box.onDidAccept(() => {
      const newTitle = box.value.trim();
      resolve(newTitle === '' || newTitle === title ? undefined : newTitle);
      box.dispose();
    });
    box.onDidHide(() => {
      request.abort();
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}
