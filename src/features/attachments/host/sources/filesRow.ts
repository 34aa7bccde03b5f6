// Attaches files that the user picks.
import * as vscode from 'vscode';
import { kindTraits } from '../../../../conversation/common/attachmentKinds';
import type { AttachmentRow } from './attachmentRow';

export function filesRow(): AttachmentRow {
  return {
    id: 'files',
    label: vscode.l10n.t('Files…'),
    icon: kindTraits.file.icon,
    attachTo: async ({ addFile }) => {
      for (const uri of await pickFiles()) {
        await addFile(uri);
      }
    },
  };
}

export async function pickFiles(): Promise<readonly vscode.Uri[]> {
  const { l10n } = vscode;
  const picked = await vscode.window.showOpenDialog({
    canSelectMany: true,
    title: l10n.t('Select Files to Attach'),
    openLabel: l10n.t('Attach'),
  });
  return picked ?? [];
}
