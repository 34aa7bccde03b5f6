// The model that new chats begin with may leave the list without anybody asking it a question.
import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { gatewayId } from '../../chat/gateways';
import { runCommand } from '../platform/typedCommands';
import type { Gateways } from '../gateway/gateways';
import type { ChangedList, ModelLists } from './modelLists';
import { catalogUrl, defaultModel } from '../settings';
import { escapeLinks } from '../platform/escapeCodicons';

/** Says so at the refresh of the list that no longer holds it. */
export function warnWhenDefaultModelGone(lists: ModelLists, gateways: Gateways): Disposable {
  return lists.onDidChange((changed) => void warnOf(changed, gateways));
}

/** The list of a gateway that is only being tried, or was left meanwhile, is no matter of new chats. */
async function warnOf({ gateway, removed }: ChangedList, gateways: Gateways): Promise<void> {
  const here = await gateways.current();
  if (here !== undefined && gatewayId(here) === gateway && removed.includes(defaultModel())) {
    await warn(defaultModel());
  }
}

async function warn(model: string): Promise<void> {
  const { l10n, window } = vscode;
  const select = l10n.t('Select Model…');
  const catalogue = l10n.t('Open Model Catalog');
  const answer = await window.showWarningMessage(
    l10n.t('The gateway no longer lists “{0}”, with which new chats begin.', escapeLinks(model)),
    select,
    ...(catalogUrl() === undefined ? [] : [catalogue]),
  );
  if (answer === select) {
    await runCommand('selectModel');
  } else if (answer === catalogue) {
    await runCommand('openCatalog');
  }
}
