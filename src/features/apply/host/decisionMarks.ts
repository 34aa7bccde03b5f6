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

export class DecisionMarks implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #proposals: Proposals;
  readonly #type = this.#disposables.add(
    vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      overviewRulerColor: new vscode.ThemeColor('editorWarning.foreground'),
      overviewRulerLane: vscode.OverviewRulerLane.Full,
      after: { color: new vscode.ThemeColor('editor.foreground'), margin: '0 0 0 2em' },
    }),
  );

  constructor(proposals: Proposals) {
    this.#proposals = proposals;
    const show = (): void => this.#show();
    this.#disposables.add(proposals.onDidChangeProposals(show));
    this.#disposables.add(vscode.window.onDidChangeVisibleTextEditors(show));
    // Marks move with the text that VS Code reads again.
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme === proposalScheme) {
          show();
        }
      }),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #show(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const { uri, lineCount } = editor.document;
      const proposal = this.#proposals.withId(uri.query);
      const { changes = [] } = proposal ?? {};
      const marks = changes.flatMap((change): readonly vscode.DecorationOptions[] => {
        const contentText = decisionText(change);
        const line = Math.min(proposedLines(changes, change).start, lineCount - 1);
        const { range } = editor.document.lineAt(line);
        return contentText === undefined
          ? []
          : [
              {
                range,
                renderOptions: { after: { contentText } },
                ...(change.isConflict ? { hoverMessage: buttons(line) } : {}),
              },
            ];
      });
      if (uri.scheme === proposalScheme) {
        editor.setDecorations(this.#type, marks);
      }
    }
  }
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
