// What a source of attachments has in the list of the Attach button, and where its attachments go.
import * as vscode from 'vscode';
import { refuse, type AttachResult } from '../../../../workspace/host/attachResult';
import type { SuggestionIcon } from '../../common/suggestionIcons';

/** Something to attach: a row of the Attach button's list, and a suggestion after `@`. */
export interface AttachmentRow {
  readonly id: string;
  readonly label: string;
  readonly icon: SuggestionIcon;
  readonly attachTo: (target: AttachTarget) => Promise<unknown>;
}

/** Where the user attaches something: the message box of a chat. */
export interface AttachTarget {
  /** The editor that the user was in before the chat. */
  readonly editor: vscode.TextEditor | undefined;
  /** Attaches a result, or says why not. True if it is attached. */
  readonly add: (result: AttachResult) => boolean;
  /** Attaches a file or an image. Asks first if its name suggests secrets, or if it is too large. */
  readonly addFile: (uri: vscode.Uri) => Promise<boolean>;
}

/** Adds what `make` makes of the editor, or says that none is open. */
export async function addFromEditor(
  { editor, add }: AttachTarget,
  make: (editor: vscode.TextEditor) => Promise<AttachResult>,
): Promise<boolean> {
  return add(editor === undefined ? refuse(noEditorText()) : await make(editor));
}

export function noEditorText(): string {
  return vscode.l10n.t('No editor is open.');
}
