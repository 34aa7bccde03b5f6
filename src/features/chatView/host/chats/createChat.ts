// Builds a chat of this window and connects its parts.
import type { Clock } from '../../../../base/clock';
import { DisposableStore } from '../../../../base/disposable';
import { refreshAttachments, type RefreshDeps } from '../../../attachments/node/refreshAttachments';
import { ContextBudget } from '../../../contextWindow/node/contextBudget';
import { ContextLimitCheck } from '../../../contextWindow/node/contextLimitCheck';
import type { ModelContextCache } from '../../../contextWindow/node/modelContextCache';
import type { GatewayAccess } from '../../../../gateway/common/gatewayAccess';
import type { UnavailableModels } from '../../../models/node/unavailableModels';
import type { ConversationStore } from '../../../../conversation/node/conversationStore';
import type { RecentRequests } from '../../../../conversation/node/request/recentRequests';
import type {
  RequestBuilder,
  RequestSettings,
} from '../../../../conversation/node/request/requestBuilder';
import type { SentRequestLog } from '../../../../conversation/node/request/sentRequestLog';
import type { ModelFactRecorder } from '../../../../conversation/node/retry/modelFactRecorder';
import type { ModelFacts } from '../../../../conversation/node/retry/modelFacts';
import { RetryingChatModel } from '../../../../conversation/node/retry/retryingChatModel';
import { AllowedChatModel } from '../../../../conversation/node/send/allowedChatModel';
import { ChatDraft } from '../../../../conversation/node/session/chatDraft';
import { ChatSession } from '../../../../conversation/node/session/chatSession';
import { GatewayConsent } from '../../../../conversation/node/send/gatewayConsent';
import { QuestionQueue } from '../../../../conversation/node/session/questionQueue';
import type { SendCheck } from '../../../../conversation/node/send/sendCheck';
import { SendPipeline } from '../../../../conversation/node/send/sendPipeline';
import { SecretsCheck } from '../../../secrets/node/secretsCheck';
import type { SecretScanner } from '../../../secrets/node/secretScanner';
import { setupCheck } from '../../../../conversation/node/send/setupCheck';
import { visibleTextCheck } from '../../../../conversation/node/send/visibleTextCheck';
import type { Conversation } from '../../../../conversation/common/conversation';
import type { GatewayRef } from '../../../../gateway/common/gatewayRef';
import type { Draft } from '../../../../conversation/common/draft';
import type { SetupStep } from '../../../../conversation/common/connectionState';
import { ImageInput } from '../../../attachments/host/imageInput';
import { ChatPresenter } from '../chatView/chatPresenter';
import type { WindowState } from '../../node/windowState';
import type { CurrentConnection } from '../../../setup/host/currentConnection';
import type { Gateways } from '../../../setup/host/gateways';
import type { ModelCatalog } from '../../../models/host/modelCatalog';
import type { ModelLookup } from '../../../models/host/modelLookup';
import type { RecentModels } from '../../../models/host/recentModels';
import { UnavailableModelAdvisor } from '../../../models/host/unavailableModelAdvisor';
import { Chat } from './chat';

/** What the chats of a window share. */
export interface ChatDeps extends Pick<RefreshDeps, 'loadRefresher'> {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly isWindowAlive: () => Promise<boolean>;
  readonly gateway: GatewayAccess;
  readonly gateways: Gateways;
  readonly current: CurrentConnection;
  readonly catalog: ModelCatalog;
  readonly lookup: ModelLookup;
  readonly recentModels: RecentModels;
  readonly store: ConversationStore;
  readonly modelFacts: ModelFacts;
  readonly factRecorder: ModelFactRecorder;
  readonly requestSettings: () => RequestSettings;
  readonly recentRequests: RecentRequests;
  readonly requestBuilder: RequestBuilder;
  readonly sentRequests: SentRequestLog;
  readonly modelContexts: ModelContextCache;
  readonly unavailableModels: UnavailableModels;
  readonly secretScanner: SecretScanner;
  readonly windowState: WindowState;
  readonly openSetupStep: (step: SetupStep) => Promise<unknown>;
  readonly switchGateway: (gateway: GatewayRef) => Promise<unknown>;
  readonly reportError: (error: unknown) => void;
}

