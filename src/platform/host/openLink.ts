// Opens links outside of VS Code.
import * as vscode from 'vscode';
import { isSafeLink } from '../../markdown/common/safeLink';

/** VS Code asks first. Does nothing for an unsafe link. */
export async function openLink(url: string): Promise<void> {
  if (!isSafeLink(url)) {
    return;
  }
  if (/^mailto:/i.test(url)) {
    await vscode.env.openExternal(vscode.Uri.parse(url, true));
  } else {
    // A string, because vscode.Uri would decode and re-encode it.
    await vscode.commands.executeCommand('vscode.open', url);
  }
}
