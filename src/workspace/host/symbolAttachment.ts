// A symbol as an attachment: the one at the cursor, or one of the workspace.
import * as vscode from 'vscode';
import { refuse, type AttachResult } from './attachResult';
import { documentSymbols, type RangedSymbol } from './documentSymbols';
import { linesAttachment } from './rangeAttachment';

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

/** What the language extensions find for a name. */
export async function workspaceSymbols(
  query: string,
): Promise<readonly vscode.SymbolInformation[]> {
  const found = await vscode.commands.executeCommand<
    readonly vscode.SymbolInformation[] | undefined
  >('vscode.executeWorkspaceSymbolProvider', query);
  return found ?? [];
}

export async function foundSymbolAttachment({
  name,
  location: { uri, range },
}: vscode.SymbolInformation): Promise<AttachResult> {
  return symbolRangeAttachment(await vscode.workspace.openTextDocument(uri), name, range);
}

/** The text of a symbol whose range is known. */
function symbolRangeAttachment(
  document: vscode.TextDocument,
  name: string,
  range: vscode.Range,
): Promise<AttachResult> {
  return linesAttachment('symbol', document, range, [{ label: 'symbol', value: name }]);
}

async function symbolAt(
  { uri }: vscode.TextDocument,
  position: vscode.Position,
): Promise<RangedSymbol | undefined> {
  let best: RangedSymbol | undefined;
  let symbols = await documentSymbols(uri);
  while (symbols.length > 0) {
    const around = symbols.filter(({ range }) => range.contains(position));
    for (const symbol of around) {
      best = best === undefined || best.range.contains(symbol.range) ? symbol : best;
    }
    symbols = around.flatMap(({ children }) => children);
  }
  return best;
}
