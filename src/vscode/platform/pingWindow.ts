// A reload may leave the extension's code behind, without a window that shows what it does.
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';

/** How long the window has to answer, in ms. */
const answerWithin = 1000;

/** Asks VS Code for something that goes through the window. */
export async function pingWindow(clock: Clock): Promise<boolean> {
  const answers = Promise.resolve(
    vscode.commands.executeCommand('setContext', 'portico.windowThere', true),
  ).then(
    () => true,
    () => false,
  );
  return await new Promise<boolean>((resolve) => {
    const limit = clock.after(answerWithin, () => resolve(false));
    void answers.then((there) => {
      limit.dispose();
      resolve(there);
    });
  });
}
