// Composes what generates commit messages. Nothing of it runs before the user asks for one.
import { randomUUID } from 'node:crypto';
import { gatewayId } from '../gateway/node/namedGateways';
import { knownLimits } from '../conversation/node/retry/modelFacts';
import { RetryingChatModel } from '../conversation/node/retry/retryingChatModel';
import { outgoingVisibleTextCheck } from '../conversation/node/send/visibleTextCheck';
import { openSetupStep } from '../features/chatView/host/chats/openSetupStep';
import { CommitMessageCommand } from '../features/commitMessage/host/commitMessageCommand';
import { outgoingSecretsCheck } from '../features/secrets/host/outgoingSecretsCheck';
import { modelsSetting, requestSettings } from '../platform/host/settings';
import type { ChatServices } from './composeChats';
import type { GatewayServices } from './composeGateway';
import type { ViewServices } from './composeViews';
import type { CoreServices } from './coreServices';

export function composeCommitMessage(
  { clock, log, reportError }: CoreServices,
  { gateway, current, lists, modelFacts }: GatewayServices,
  { factRecorder, secretScanner, sentRequests, unavailableModels }: ChatServices,
  { sentRequestView }: ViewServices,
): CommitMessageCommand {
  return new CommitMessageCommand({
    clock,
    log,
    reportError,
    requestSettings,
    lookUpModel: (model) => lists.lookUpModel(model),
    checks: [
      outgoingVisibleTextCheck,
      outgoingSecretsCheck(secretScanner, () => current.resolve()),
    ],
    resolveConnection: () => current.resolve(),
    connectionState: () => current.state(),
    openStep: openSetupStep,
    createChatModel: (connection) =>
      new RetryingChatModel({
        chatModel: gateway.connect(async () => connection).chatModel,
        clock,
        factRecorder,
      }),
    contextLength: async (connection, model) => {
      const apiFormat = await lists.apiFormat(model);
      const subject = { gateway: gatewayId(connection), model, apiFormat };
      const learned = await knownLimits(modelFacts, subject);
      return (
        modelsSetting().of(model).contextLength ??
        learned.contextLength ??
        (await lists.contextLength(model))
      );
    },
    sentRequests,
    showSentRequest: (id) => sentRequestView.show(id),
    newId: randomUUID,
    unavailableModels,
  });
}
