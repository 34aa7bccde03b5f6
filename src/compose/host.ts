// The features in the host: their parts of each chat with the checks before sending, what they do in all chats of the
// window, and the commands of the page.
import { webviewMessageParser } from '../chat/common/viewCommands';
import type { ChatCore, ChatParts } from '../chat/host/chat';
import { combineChatParts, combineWindowParts, type WindowParts } from '../chat/host/featureParts';
import type { WindowState } from '../chat/node/windowState';
import { applyViewCommands } from '../features/apply/common/applyViewCommands';
import type { CompareDeps } from '../features/apply/host/compareAnswers';
import { applyCommands, type ApplyServices } from '../features/apply/host/createApply';
import { attachmentsViewCommands } from '../features/attachments/common/attachmentsViewCommands';
import {
  attachmentCommands,
  type AttachmentCommandsDeps,
} from '../features/attachments/host/attachmentCommands';
import {
  attachmentsChatPart,
  type AttachmentsDeps,
} from '../features/attachments/host/attachmentsChatPart';
import type { EditorOffer } from '../features/attachments/host/selection/editorOffer';
import { balanceViewCommands } from '../features/balance/common/balanceViewCommands';
import {
  balanceCommands,
  followAnswers,
  type BalanceDeps,
} from '../features/balance/host/balanceChatPart';
import { codeColorsViewCommands } from '../features/codeColors/common/codeColorsViewCommands';
import type { CodeColors } from '../features/codeColors/host/codeColors';
import { contextWindowViewCommands } from '../features/contextWindow/common/contextWindowViewCommands';
import {
  contextWindowChatPart,
  type ContextWindowDeps,
} from '../features/contextWindow/host/contextWindowChatPart';
import { costsViewCommands } from '../features/costs/common/costsViewCommands';
import { costsChatPart, type CostsDeps } from '../features/costs/host/costsChatPart';
import { historyViewCommands } from '../features/history/common/historyViewCommands';
import type { RecentChats } from '../features/history/host/recentChats';
import { modelsViewCommands } from '../features/models/common/modelsViewCommands';
import { modelsChatPart, type ModelsDeps } from '../features/models/host/modelsChatPart';
import { secretsViewCommands } from '../features/secrets/common/secretsViewCommands';
import { secretsChatPart, type SecretsDeps } from '../features/secrets/host/secretsChatPart';
import { sentRequestViewCommands } from '../features/sentRequest/common/sentRequestViewCommands';
import type { SentRequestView } from '../features/sentRequest/host/sentRequestView';
import { setupViewCommands } from '../features/setup/common/setupViewCommands';
import { setupChatPart, type SetupDeps } from '../features/setup/host/setupChatPart';
import { usageChatPart, type UsageDeps } from '../features/usage/host/usageChatPart';
import { vscodeChatViewCommands } from '../features/vscodeChat/common/vscodeChatViewCommands';
import {
  vscodeChatCommands,
  type VscodeChatHintDeps,
} from '../features/vscodeChat/host/builtInChat';
import { workspaceToolsViewCommands } from '../features/workspaceTools/common/workspaceToolsViewCommands';
import {
  workspaceToolsChatPart,
  type WorkspaceToolsDeps,
} from '../features/workspaceTools/host/workspaceToolsChatPart';

export interface ChatPartServices {
  readonly attachments: AttachmentsDeps;
  readonly balance: BalanceDeps;
  readonly contextWindow: ContextWindowDeps;
  readonly costs: CostsDeps;
  readonly models: ModelsDeps;
  readonly secrets: SecretsDeps;
  readonly setup: SetupDeps;
  readonly usage: UsageDeps;
  readonly workspaceTools: WorkspaceToolsDeps;
}

export function createChatParts(core: ChatCore, services: ChatPartServices): ChatParts {
  const attachments = attachmentsChatPart(core, services.attachments);
  const contextWindow = contextWindowChatPart(core, services.contextWindow);
  const costs = costsChatPart(core, services.costs, contextWindow.budget);
  const models = modelsChatPart(core, services.models, contextWindow.budget);
  const secrets = secretsChatPart(core, services.secrets);
  const setup = setupChatPart(core, services.setup);
  const usage = usageChatPart(core, services.usage);
  const workspaceTools = workspaceToolsChatPart(core, services.workspaceTools);
  followAnswers(core, services.balance);
  return combineChatParts(
    core,
    { attachments, contextWindow, costs, models, secrets, setup, usage, workspaceTools },
    {
      setup: setup.setupCheck,
      gatewayConsent: setup.consentCheck,
      workspacePrompt: models.check,
      attachments: attachments.check,
      secrets: secrets.check,
      contextLimit: contextWindow.check,
      budget: costs.check,
    },
    usage.view,
  );
}

export interface WindowPartServices {
  readonly apply: ApplyServices & CompareDeps;
  readonly attachments: AttachmentCommandsDeps & { readonly editorOffer: EditorOffer };
  readonly balance: { readonly windowState: WindowState };
  readonly codeColors: CodeColors;
  readonly history: RecentChats;
  readonly sentRequest: SentRequestView;
  readonly vscodeChat: VscodeChatHintDeps;
}

export function createWindowParts(services: WindowPartServices): WindowParts {
  const { apply, attachments, balance, codeColors, history, sentRequest, vscodeChat } = services;
  return combineWindowParts({
    apply: { commands: applyCommands(apply) },
    attachments: {
      commands: attachmentCommands(attachments),
      didStart: () => attachments.editorOffer.refresh(),
    },
    balance: { commands: balanceCommands(balance.windowState) },
    codeColors,
    history,
    models: {},
    sentRequest,
    vscodeChat: { commands: vscodeChatCommands(vscodeChat) },
  });
}

export const parseFromWebview = webviewMessageParser({
  apply: applyViewCommands,
  attachments: attachmentsViewCommands,
  balance: balanceViewCommands,
  codeColors: codeColorsViewCommands,
  contextWindow: contextWindowViewCommands,
  costs: costsViewCommands,
  history: historyViewCommands,
  models: modelsViewCommands,
  secrets: secretsViewCommands,
  sentRequest: sentRequestViewCommands,
  setup: setupViewCommands,
  vscodeChat: vscodeChatViewCommands,
  workspaceTools: workspaceToolsViewCommands,
});
