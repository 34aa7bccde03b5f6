// Warns when the gateway no longer lists the default model.
import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { gatewayId } from '../../chat/namedGateways';
import type { Gateways } from '../gateway/gateways';
import { escapeLinks } from '../platform/escapeText';
import { runCommand } from '../platform/typedCommands';
import { catalogUrl, defaultModel } from '../settings';
import type { ChangedList, ModelLists } from './modelLists';

export function warnWhenDefaultModelGone(lists: ModelLists, gateways: Gateways): Disposable {
  return lists.onDidChange((changed) => void warnIfRemoved(changed, gateways));
}

/** Ignores lists of other gateways: new chats do not use them. */
async function warnIfRemoved({ gateway, removed }: ChangedList, gateways: Gateways): Promise<void> {
  const current = await gateways.current();
  if (current !== undefined && gatewayId(current) === gateway && removed.includes(defaultModel())) {
    await warn(defaultModel());
  }
}

async function warn(model: string): Promise<void> {
  const { l10n, window } = vscode;
  const select = l10n.t('Select Model…');
  const openCatalog = l10n.t('Open Model Catalog');
  const answer = await window.showWarningMessage(
    l10n.t('Your default model “{0}” is no longer listed by the gateway.', escapeLinks(model)),
    select,
    ...(catalogUrl() === undefined ? [] : [openCatalog]),
  );
  if (answer === select) {
    await runCommand('selectModel');
  } else if (answer === openCatalog) {
    await runCommand('openCatalog');
  }
}
