// Registers Diagnose Connection.
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import type { ModelFactRecorder } from '../../../conversation/node/retry/modelFactRecorder';
import { RetryingChatModel } from '../../../conversation/node/retry/retryingChatModel';
import { registerCommands } from '../../../platform/host/typedCommands';
import type { ChatWindow } from '../../chatView/host/chats/chatWindow';
import { ConnectionCheckCommand, type ConnectionCheckDeps } from './connectionCheckCommand';
import { connectionCheckContributions } from './connectionCheckContributions';

export interface ConnectionCheckServices extends Omit<
  ConnectionCheckDeps,
  'chatModel' | 'modelInUse' | 'restored'
> {
  readonly clock: Clock;
  readonly factRecorder: ModelFactRecorder;
  readonly chats: ChatWindow;
}

export function registerConnectionCheck(services: ConnectionCheckServices): Disposable {
  const { gateway, current, chats } = services;
  const { chatModel } = gateway.connect(() => current.resolve());
  const check = new ConnectionCheckCommand({
    ...services,
    modelInUse: () => chats.current.session.conversation.model,
    chatModel: new RetryingChatModel({ ...services, chatModel }),
    restored: () => chats.restored(),
  });
  return registerCommands(connectionCheckContributions.commandIds, {
    checkConnection: () => chats.returnFocus.after(() => check.run()),
  });
}
