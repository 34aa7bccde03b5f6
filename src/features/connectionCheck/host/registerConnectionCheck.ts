// Registers Diagnose Connection and Copy Diagnosis.
import type { Disposable } from '../../../base/disposable';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import type { ChatModel } from '../../../gateway/common/chatModel';
import { registerCommands } from '../../../platform/host/typedCommands';
import type { UnavailableModels } from '../../models/node/unavailableModels';
import type { Gateways } from '../../setup/host/gateways';
import { ConnectionCheckCommand, type ConnectionCheckDeps } from './connectionCheckCommand';
import { connectionCheckContributions } from './connectionCheckContributions';

export function registerConnectionCheck({
  gateway,
  gateways,
  current,
  catalog,
  lookup,
  unavailableModels,
  withRetries,
  chats,
  reportError,
  version,
}: Pick<
  ConnectionCheckDeps,
  'gateway' | 'current' | 'catalog' | 'lookup' | 'reportError' | 'version'
> & {
  readonly withRetries: (
    chatModel: ChatModel,
    askedGateway: () => Promise<string | undefined>,
  ) => ChatModel;
  readonly gateways: Pick<Gateways, 'currentId'>;
  readonly unavailableModels: UnavailableModels;
  readonly chats: ChatWindow;
}): Disposable {
  const { chatModel } = gateway.connect(() => current.resolve());
  const check = new ConnectionCheckCommand({
    gateway,
    current,
    catalog,
    lookup,
    reportError,
    version,
    modelInUse: () => chats.current.session.conversation.model,
    isKnownUnavailable: async (model) =>
      unavailableModels.of((await gateways.currentId()) ?? '').has(model),
    chatModel: withRetries(chatModel, () => gateways.currentId()),
    restored: () => chats.restored(),
  });
  return registerCommands(connectionCheckContributions.commandIds, {
    checkConnection: () => chats.returnFocus.after(() => check.run()),
    copyDiagnosis: () => check.copy(),
  });
}
