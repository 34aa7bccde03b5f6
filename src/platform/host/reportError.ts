// Reports unexpected errors in a notification, so that no button silently does nothing.
import * as vscode from 'vscode';
import { showError } from './window';

/** Shows at most 300 characters of the message; the log gets only the error's name. */
export function createErrorReporter(log: vscode.LogOutputChannel): (error: unknown) => void {
  return (error) => {
    const { name, message } = error instanceof Error ? error : new Error('unknown');
    log.error(`Unexpected: ${name}`);
    void showError(vscode.l10n.t("Portico couldn't do that: {0}", message.slice(0, 300)));
  };
}