export function createChat(deps: ChatDeps, conversation: Conversation, savedDraft: Draft): Chat {
  const { clock, store, gateways, current, catalog, lookup, requestSettings, reportError } = deps;
  const { id } = conversation;
  const disposables = new DisposableStore();
  const allowedModel = disposables.add(new AllowedChatModel(deps.gateway));
  const requestDeps = {
    clock,
    requestSettings,
    chatModel: new RetryingChatModel({ ...deps, chatModel: allowedModel }),
    lookUpModel: (model: string) => lookup.forRequest(model),
  };
  const session = disposables.add(new ChatSession({ ...deps, ...requestDeps }, conversation));
  const draft = disposables.add(
    new ChatDraft(savedDraft, (changed) => store.saveDraft(id, changed)),
  );
  const budget = disposables.add(
    new ContextBudget({
      session,
      draft: savedDraft,
      modelContexts: deps.modelContexts,
      requestSettings,
      origin: () => current.origin(),
      ownContextLength: (model) => lookup.ownContextLength(model),
      contextLengthCandidates: (model) => lookup.contextLengthCandidates(model),
      requiredLimits: (model) => lookup.requiredLimits(model),
    }),
  );
  const contextLimit = disposables.add(new ContextLimitCheck({ ...requestDeps, session, budget }));
  const consent = disposables.add(
    new GatewayConsent({
      session,
      chatModel: allowedModel,
      switchTo: deps.switchGateway,
    }),
  );
  const secrets = disposables.add(new SecretsCheck({ session, scanner: deps.secretScanner }));
  const pipeline = disposables.add(
    new SendPipeline({
      session,
      draft,
      resolveConnection: () => current.resolve(),
      checks: [
        setupCheck({
          session,
          connectionState: () => current.state(),
          openStep: deps.openSetupStep,
        }),
        consent.check,
        visibleTextCheck,
        refreshAttachments(deps),
        secrets.check,
        allowConnection(allowedModel),
        contextLimit.check,
      ],
      isBusy: () => contextLimit.state?.isSummarizing === true,
      reportError,
    }),
  );
  const queue = disposables.add(
    new QuestionQueue({
      session,
      draft,
      newId: deps.newId,
      pipeline,
      reportError,
    }),
  );
  const imageInput = disposables.add(
    new ImageInput({ session, gateways, catalog, modelFacts: deps.modelFacts }),
  );
  const presenter = disposables.add(
    new ChatPresenter({
      session,
      budget,
      contextLimit,
      consent,
      secrets,
      imageInput,
      gateways,
      sentRequests: deps.sentRequests,
      windowState: deps.windowState,
      draft,
      queue,
    }),
  );
  const modelAdvisor = disposables.add(
    new UnavailableModelAdvisor({ ...deps, session, budget, presenter }),
  );
  disposables.add(draft.onDidChange(() => deps.secretScanner.warmUp()));
  disposables.add(pipeline.onDidReplaceDraft(() => presenter.sendDraft()));
  const parts = {
    id,
    gateways,
    session,
    budget,
    contextLimit,
    consent,
    secrets,
    pipeline,
    draft,
    queue,
    imageInput,
    presenter,
    modelAdvisor,
  };
  const chat = new Chat(parts, disposables);
  disposables.add(catalog.onDidFetch(() => void chat.refreshModel()));
  return chat;
}

/**
 * Allows the connection of a question that passed the checks before it. Its place in the list matters: after the
 * consent to send this chat to the gateway, and before the checks that send requests of their own.
 */
function allowConnection(allowedModel: AllowedChatModel): SendCheck {
  return (_send, connection) => {
    allowedModel.allow(connection);
    return true;
  };
}
