// Warns when the gateway no longer lists the default model, unless the notice of an answer has said so.
import { l10n } from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { gatewayId } from '../../../gateway/node/namedGateways';
import type { Gateways } from '../../setup/host/gateways';
import { runCommand } from '../../../platform/host/typedCommands';
import { showWarning } from '../../../platform/host/window';
import type { UnavailableModels } from '../node/unavailableModels';
import type { ChangedList, ModelCatalog } from './modelCatalog';
import { catalogUrl, defaultModel } from './requestSettings';

export function warnWhenDefaultModelGone(
  catalog: ModelCatalog,
  gateways: Gateways,
  unavailableModels: UnavailableModels,
): Disposable {
  return catalog.onDidChange((changed) => void warnIfRemoved(changed, gateways, unavailableModels));
}

/** Ignores lists of other gateways: new chats do not use them. */
async function warnIfRemoved(
  { gateway, removed }: ChangedList,
  gateways: Gateways,
  unavailableModels: UnavailableModels,
): Promise<void> {
  const current = await gateways.current();
  const model = defaultModel();
  const isCurrent = current !== undefined && gatewayId(current) === gateway;
  if (isCurrent && removed.includes(model) && !unavailableModels.of(gateway).has(model)) {
    await warn(model);
  }
}

async function warn(model: string): Promise<void> {
  const select = l10n.t('Select Model…');
  const openCatalog = l10n.t('Open Model Catalog');
  const answer = await showWarning(
    l10n.t('Your default model “{0}” is no longer listed by the gateway.', model),
    select,
    ...(catalogUrl() === undefined ? [] : [openCatalog]),
  );
  if (answer === select) {
    await runCommand('portico.selectModel');
  } else if (answer === openCatalog) {
    await runCommand('portico.openCatalog');
  }
}
