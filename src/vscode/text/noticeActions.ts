// What the buttons of a notice do, wherever the notice stands.
import * as vscode from 'vscode';
import { assertNever } from '../../base/assertNever';
import { commandIds } from '../contributions';
import type { HelpingAction } from './failureActions';

export type ChangeBaseUrl = () => Promise<void>;

/** Resolves when what the button opened has been answered or left. */
export async function runNoticeAction(
  action: HelpingAction,
  changeBaseUrl: ChangeBaseUrl,
): Promise<void> {
  switch (action) {
    case 'changeBaseUrl':
      return changeBaseUrl();
    case 'openSettings':
      return vscode.commands.executeCommand('workbench.action.openSettings', 'portico');
    case 'setApiKey':
    case 'checkConnection':
    case 'newChat':
    case 'switchGateway':
    case 'showLog':
      return vscode.commands.executeCommand(commandIds[action]);
    case 'chooseModel':
      return vscode.commands.executeCommand(commandIds.selectModel);
    default:
      return assertNever(action);
  }
}
