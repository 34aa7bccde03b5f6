// The functions, classes and other symbols of a document, as its language extension reports them.
import * as vscode from 'vscode';

export interface RangedSymbol {
  readonly name: string;
  /** Includes comments and decorators if the language says so. */
  readonly range: vscode.Range;
  readonly children: readonly RangedSymbol[];
}

/** Empty if no extension provides symbols for the language. */
export async function documentSymbols(uri: vscode.Uri): Promise<readonly RangedSymbol[]> {
  const found = await vscode.commands.executeCommand<
    readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
  >('vscode.executeDocumentSymbolProvider', uri);
  return (found ?? []).map((symbol) =>
    'children' in symbol
      ? symbol
      : { name: symbol.name, range: symbol.location.range, children: [] },
  );
}
