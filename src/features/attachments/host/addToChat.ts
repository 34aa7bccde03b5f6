// Add File and Add Selection: commands of menus that attach to the message box of the chat that was used last.
import * as vscode from 'vscode';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import { attachChosen, attachTarget } from './attach';
import { pickFiles } from './sources/filesRow';
import { attachSelection } from './sources/selectionRow';
import { attachTerminal } from './sources/terminalAttachment';

export interface AddToChatDeps {
  readonly chats: ChatWindow;
  /** The editor that the user was in before the chat. */
  readonly lastEditor: () => vscode.TextEditor | undefined;
}

/** @param args what VS Code passes for the menu: a terminal, or nothing that counts */
export async function addSelection(
  { chats, lastEditor }: AddToChatDeps,
  args: readonly unknown[],
): Promise<void> {
  const editor = lastEditor();
  await chats.restored();
  const target = attachTarget(chats.current.draft, editor);
  const isAttached = isTerminalMenu(args)
    ? await attachTerminal(target, 'selection')
    : await attachSelection(target);
  if (isAttached) {
    await chats.focus();
  }
}

/** @param args what VS Code passes for the menu: files, all selected files, or states of source control */
export async function addFile(
  { chats, lastEditor }: AddToChatDeps,
  args: readonly unknown[],
): Promise<void> {
  const named = filesOf(args);
  const active = activeFile() ?? lastEditor()?.document.uri;
  const uris = named.length > 0 ? named : active === undefined ? await pickFiles() : [active];
  await chats.restored();
  const target = attachTarget(chats.current.draft, lastEditor());
  const texts = uris.map((uri) => uri.toString());
  if (await attachChosen(target, texts)) {
    await chats.focus();
  }
}

/** Each file once. The file under the pointer is among the selected ones, if there are several. */
function filesOf(args: readonly unknown[]): readonly vscode.Uri[] {
  const uris = args.flat().flatMap((argument) => {
    const uri = isResourceState(argument) ? argument.resourceUri : argument;
    return uri instanceof vscode.Uri ? [uri] : [];
  });
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}

function isResourceState(argument: unknown): argument is { readonly resourceUri: unknown } {
  return typeof argument === 'object' && argument !== null && 'resourceUri' in argument;
}

function isTerminalMenu(args: readonly unknown[]): boolean {
  const { terminals } = vscode.window;
  return args.flat().some((argument) => terminals.some((terminal) => terminal === argument));
}

/** The file of the active tab, even if it is an image or has no text editor for another reason. */
function activeFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputCustom ||
    input instanceof vscode.TabInputNotebook
    ? input.uri
    : input instanceof vscode.TabInputTextDiff
      ? input.modified
      : undefined;
}
