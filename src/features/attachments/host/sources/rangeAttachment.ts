// Attaches a range of a document: the selection, or the symbol around a position.
import * as vscode from 'vscode';
import { attachmentBlock, type BlockDetail, lineRange } from '../../node/attachmentBlock';
import { filePlace, languageOf } from '../filePlace';
import { type AttachResult, maxTextLength, refuse, textAttachment } from '../../node/newAttachment';
import { readProblemText } from '../../../../platform/host/files/readProblemText';

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
  return attach(document, range, 'selection', []);
}

/** The innermost function, class or other symbol around a position that is longer than its name. */
export async function symbolAttachment(
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<AttachResult> {
  const symbol = await symbolAt(document, position);
  return symbol === undefined
    ? refuse(
        vscode.l10n.t(
          'There is no symbol at the cursor, or no extension provides symbols for this language.',
        ),
      )
    : symbolRangeAttachment(document, symbol.name, symbol.range);
}

/** The text of a symbol whose range is known. */
export function symbolRangeAttachment(
  document: vscode.TextDocument,
  name: string,
  range: vscode.Range,
): Promise<AttachResult> {
  return attach(document, range, 'symbol', [{ label: 'symbol', value: name }]);
}

/** `a.ts:3-10` for a range. */
export function nameWithLines(name: string, { start, end }: vscode.Range): string {
  return nameOfLines(name, start.line + 1, lastLine(start, end));
}

/** `a.ts:3` or `a.ts:3-10`. */
export function nameOfLines(name: string, startLine: number, endLine: number): string {
  return startLine === endLine ? `${name}:${startLine}` : `${name}:${startLine}-${endLine}`;
}

/** The symbol around a position; its range includes comments and decorators if the language says so. */
async function symbolAt(
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<{ readonly name: string; readonly range: vscode.Range } | undefined> {
  const found = await vscode.commands.executeCommand<
    readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
  >('vscode.executeDocumentSymbolProvider', document.uri);
  let best: { readonly name: string; readonly range: vscode.Range } | undefined;
  let symbols = (found ?? []).map(withRange);
  while (symbols.length > 0) {
    const around = symbols.filter(({ range }) => range.contains(position));
    for (const { name, range } of around) {
      best = best === undefined || best.range.contains(range) ? { name, range } : best;
    }
    symbols = around.flatMap(({ children }) => children.map(withRange));
  }
  return best;
}

function withRange(symbol: vscode.DocumentSymbol | vscode.SymbolInformation): {
  readonly name: string;
  readonly range: vscode.Range;
  readonly children: readonly vscode.DocumentSymbol[];
} {
  return 'children' in symbol
    ? symbol
    : { name: symbol.name, range: symbol.location.range, children: [] };
}

async function attach(
  document: vscode.TextDocument,
  range: vscode.Range,
  kind: 'selection' | 'symbol',
  extra: readonly BlockDetail[],
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
    text: attachmentBlock({ title, name, language, details, content }),
    source: { uri: uri.toString(), startLine, endLine },
  });
}

/** Starting at 1. A range that ends at the beginning of a line has nothing of it. */
function lastLine(start: vscode.Position, end: vscode.Position): number {
  return end.character === 0 && end.line > start.line ? end.line : end.line + 1;
}
