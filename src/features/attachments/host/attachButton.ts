// The Attach button: a list of what can be attached. Also what the user has dropped on the page or chosen in a menu.
import * as vscode from 'vscode';
import type { ChatDraft } from '../../../conversation/node/session/chatDraft';
import { pickLabel, plainText } from '../../../platform/host/surfaceText';
import { showPick } from '../../../platform/host/window';
import { attachFile, attachResult } from './attachByHand';
import { type ActionContext, attachFolderByHand, attachmentActions } from './attachmentActions';
import { refuse } from '../node/newAttachment';

export async function pickAttachment(context: ActionContext): Promise<void> {
  const rows = attachmentActions().map((action) => ({
    label: pickLabel(action.label),
    iconPath: new vscode.ThemeIcon(action.icon),
    action,
  }));
  const picked = await showPick(rows, {
    title: plainText(vscode.l10n.t('Attach to the Question')),
  });
  await picked?.action.run(context);
}

/** Attaches files and folders that the user has chosen by hand. Resolves to whether one of them is attached. */
export async function attachChosen(draft: ChatDraft, uris: readonly string[]): Promise<boolean> {
  let isAttached = false;
  for (const text of uris) {
    const uri = parse(text);
    if (uri === undefined) {
      attachResult(draft, refuse(vscode.l10n.t("{0} can't be attached.", text.slice(0, 200))));
    } else if (await isFolder(uri)) {
      isAttached = (await attachFolderByHand(draft, uri)) || isAttached;
    } else {
      isAttached = (await attachFile(draft, uri)) || isAttached;
    }
  }
  return isAttached;
}

/** Undefined for what is not in a file system that VS Code knows. From the web, nothing is fetched. */
function parse(text: string): vscode.Uri | undefined {
  try {
    const uri = ownUri(vscode.Uri.parse(text, true));
    const isKnown = isKnownFileSystem(uri);
    return (isKnown && !/^https?$/iu.test(uri.scheme)) || uri.scheme === 'untitled'
      ? uri
      : undefined;
  } catch {
    return undefined;
  }
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}

/**
 * In a remote window, the page gets the files of the remote machine with VS Code's name for that machine. In the extension
 * host there, they are its own files.
 */
function ownUri(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === 'vscode-remote' && !isKnownFileSystem(uri)
    ? vscode.Uri.from({ scheme: 'file', path: uri.path })
    : uri;
}

function isKnownFileSystem({ scheme }: vscode.Uri): boolean {
  return vscode.workspace.fs.isWritableFileSystem(scheme) !== undefined;
}
