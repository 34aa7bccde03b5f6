// What the user learns about a generated commit message: what was omitted, and why there is none. Each notice resolves
// when it has been answered or dismissed.
import * as vscode from 'vscode';
import type { AuxiliaryRequestEnd } from '../../../conversation/node/request/auxiliaryRequest';
import { openSettings } from '../../../platform/host/settings';
import { requestNotice } from '../../../platform/host/text/answerNotice';
import {
  actionLabel,
  runNoticeAction,
  settingsQuery,
} from '../../../platform/host/text/failureActions';
import { runCommand } from '../../../platform/host/typedCommands';
import { showError, showInformation, showWarning } from '../../../platform/host/window';
import type { ChangedFile } from '../node/changedFile';
import { commitMessageModel } from './commitMessageSettings';

/** Says why there is nothing to describe. */
export function showNoChanges(hasConflicts: boolean): Promise<void> {
  const { commands, l10n } = vscode;
  return hasConflicts
    ? show(
        showWarning,
        l10n.t(
          'Some files have merge conflicts. Resolve and stage them, then generate the commit message.',
        ),
        [
          {
            label: l10n.t('Show source control'),
            run: () => commands.executeCommand('workbench.view.scm'),
          },
        ],
      )
    : show(
        showWarning,
        l10n.t('There are no changes to describe: nothing is staged, and no file changed.'),
        [{ label: l10n.t('Refresh'), run: () => commands.executeCommand('git.refresh') }],
      );
}

/** The message may not describe these files well, or not at all. */
export async function showOmitted(files: readonly ChangedFile[]): Promise<void> {
  // Binary files and links have no content that could be described.
  const omitted = files.filter(
    ({ omission, omittedLines }) =>
      omittedLines !== undefined ||
      (omission !== undefined && omission !== 'binary' && omission !== 'not a regular file'),
  ).length;
  if (omitted > 0) {
    const sentence = vscode.l10n.t(
      'The commit message was written without all of the content of {0} of {1} files. The log names them.',
      omitted,
      files.length,
    );
    await show(showInformation, sentence, [
      { label: actionLabel('showLog'), run: () => runCommand('portico.showLog') },
    ]);
  }
}

/** The text that the user typed was used as the instruction, and the message is in its place. */
export function offerText(restore: () => void): Promise<void> {
  const sentence = vscode.l10n.t(
    'Your text in the commit box was used as an instruction and replaced with the message.',
  );
  return show(showInformation, sentence, [
    { label: vscode.l10n.t('Restore my text'), run: restore },
  ]);
}

/** Says why there is no message, or not all of it, with the sentence and the buttons that the chat would show. */
export async function showEnd(
  { state, outcome }: Pick<AuxiliaryRequestEnd, 'state' | 'outcome'>,
  model: string,
  retry: () => Promise<void>,
): Promise<void> {
  const notice = requestNotice({ state, outcome }, model);
  if (notice === undefined || state === 'stopped') {
    return;
  }
  const { failure } = outcome;
  const isTooLong = failure?.kind === 'contextTooLong' || failure?.kind === 'requestTooLarge';
  // The chat advises to start a new chat.
  const sentence = isTooLong
    ? vscode.l10n.t(
        'The changes are too long for this model. Retry to send less, stage fewer files, or choose a model with a larger context window.',
      )
    : notice.sentence;
  const buttons = notice.actions.flatMap(({ action, label }): readonly Button[] => {
    switch (action) {
      case 'retry':
        return [{ label, run: retry }];
      case 'continue':
      case 'continueReading':
      case 'answerNow':
      case 'newChat':
        return [];
      case 'chooseModel':
        // Where the setting names the model, another one in the chat's picker would change nothing.
        return commitMessageModel() === ''
          ? [{ label, run: () => runNoticeAction(action) }]
          : [
              {
                label: actionLabel('openSettings'),
                run: () => openSettings('portico.commitMessage.model'),
              },
            ];
      default:
        return [{ label, run: () => runNoticeAction(action, settingsQuery(failure), failure) }];
    }
  });
  await show(notice.severity === 'error' ? showError : showWarning, sentence, buttons);
}

interface Button {
  readonly label: string;
  readonly run: () => unknown;
}

async function show(
  showNotification: typeof showError,
  sentence: string,
  buttons: readonly Button[],
): Promise<void> {
  const labels = [...new Set(buttons.map(({ label }) => label))];
  const answer = await showNotification(sentence, ...labels);
  await buttons.find(({ label }) => label === answer)?.run();
}
