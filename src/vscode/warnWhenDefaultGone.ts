// The model that new chats begin with may leave the list without anybody asking it a question.
import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import { gatewayId } from '../chat/gateways';
import { commandIds } from './contributions';
import type { Gateways } from './gateways';
import type { ChangedList, ModelLists } from './modelLists';
import { catalogueUrl, defaultModel } from './settings';
import { plainSentence } from './plainLabel';

/** Says so at the refresh of the list that no longer holds it. */
export function warnWhenDefaultGone(lists: ModelLists, gateways: Gateways): Disposable {
  return lists.onDidChange((changed) => void warnOf(changed, gateways));
}

/** The list of a gateway that is only being tried, or was left meanwhile, is no matter of new chats. */
async function warnOf({ gateway, removed }: ChangedList, gateways: Gateways): Promise<void> {
  const here = await gateways.here();
  if (here !== undefined && gatewayId(here) === gateway && removed.includes(defaultModel())) {
    await warn(defaultModel());
  }
}

async function warn(model: string): Promise<void> {
  const { l10n, window } = vscode;
  const select = l10n.t('Select Model…');
  const catalogue = l10n.t('Open Model Catalogue');
  const answer = await window.showWarningMessage(
    l10n.t('The gateway no longer lists “{0}”, with which new chats begin.', plainSentence(model)),
    select,
    ...(catalogueUrl() === undefined ? [] : [catalogue]),
  );
  if (answer === select) {
    await vscode.commands.executeCommand(commandIds.selectModel);
  } else if (answer === catalogue) {
    await vscode.commands.executeCommand(commandIds.openCatalogue);
  }
}
