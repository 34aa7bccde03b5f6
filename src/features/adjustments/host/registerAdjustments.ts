// Creates what remembers the refusals of models, and registers Show Model Adjustments.
import { join } from 'node:path';
import type { Disposable } from '../../../base/disposable';
import { ModelFactRecorder } from '../../../conversation/node/retry/modelFactRecorder';
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
  /** Records for the gateway of the settings. */
  readonly factRecorder: ModelFactRecorder;
}

export function createModelFacts({
  clock,
  storageFolder,
  gateways,
}: CoreServices & { readonly gateways: Gateways }): ModelFactServices {
  const modelFacts = new ModelFactsFile(join(storageFolder, 'learned.json'), clock);
  const gateway = (): Promise<string | undefined> => gateways.currentId();
  return { modelFacts, factRecorder: new ModelFactRecorder({ modelFacts, clock, gateway }) };
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
