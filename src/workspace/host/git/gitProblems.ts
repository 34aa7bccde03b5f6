// Why Git cannot give what the user asked for: a sentence, and the button that helps.
import * as vscode from 'vscode';
import { openSettings } from '../../../platform/host/settings';
import { showWarning } from '../../../platform/host/window';

export type GitProblem =
  'untrusted' | 'extensionMissing' | 'disabled' | 'notInstalled' | 'notReady' | 'noRepository';

interface ProblemText {
  readonly sentence: string;
  readonly button: string;
  readonly run: () => Thenable<unknown>;
}

export async function showGitProblem(problem: GitProblem): Promise<void> {
  const { sentence, button, run } = problemTexts()[problem];
  if ((await showWarning(sentence, button)) === button) {
    await run();
  }
}

function problemTexts(): Readonly<Record<GitProblem, ProblemText>> {
  const { l10n } = vscode;
  const execute =
    (command: string, ...args: readonly unknown[]) =>
    (): Thenable<unknown> =>
      vscode.commands.executeCommand(command, ...args);
  return {
    untrusted: {
      sentence: l10n.t(
        "VS Code's Git extension is off in Restricted Mode. Trust this workspace to use Git.",
      ),
      button: l10n.t('Manage workspace trust'),
      run: execute('workbench.trust.manage'),
    },
    extensionMissing: {
      sentence: l10n.t(
        "VS Code's Git extension isn't available in this window. It may be disabled.",
      ),
      button: l10n.t('Show extension'),
      run: execute('workbench.extensions.search', '@builtin @id:vscode.git'),
    },
    disabled: {
      sentence: l10n.t('Git is turned off in VS Code (“git.enabled”).'),
      button: l10n.t('Open settings'),
      run: () => openSettings('git.enabled'),
    },
    notInstalled: {
      sentence: l10n.t(
        "VS Code's Git extension found no Git. Install Git, or set “git.path”, then reload the window.",
      ),
      button: l10n.t('Open settings'),
      run: () => openSettings('git.path'),
    },
    notReady: {
      sentence: l10n.t(
        "VS Code's Git extension is still looking for repositories. Try again in a moment.",
      ),
      button: l10n.t('Show Git output'),
      run: execute('git.showOutput'),
    },
    noRepository: {
      sentence: l10n.t('There is no Git repository in this window.'),
      button: l10n.t('Show source control'),
      run: execute('workbench.view.scm'),
    },
  };
}
