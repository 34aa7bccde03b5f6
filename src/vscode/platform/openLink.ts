// Links open as they were written: vscode.Uri would decode and encode them anew.
import * as vscode from 'vscode';
import { isSafeLink } from '../../shared/text/safeLink';

/** Opens a link outside of VS Code, which asks first; does nothing for one that may not be opened. */
export async function openLink(url: string): Promise<void> {
  if (!isSafeLink(url)) {
    return;
  }
  if (/^mailto:/i.test(url)) {
    await vscode.env.openExternal(vscode.Uri.parse(url, true));
  } else {
    await vscode.commands.executeCommand('vscode.open', url);
  }
}
