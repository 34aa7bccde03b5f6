// What Portico offers in a QuickPick: no test of this ring can press its keys, so the rows are taken on the way.
import * as vscode from 'vscode';

interface AnsweredQuickPicks {
  /** Label and description of each row that was offered last. */
  readonly rows: readonly string[];
  readonly dispose: () => void;
}

type ShowQuickPick = (
  items: Iterable<vscode.QuickPickItem> | PromiseLike<Iterable<vscode.QuickPickItem>>,
) => Promise<vscode.QuickPickItem | undefined>;

/** Until `end` each QuickPick is answered by its first row whose text holds `wanted`. */
export function answerQuickPicks(wanted: string): AnsweredQuickPicks {
  const rows: string[] = [];
  const { window } = vscode;
  const before = window.showQuickPick.bind(window);
  const showQuickPick: ShowQuickPick = async (items) => {
    const offered = [...(await items)].filter(
      ({ kind }) => kind !== vscode.QuickPickItemKind.Separator,
    );
    rows.splice(0, rows.length, ...offered.map(textOf));
    return offered.find((row) => textOf(row).includes(wanted));
  };
  Object.assign(window, { showQuickPick });
  return { rows, dispose: () => void Object.assign(window, { showQuickPick: before }) };
}

function textOf({ label, description = '' }: vscode.QuickPickItem): string {
  return `${label} ${description}`.trim();
}
