// A notebook as the text of its cells, as an editor shows it or as it is on disk.
import * as vscode from 'vscode';
import { maxTextLength } from '../../conversation/common/attachment';
import { labeledBlock } from '../node/labeledBlock';
import { notebookText, readNotebook, type NotebookCell } from '../node/notebookText';
import { refuse, textAttachment, type AttachResult } from './attachResult';
import { firstLines, readBytes, readProblemText, type TextReadOptions } from './readText';

/** Pictures make notebooks large; what is attached of them has the limit of a text. */
const maxNotebookBytes = 20_000_000;

export function isNotebookName(path: string): boolean {
  return /\.ipynb$/iu.test(path);
}

/** Undefined for a file that is no notebook, although its name says so: it is a text. */
export async function notebookAttachment(
  uri: vscode.Uri,
  name: string,
  { isExcerpt = false }: TextReadOptions,
): Promise<AttachResult | undefined> {
  const cells = await readCells(uri);
  if (cells === undefined) {
    return undefined;
  }
  if (cells === 'tooLong') {
    return refuse(vscode.l10n.t('{0} is larger than 20 MB, the limit for notebooks.', name));
  }
  const text = notebookText(cells);
  const isCut = text.length > maxTextLength;
  if (isCut && !isExcerpt) {
    return { reason: readProblemText('tooLong', name), hasExcerpt: true };
  }
  const content = isCut ? firstLines(text).text : text;
  const details = [
    { label: 'cells:', value: String(cells.length) },
    ...(isCut ? [{ label: 'beginning only, characters:', value: String(content.length) }] : []),
  ];
  return textAttachment({
    kind: 'file',
    name,
    text: labeledBlock({ title: 'Notebook', name, details, content }),
    source: { uri: uri.toString() },
    ...(isCut ? { isExcerpt: true } : {}),
  });
}

/** A notebook without unsaved changes may be older than the file. */
async function readCells(
  uri: vscode.Uri,
): Promise<readonly NotebookCell[] | 'tooLong' | undefined> {
  const open = vscode.workspace.notebookDocuments.find(
    (notebook) => notebook.uri.toString() === uri.toString(),
  );
  if (open?.isDirty === true) {
    return open.getCells().map(openCell);
  }
  const read = await readBytes(uri, maxNotebookBytes);
  return read === 'tooLong'
    ? read
    : typeof read === 'string'
      ? undefined
      : readNotebook(new TextDecoder().decode(read.bytes));
}

/** What a cell of an open notebook has. */
export function openCell({ document, outputs, kind }: vscode.NotebookCell): NotebookCell {
  const decoder = new TextDecoder();
  return {
    language: kind === vscode.NotebookCellKind.Markup ? 'markdown' : document.languageId,
    text: document.getText(),
    outputs: outputs.map(({ items }) =>
      items.map(({ mime, data }) => ({
        mime,
        // If another extension created the notebook, VS Code passes the JSON of a buffer instead of one.
        text: () => decoder.decode(Buffer.from(data)),
      })),
    ),
  };
}
