// Registers Show Costs.
import type { Disposable } from '../../../base/disposable';
import type { FocusReturn } from '../../../chat/host/focusReturn';
import { registerCommands } from '../../../platform/host/typedCommands';
import { costsContributions } from './costsContributions';
import { showCosts, type ShowCostsDeps } from './showCosts';

export function registerCosts(
  services: ShowCostsDeps & { readonly chats: { readonly returnFocus: FocusReturn } },
): Disposable {
  return registerCommands(costsContributions.commandIds, {
    showCosts: () => services.chats.returnFocus.after(() => showCosts(services)),
  });
}
