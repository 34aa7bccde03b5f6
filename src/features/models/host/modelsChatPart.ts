// What a chat's model accepts, and other models for its answers: those that a notice offers or the user picks.
import type { Chat, ChatCore, CommandHandlers } from '../../../chat/host/chat';
import type { ContextBudget } from '../../contextWindow/node/contextBudget';
import type { ModelsViewState } from '../common/modelsView';
import type { ModelsCommand } from '../common/modelsViewCommands';
import { alsoAsk } from './alsoAsk';
import { chooseChatSettings } from './chatSettingsPicker';
import { ImageInput } from './imageInput';
import { requestSettings } from './requestSettings';
import {
  UnavailableModelAdvisor,
  type UnavailableModelAdvisorDeps,
} from './unavailableModelAdvisor';
import type { WorkspacePrompt } from './workspacePrompt';

export interface ModelsDeps extends Omit<
  UnavailableModelAdvisorDeps,
  'session' | 'budget' | 'notices' | 'requestSettings'
> {
  readonly workspacePrompt: WorkspacePrompt;
}

export function modelsChatPart(
  { session, notices, requests, disposables, send }: ChatCore,
  deps: ModelsDeps,
  budget: ContextBudget,
) {
  const advisor = disposables.add(
    new UnavailableModelAdvisor({
      ...deps,
      session,
      budget,
      notices,
      requestSettings: requests.requestSettings,
    }),
  );
  const imageInput = disposables.add(new ImageInput({ ...deps, session }));
  disposables.add(
    imageInput.onDidChange((acceptsImages) => send({ type: 'imageInput', acceptsImages })),
  );
  const { workspacePrompt } = deps;
  disposables.add(
    workspacePrompt.onDidChange(() => {
      send({ type: 'workspacePrompt', hasWorkspacePrompt: workspacePrompt.isInForce });
      // The prompt counts in the next request.
      void budget.refresh();
    }),
  );
  const view = (): Required<ModelsViewState> => ({
    acceptsImages: imageInput.isAccepted,
    hasWorkspacePrompt: workspacePrompt.isInForce,
  });
  /** The chat goes on with the model; new chats don't start with it. */
  const retryWith = ({ pipeline }: Chat, messageId: string, model: string): Promise<boolean> =>
    pipeline.retryWith(
      messageId,
      model,
      () => void deps.recentModels.remember(model).catch(deps.reportError),
    );
  const commands: CommandHandlers<ModelsCommand> = {
    chooseChatSettings: async (_command, _chat, page) => {
      if (await chooseChatSettings(session, () => requestSettings(workspacePrompt.sent))) {
        await page.focus();
      }
    },
    showWorkspacePrompt: () => workspacePrompt.show(),
    /** False when it was not sent. */
    retryWithModel: async ({ messageId, model }, chat) =>
      notices.isOffered(messageId, model) && retryWith(chat, messageId, model),
    pickModelsToAlsoAsk: async ({ messageId }, chat, page) => {
      const models = await alsoAsk(deps, chat, messageId);
      if (models.length > 0) {
        // The picker took the focus.
        await page.focus();
      }
    },
    pickModelForRetry: async ({ messageId }, chat, page) => {
      const picked = await advisor.pickAlternative(messageId);
      if (picked === undefined) {
        return;
      }
      // The picker took the focus.
      await page.focus();
      if (picked.differences.length === 0 && !session.isRunning) {
        // Picking the model was the consent.
        await retryWith(chat, messageId, picked.model);
      } else {
        // The notice first shows what would change. The page moves the focus to the new button.
        notices.showPicked(messageId, picked);
      }
    },
  };
  return {
    check: async () =>
      session.conversation.settings?.systemPrompt !== undefined || workspacePrompt.review(),
    view,
    commands,
    refresh: () => imageInput.refresh(),
  };
}
