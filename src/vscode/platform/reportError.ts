// What nobody foresaw is said all the same: a button that does nothing helps nobody.
import * as vscode from 'vscode';
import { escapeLinks } from './escapeText';

/** Shows VS Code's own words, at most 300 characters; the log gets the error's name alone. */
export function createErrorReporter(log: vscode.LogOutputChannel): (error: unknown) => void {
  return (error) => {
    const { name, message } = error instanceof Error ? error : new Error('unknown');
    log.error(`Unexpected: ${name}`);
    void vscode.window.showErrorMessage(
      vscode.l10n.t('Portico could not do that: {0}', escapeLinks(message.slice(0, 300))),
    );
  };
}
