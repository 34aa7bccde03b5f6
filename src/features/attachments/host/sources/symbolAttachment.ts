// Attaches a symbol: the one at the cursor, or one of the workspace.
import * as vscode from 'vscode';
import { DisposableStore } from '../../../../base/disposable';
import { kindTraits } from '../../../../conversation/common/attachmentKinds';
import { documentSymbols, type RangedSymbol } from '../../../../workspace/host/documentSymbols';
import { Picker, type PickRow } from '../../../../platform/host/window';
import { addFromEditor, type AttachmentRow, type AttachResult, refuse } from './attachResult';
import { linesAttachment } from './rangeAttachment';

/** More rows than these make the list slow, and nobody reads them. */
const maxSymbols = 2_000;

export function symbolRows(): readonly AttachmentRow[] {
  const { l10n } = vscode;
  return [
    {
      id: 'symbol',
      label: l10n.t('Symbol at the Cursor'),
      icon: kindTraits.symbol.icon,
      attachTo: (target) =>
        addFromEditor(target, ({ document, selection }) =>
          symbolAttachment(document, selection.active),
        ),
    },
    {
      id: 'workspaceSymbol',
      label: l10n.t('Symbol in the Workspace…'),
      icon: 'symbol-class',
      attachTo: async ({ add }) => {
        const symbol = await pickWorkspaceSymbol();
        if (symbol !== undefined) {
          add(await foundSymbolAttachment(symbol));
        }
      },
    },
  ];
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

interface SymbolRow extends PickRow {
  readonly symbol: vscode.SymbolInformation;
}

/** Asks the language extensions while the user types. */
async function pickWorkspaceSymbol(): Promise<vscode.SymbolInformation | undefined> {
  const picker = new Picker<SymbolRow>();
  const disposables = new DisposableStore();
  disposables.add(picker);
  picker.title = vscode.l10n.t('Select a Symbol');
  let searches = 0;
  const search = async (query: string): Promise<void> => {
    searches += 1;
    const current = searches;
    picker.busy = true;
    const found = await workspaceSymbols(query);
    if (current === searches) {
      picker.items = found.slice(0, maxSymbols).map(symbolRow);
      picker.busy = false;
    }
  };
  const { promise, resolve, reject } = Promise.withResolvers<SymbolRow | undefined>();
  disposables.add(picker.onDidChangeValue((query) => void search(query).catch(reject)));
  disposables.add(picker.onDidAccept(() => resolve(picker.activeItems[0])));
  disposables.add(picker.onDidHide(() => resolve(undefined)));
  picker.show();
  try {
    return (await promise)?.symbol;
  } finally {
    disposables.dispose();
  }
}

function symbolRow(symbol: vscode.SymbolInformation): SymbolRow {
  const { name, containerName, location } = symbol;
  const file = vscode.workspace.asRelativePath(location.uri);
  return {
    label: name,
    description: [containerName, file].filter((text) => text !== '').join(' · '),
    symbol,
  };
}
