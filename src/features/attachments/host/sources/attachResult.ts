// What a source of attachments gives: an attachment, or why there is none, and rows in the list of the Attach button.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { estimateTokens } from '../../../../gateway/common/tokenEstimate';
import type { Attachment } from '../../../../conversation/common/attachment';
import type { FittingEncoding } from '../../../../workspace/node/textEncodings';
import type { SuggestionIcon } from '../../common/suggestionIcons';

/** Why something cannot be attached. */
export interface Refusal {
  /** A sentence for the user. */
  readonly reason: string;
  /** It is too long, but its beginning can be attached. */
  readonly hasExcerpt?: true;
  /** Its bytes are text in another encoding, perhaps one of these. */
  readonly encodings?: readonly FittingEncoding[];
  /** Its name suggests secrets: only the user can attach it, after a question. */
  readonly isSecret?: true;
}

export type AttachResult = Attachment | Refusal;

export function isRefusal(result: object): result is Refusal {
  return 'reason' in result;
}

export function refuse(reason: string): Refusal {
  return { reason };
}

/** An attachment whose `text` is a block, or several with empty lines between. */
export function textAttachment(
  attachment: Pick<Attachment, 'kind' | 'name' | 'source' | 'isExcerpt'> & {
    readonly text: string;
  },
): Attachment {
  return { id: randomUUID(), tokens: Math.ceil(estimateTokens(attachment.text)), ...attachment };
}

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
