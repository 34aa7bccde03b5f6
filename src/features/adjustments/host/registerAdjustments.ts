// Creates what remembers the refusals of models, and registers Show Model Adjustments.
import { join } from 'node:path';
import type { Disposable } from '../../../base/disposable';
import { ModelFactRecorder } from '../../../conversation/node/retry/modelFactRecorder';
import { RetryingChatModel } from '../../../conversation/node/retry/retryingChatModel';
import type { ChatModel } from '../../../gateway/common/chatModel';
import type { ModelFacts } from '../../../conversation/node/retry/modelFacts';
import type { CoreServices } from '../../../platform/host/coreServices';
import { registerCommands } from '../../../platform/host/typedCommands';
import type { ChatWindow } from '../../chatView/host/chats/chatWindow';
import type { Gateways } from '../../setup/host/gateways';
import { ModelFactsFile } from '../node/modelFactsFile';
import { adjustmentsContributions } from './adjustmentsContributions';
import { showModelFacts } from './modelFactsPicker';

export interface ModelFactServices {
  readonly modelFacts: ModelFactsFile;
  /** Adds automatic retries, and records what they reveal for the gateway of the settings. */
  readonly withRetries: (chatModel: ChatModel) => ChatModel;
}

export function createModelFacts({
  clock,
  storageFolder,
  gateways,
}: CoreServices & { readonly gateways: Gateways }): ModelFactServices {
  const modelFacts = new ModelFactsFile(join(storageFolder, 'learned.json'), clock);
  const gateway = (): Promise<string | undefined> => gateways.currentId();
  const factRecorder = new ModelFactRecorder({ modelFacts, clock, gateway });
  return {
    modelFacts,
    withRetries: (chatModel) => new RetryingChatModel({ chatModel, clock, factRecorder }),
  };
}

export interface AdjustmentServices {
  readonly modelFacts: ModelFacts;
  readonly chats: ChatWindow;
}

export function registerAdjustments({ modelFacts, chats }: AdjustmentServices): Disposable {
  return registerCommands(adjustmentsContributions.commandIds, {
    showLearned: () => chats.returnFocus.after(() => showModelFacts(modelFacts)),
  });
}
