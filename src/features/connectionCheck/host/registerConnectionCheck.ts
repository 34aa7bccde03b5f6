// Registers Diagnose Connection.
import type { Disposable } from '../../../base/disposable';
import type { ChatModel } from '../../../gateway/common/chatModel';
import { registerCommands } from '../../../platform/host/typedCommands';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import type { UnavailableModels } from '../../models/node/unavailableModels';
import type { Gateways } from '../../setup/host/gateways';
import { ConnectionCheckCommand, type ConnectionCheckDeps } from './connectionCheckCommand';
import { connectionCheckContributions } from './connectionCheckContributions';

export interface ConnectionCheckServices extends Omit<
  ConnectionCheckDeps,
  'chatModel' | 'modelInUse' | 'isKnownUnavailable' | 'restored'
> {
  readonly withRetries: (
    chatModel: ChatModel,
    askedGateway: () => Promise<string | undefined>,
  ) => ChatModel;
  readonly gateways: Pick<Gateways, 'currentId'>;
  readonly unavailableModels: UnavailableModels;
  readonly chats: ChatWindow;
}

export function registerConnectionCheck(services: ConnectionCheckServices): Disposable {
  const { gateway, gateways, current, chats, unavailableModels, withRetries } = services;
  const { chatModel } = gateway.connect(() => current.resolve());
  const check = new ConnectionCheckCommand({
    ...services,
    modelInUse: () => chats.current.session.conversation.model,
    isKnownUnavailable: async (model) =>
      unavailableModels.of((await gateways.currentId()) ?? '').has(model),
    chatModel: withRetries(chatModel, () => gateways.currentId()),
    restored: () => chats.restored(),
  });
  return registerCommands(connectionCheckContributions.commandIds, {
    checkConnection: () => chats.returnFocus.after(() => check.run()),
  });
}
