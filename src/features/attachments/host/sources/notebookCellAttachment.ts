// Attaches the selected cell of a notebook with its text outputs; images and other outputs are named only.
import * as vscode from 'vscode';
import { kindTraits } from '../../../../conversation/common/attachmentKinds';
import { refuse, textAttachment, type AttachResult } from '../../../../workspace/host/attachResult';
import { cellName, filePlace } from '../../../../workspace/host/filePlace';
import { openCell } from '../../../../workspace/host/notebookAttachment';
import { labeledBlock } from '../../../../workspace/node/labeledBlock';
import { maxOutputLength, outputText } from '../../../../workspace/node/notebookText';
import type { AttachmentRow } from './attachmentRow';

export function notebookCellRow(): AttachmentRow {
  return {
    id: 'notebookCell',
    label: vscode.l10n.t('Notebook Cell'),
    icon: kindTraits.notebookCell.icon,
    attachTo: async ({ add }) => add(await notebookCellAttachment()),
  };
}

async function notebookCellAttachment(): Promise<AttachResult> {
  const { activeNotebookEditor: editor } = vscode.window;
  if (editor === undefined || editor.notebook.cellCount === 0) {
    return refuse(vscode.l10n.t('No notebook with a selected cell is active.'));
  }
  const { notebook, selections } = editor;
  // A notebook that is just opening has no selection yet.
  const cell = notebook.cellAt(selections[0]?.start ?? 0);
  const place = await filePlace(notebook.uri);
  const { language, text, outputs } = openCell(cell);
  const details = [{ label: 'cell', value: String(cell.index + 1) }];
  const title = 'Notebook cell in';
  const source = labeledBlock({
    title,
    name: place.name,
    language,
    details,
    content: text,
  });
  const allOutput = outputText(outputs);
  const output = allOutput.slice(0, maxOutputLength);
  const isCut = output.length < allOutput.length;
  const outputDetails = isCut
    ? [...details, { label: 'beginning only, characters:', value: String(maxOutputLength) }]
    : details;
  const outputTitle = 'Output of the cell in';
  const blocks = [
    source,
    ...(output === ''
      ? []
      : [
          labeledBlock({
            title: outputTitle,
            name: place.name,
            details: outputDetails,
            content: output,
          }),
        ]),
  ];
  return textAttachment({
    kind: 'notebookCell',
    name: cellName(place.name, cell),
    text: blocks.join('\n\n'),
    ...(isCut ? { isExcerpt: true } : {}),
  });
}
