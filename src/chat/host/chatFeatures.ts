// The features of the chat view in the host: their parts of each chat, and what they do in all chats of the window.
import type { AllowedChatModel } from '../../conversation/node/send/allowedChatModel';
import type { SendCheck } from '../../conversation/node/send/sendCheck';
import { visibleTextCheck } from '../../conversation/node/send/visibleTextCheck';
import { applyCommands, type ApplyServices } from '../../features/apply/host/createApply';
import {
  attachmentCommands,
  type AttachmentCommandsDeps,
} from '../../features/attachments/host/attachmentCommands';
import {
  attachmentsChatPart,
  type AttachmentsDeps,
} from '../../features/attachments/host/attachmentsChatPart';
import type { EditorOffer } from '../../features/attachments/host/selection/editorOffer';
import {
  balanceCommands,
  type BalanceDeps,
  followAnswers,
} from '../../features/balance/host/balanceChatPart';
import type { CodeColors } from '../../features/codeColors/host/codeColors';
import {
  contextWindowChatPart,
  type ContextWindowDeps,
} from '../../features/contextWindow/host/contextWindowChatPart';
import { recentChatCommands, type RecentChats } from '../../features/history/host/recentChats';
import { modelsChatPart, type ModelsDeps } from '../../features/models/host/modelsChatPart';
import { secretsChatPart, type SecretsDeps } from '../../features/secrets/host/secretsChatPart';
import {
  sentRequestCommands,
  type SentRequestView,
} from '../../features/sentRequest/host/sentRequestView';
import { setupChatPart, type SetupDeps } from '../../features/setup/host/setupChatPart';
import { usageChatPart, type UsageDeps } from '../../features/usage/host/usageChatPart';
import {
  vscodeChatCommands,
  type VscodeChatHintDeps,
} from '../../features/vscodeChat/host/vscodeChatView';
import {
  workspaceToolsChatPart,
  type WorkspaceToolsDeps,
} from '../../features/workspaceTools/host/workspaceToolsChatPart';
import type { WindowCommand } from '../common/viewCommands';
import type { Chat, ChatCore, ChatParts, CommandHandlers } from './chat';

export type ChatPartsDeps = AttachmentsDeps &
  BalanceDeps &
  ContextWindowDeps &
  ModelsDeps &
  SecretsDeps &
  SetupDeps &
  UsageDeps &
  WorkspaceToolsDeps;

export function createChatParts(core: ChatCore, deps: ChatPartsDeps): ChatParts {
  const contextWindow = contextWindowChatPart(core, deps);
  const setup = setupChatPart(core, deps);
  const secrets = secretsChatPart(core, deps);
  const attachments = attachmentsChatPart(core, deps);
  const models = modelsChatPart(core, deps, contextWindow.budget);
  const usage = usageChatPart(core, deps);
  followAnswers(core, deps);
  const workspaceTools = workspaceToolsChatPart(core, deps);
  return {
    checks: {
      setup: setup.setupCheck,
      gatewayConsent: setup.consentCheck,
      workspacePrompt: models.check,
      visibleText: visibleTextCheck,
      attachments: attachments.check,
      secrets: secrets.check,
      connection: allowConnection(core.allowedModel),
      contextLimit: contextWindow.check,
    },
    view: () => ({
      ...attachments.view(),
      ...contextWindow.view(),
      ...models.view(),
      ...secrets.view(),
      ...setup.view(),
      ...usage.view(),
      ...workspaceTools.view(),
    }),
    commands: {
      ...contextWindow.commands,
      ...models.commands,
      ...secrets.commands,
      ...setup.commands,
      ...workspaceTools.commands,
    },
    toolsOf: workspaceTools.toolsOf,
    didSend: usage.didSend,
    isBusy: contextWindow.isBusy,
    onDidChangeBusy: contextWindow.onDidChangeBusy,
    stop: contextWindow.stop,
    refresh: async () => {
      await Promise.all([contextWindow.refresh(), models.refresh(), workspaceTools.refresh()]);
    },
    gatewayChanged: setup.gatewayChanged,
  };
}

/** Allows the connection of a question that passed the checks before it. */
function allowConnection(allowedModel: AllowedChatModel): SendCheck {
  return (_send, connection) => {
    allowedModel.allow(connection);
    return true;
  };
}

export interface WindowFeaturesDeps
  extends AttachmentCommandsDeps, ApplyServices, VscodeChatHintDeps {
  readonly codeColors: CodeColors;
  readonly sentRequestView: SentRequestView;
  readonly recentChats: RecentChats;
  readonly editorOffer: Pick<EditorOffer, 'refresh'>;
  /** Opens a chat; false if there is none of that ID. */
  readonly open: (id: string) => Promise<boolean>;
  /** Tells features that are not composed here. */
  readonly didShowBlank: (chat: Chat) => void;
}

/** What features do in whichever chat a page shows. */
export interface WindowHandlers {
  readonly commands: CommandHandlers<WindowCommand>;
  /** Call this when a page starts. */
  readonly didStart: () => void;
  /** Call this when a page shows a chat without messages, draft, and queue. */
  readonly didShowBlank: (chat: Chat) => void;
}

export function createWindowHandlers(deps: WindowFeaturesDeps): WindowHandlers {
  const { recentChats } = deps;
  return {
    commands: {
      ...applyCommands(deps),
      ...attachmentCommands(deps),
      ...balanceCommands(),
      ...deps.codeColors.commands,
      ...recentChatCommands(recentChats, deps.open),
      ...sentRequestCommands(deps.sentRequestView),
      ...vscodeChatCommands(deps),
    },
    didStart: () => deps.editorOffer.refresh(),
    didShowBlank: (chat) => {
      recentChats.refresh();
      deps.didShowBlank(chat);
    },
  };
}
