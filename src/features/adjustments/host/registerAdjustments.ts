// Creates what remembers the refusals of models, and registers Show Model Adjustments.
import { join } from 'node:path';
import type { Disposable } from '../../../base/disposable';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import { ModelFactRecorder } from '../../../conversation/node/retry/modelFactRecorder';
import type { ModelFacts } from '../../../conversation/node/retry/modelFacts';
import { RetryingChatModel } from '../../../conversation/node/retry/retryingChatModel';
import type { ChatModel } from '../../../gateway/common/chatModel';
import type { Connection } from '../../../gateway/common/connection';
import { gatewayId } from '../../../gateway/node/namedGateways';
import type { CoreServices } from '../../../platform/host/coreServices';
import { registerCommands } from '../../../platform/host/typedCommands';
import type { Ledger } from '../../../storage/node/ledger';
import type { ConnectionServices } from '../../setup/host/createConnections';
import { ModelFactsFile } from '../node/modelFactsFile';
import { adjustmentsContributions } from './adjustmentsContributions';
import { showModelFacts } from './modelFactsPicker';

export interface ModelFactServices {
  readonly modelFacts: ModelFactsFile;
  /**
   * Adds automatic retries, and records what they reveal for the gateway that was asked (its `gatewayId`). Each attempt is in
   * the ledger, and none leaves past the budget without the user's consent.
   */
  readonly withRetries: (
    chatModel: ChatModel,
    askedGateway: () => Promise<string | undefined>,
  ) => ChatModel;
  /** Sends to this connection only, with automatic retries, whatever the settings say meanwhile. */
  readonly createChatModel: (connection: Connection) => ChatModel;
}

export function createModelFacts({
  clock,
  storageFolder,
  gateway,
  ledger,
  withBudget,
}: Pick<CoreServices, 'clock' | 'storageFolder'> &
  Pick<ConnectionServices, 'gateway'> & {
    readonly ledger: Ledger;
    /** Asks before a request that would reach the budget. */
    readonly withBudget: (chatModel: ChatModel) => ChatModel;
  }): ModelFactServices {
  const modelFacts = new ModelFactsFile(join(storageFolder, 'learned.json'), clock);
  const withRetries: ModelFactServices['withRetries'] = (chatModel, askedGateway) => {
    const factRecorder = new ModelFactRecorder({ modelFacts, clock, gateway: askedGateway });
    const counted = ledger.counted(chatModel, askedGateway);
    return withBudget(new RetryingChatModel({ chatModel: counted, clock, factRecorder }));
  };
  return {
    modelFacts,
    withRetries,
    createChatModel: (connection) =>
      withRetries(gateway.connect(async () => connection).chatModel, async () =>
        gatewayId(connection),
      ),
  };
}

export function registerAdjustments({
  modelFacts,
  chats,
}: {
  readonly modelFacts: ModelFacts;
  readonly chats: ChatWindow;
}): Disposable {
  return registerCommands(adjustmentsContributions.commandIds, {
    showLearned: () => chats.returnFocus.after(() => showModelFacts(modelFacts)),
  });
}
