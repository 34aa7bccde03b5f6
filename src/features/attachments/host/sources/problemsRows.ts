// Attaches the problems of the editor's file, or of the workspace.
import * as vscode from 'vscode';
import { kindTraits } from '../../../../conversation/common/attachmentKinds';
import { refuse, textAttachment, type AttachResult } from '../../../../workspace/host/attachResult';
import {
  problemAttachment,
  workspaceProblems,
} from '../../../../workspace/host/problemsAttachment';
import { labeledBlock, omittedDetails } from '../../../../workspace/node/labeledBlock';
import { addFromEditor, type AttachmentRow } from './attachmentRow';

export function problemsRows(): readonly AttachmentRow[] {
  const { icon } = kindTraits.problems;
  return [
    {
      id: 'fileProblems',
      label: vscode.l10n.t('Problems in the File'),
      icon,
      attachTo: (target) =>
        addFromEditor(target, ({ document: { uri } }) =>
          problemAttachment(uri, vscode.languages.getDiagnostics(uri)),
        ),
    },
    {
      id: 'problems',
      label: vscode.l10n.t('Problems in the Workspace'),
      icon,
      attachTo: async ({ add }) => add(await workspaceProblemsAttachment()),
    },
  ];
}

async function workspaceProblemsAttachment(): Promise<AttachResult> {
  const { texts, omitted } = await workspaceProblems();
  if (texts.length === 0) {
    return refuse(vscode.l10n.t('There are no problems.'));
  }
  return textAttachment({
    kind: 'problems',
    name: vscode.l10n.t('Problems in the workspace'),
    text: labeledBlock({
      title: 'Problems in the workspace',
      details: omittedDetails(omitted),
      content: texts.join('\n'),
    }),
  });
}
