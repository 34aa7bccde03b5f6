// A failure as a notification, with the buttons that help.
import * as vscode from 'vscode';
import type { Failure } from '../../shared/conversation/failure';
import { actionLabel, failureActions } from './failureActions';
import { failureSentence } from './failureText';
import { type ChangeBaseUrl, runNoticeAction } from './noticeActions';
import { plainSentence } from '../platform/escapeCodicons';

/** Resolves when the notification was answered or left. */
export async function showFailure(failure: Failure, changeBaseUrl: ChangeBaseUrl): Promise<void> {
  const actions = [...failureActions(failure.kind), 'showLog' as const].filter(
    (action, index, all) => action !== 'checkConnection' && all.indexOf(action) === index,
  );
  const answer = await vscode.window.showErrorMessage(
    plainSentence(failureSentence(failure, undefined)),
    ...actions.map(actionLabel),
  );
  const chosen = actions.find((action) => actionLabel(action) === answer);
  if (chosen !== undefined) {
    await runNoticeAction(chosen, changeBaseUrl);
  }
}
