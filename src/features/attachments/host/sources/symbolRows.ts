// Attaches the symbol at the cursor, or one of the workspace that the user picks.
import * as vscode from 'vscode';
import { DisposableStore } from '../../../../base/disposable';
import { kindTraits } from '../../../../conversation/common/attachmentKinds';
import { Picker, type PickRow } from '../../../../platform/host/window';
import {
  foundSymbolAttachment,
  symbolAttachment,
  workspaceSymbols,
} from '../../../../workspace/host/symbolAttachment';
import { addFromEditor, type AttachmentRow } from './attachmentRow';

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
