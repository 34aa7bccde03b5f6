// Says in the diff editor, at the lines of a conflict or a removal, what the user decides there. VS Code shows code lenses in
// no diff editor unless a setting says so (`diffEditor.codeLens`).
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import { commandLinks } from '../../../platform/host/window';
import { proposalScheme } from '../../../workspace/host/filePlace';
import { proposedLines, type FileChange } from '../node/fileChanges';
import { applyContributions } from './applyContributions';
import { thingsText } from './applyTexts';
import type { Proposals } from './proposals';

export function markDecisions(proposals: Proposals): Disposable {
  const { window, workspace } = vscode;
  const type = window.createTextEditorDecorationType({
    isWholeLine: true,
    overviewRulerColor: new vscode.ThemeColor('editorWarning.foreground'),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
    after: { color: new vscode.ThemeColor('editor.foreground'), margin: '0 0 0 2em' },
  });
  const show = (): void => {
    for (const editor of window.visibleTextEditors) {
      const { uri } = editor.document;
      if (uri.scheme === proposalScheme) {
        const { changes = [] } = proposals.withId(uri.query) ?? {};
        editor.setDecorations(
          type,
          changes.flatMap((change) => marksOf(change, changes, editor)),
        );
      }
    }
  };
  return new DisposableStore(
    type,
    proposals.onDidChangeProposals(show),
    window.onDidChangeVisibleTextEditors(show),
    // Marks move with the text that VS Code reads again.
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === proposalScheme) {
        show();
      }
    }),
  );
}

function marksOf(
  change: FileChange,
  changes: readonly FileChange[],
  { document }: vscode.TextEditor,
): readonly vscode.DecorationOptions[] {
  const contentText = decisionText(change);
  const line = Math.min(proposedLines(changes, change).start, document.lineCount - 1);
  const { range } = document.lineAt(line);
  const hover = change.isConflict ? { hoverMessage: buttons(line) } : {};
  return contentText === undefined
    ? []
    : [{ range, renderOptions: { after: { contentText } }, ...hover }];
}

function decisionText({ isConflict, removal }: FileChange): string | undefined {
  const { l10n } = vscode;
  const things = removal && thingsText(removal.things);
  return isConflict
    ? l10n.t('You changed this since')
    : things && l10n.t('Would remove {0}', things);
}

/** @param line of the proposed text, which the commands take */
function buttons(line: number): vscode.MarkdownString {
  const { acceptChange, rejectChange } = applyContributions.commandIds;
  return commandLinks([
    { label: vscode.l10n.t('Take theirs'), command: acceptChange, argument: line },
    { label: vscode.l10n.t('Keep mine'), command: rejectChange, argument: line },
  ]);
}
