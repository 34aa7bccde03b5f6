// What the buttons of a notice do, wherever the notice stands.
import * as vscode from 'vscode';
import { assertNever } from '../base/assertNever';
import { commandIds } from './contributions';
import type { HelpingAction } from './failureText';

export interface BaseUrlQuestion {
  changeBaseUrl(): Promise<void>;
}

export async function runNoticeAction(
  action: HelpingAction,
  connection: BaseUrlQuestion,
): Promise<void> {
  switch (action) {
    case 'changeBaseUrl':
      return connection.changeBaseUrl();
    case 'openSettings':
      return vscode.commands.executeCommand('workbench.action.openSettings', 'portico');
    case 'setApiKey':
    case 'checkConnection':
    case 'newChat':
    case 'showLog':
      return vscode.commands.executeCommand(commandIds[action]);
    case 'chooseModel':
      return vscode.commands.executeCommand(commandIds.selectModel);
    default:
      return assertNever(action);
  }
}
