// Attaches the selected cell of a notebook with its text outputs; images and other outputs are named only.
import * as vscode from 'vscode';
import { stripVTControlCharacters } from 'node:util';
import { attachmentBlock } from '../../node/attachmentBlock';
import { kindTraits } from '../../../../conversation/common/attachmentKinds';
import { filePlace } from '../filePlace';
import { type AttachmentRow, type AttachResult, refuse, textAttachment } from './attachResult';

/** The limit for all outputs of a cell. */
const maxOutputLength = 50_000;
/** The limit for each output: a character has four bytes at most. */
const maxOutputBytes = 4 * (maxOutputLength + 1);

const textTypes =
  /^(?:text\/(?:plain|markdown|x-|latex)|application\/(?:json|vnd\.code\.notebook\.(?:stdout|stderr|error)))/u;

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
  const { document, outputs } = cell;
  const details = [{ label: 'cell', value: String(cell.index + 1) }];
  const title = 'Notebook cell in';
  const source = attachmentBlock({
    title,
    name: place.name,
    language: document.languageId,
    details,
    content: document.getText(),
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
          attachmentBlock({
            title: outputTitle,
            name: place.name,
            details: outputDetails,
            content: output,
          }),
        ]),
  ];
  return textAttachment({
    kind: 'notebookCell',
    name: vscode.l10n.t('{0}, cell {1}', place.name, cell.index + 1),
    text: blocks.join('\n\n'),
    ...(isCut ? { isExcerpt: true } : {}),
  });
}

function outputText(outputs: readonly vscode.NotebookCellOutput[]): string {
  const decoder = new TextDecoder();
  const texts = outputs.flatMap(({ items }) => {
    const item = items.find(({ mime }) => textTypes.test(mime));
    return item === undefined
      ? items.slice(0, 1).map(({ mime }) => `[${mime}]`)
      : [stripVTControlCharacters(decoder.decode(bytesOf(item.data).subarray(0, maxOutputBytes)))];
  });
  return texts.join('\n');
}

/** If another extension created the notebook, VS Code passes the JSON of a buffer instead of one. */
function bytesOf(data: Uint8Array): Uint8Array {
  return Buffer.from(data);
}
