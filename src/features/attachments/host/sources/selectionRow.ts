// Attaches the selection of the editor.
import * as vscode from 'vscode';
import { kindTraits } from '../../../../conversation/common/attachmentKinds';
import { selectionAttachment } from '../../../../workspace/host/rangeAttachment';
import { addFromEditor, type AttachmentRow, type AttachTarget } from './attachmentRow';

export function selectionRow(): AttachmentRow {
  return {
    id: 'selection',
    label: vscode.l10n.t('Selection'),
    icon: kindTraits.selection.icon,
    attachTo: attachSelection,
  };
}

/** Resolves to whether the selection is attached. */
export function attachSelection(target: AttachTarget): Promise<boolean> {
  return addFromEditor(target, selectionAttachment);
}
