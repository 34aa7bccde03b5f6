// A range of a document as an attachment: the selection, a symbol, or the lines around something.
import * as vscode from 'vscode';
import { maxTextLength } from '../../conversation/common/attachment';
import { labeledBlock, lineRange, nameOfLines, type BlockDetail } from '../node/labeledBlock';
import { refuse, textAttachment, type AttachResult } from './attachResult';
import { filePlace, languageOf } from './filePlace';
import { readProblemText } from './readText';

/** The selected text of an editor, with its lines. */
export function selectionAttachment(editor: vscode.TextEditor): Promise<AttachResult> {
  return rangeAttachment(editor.document, editor.selection);
}

/** The text of a range, as a selection. */
export async function rangeAttachment(
  document: vscode.TextDocument,
  range: vscode.Range,
): Promise<AttachResult> {
  if (range.isEmpty) {
    return refuse(vscode.l10n.t('Nothing is selected.'));
  }
  return linesAttachment('selection', document, range);
}

/** `a.ts:3-10` for a range. */
export function nameWithLines(name: string, { start, end }: vscode.Range): string {
  return nameOfLines(name, start.line + 1, lastLine(start, end));
}

export async function linesAttachment(
  kind: 'selection' | 'symbol',
  document: vscode.TextDocument,
  range: vscode.Range,
  extra: readonly BlockDetail[] = [],
): Promise<AttachResult> {
  const { uri } = document;
  const place = await filePlace(uri);
  const { name } = place;
  const content = document.getText(range);
  if (content.length > maxTextLength) {
    return refuse(readProblemText('tooLong', name));
  }
  const [startLine, endLine] = [range.start.line + 1, lastLine(range.start, range.end)];
  const details = [...extra, lineRange(startLine, endLine)];
  const title = kind === 'symbol' ? 'Symbol in' : 'Selection of';
  const language = languageOf(uri, document);
  return textAttachment({
    kind,
    name: nameWithLines(name, range),
    text: labeledBlock({ title, name, language, details, content }),
    source: { uri: uri.toString(), startLine, endLine },
  });
}

/** Lines are counted from 1. A range that ends at the beginning of a line has nothing of it. */
function lastLine(start: vscode.Position, end: vscode.Position): number {
  return end.character === 0 && end.line > start.line ? end.line : end.line + 1;
}
