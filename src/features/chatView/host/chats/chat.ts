// One chat of this window: everything that belongs to its conversation alone, built and connected.
import type { Clock } from '../../../../base/clock';
import { type Disposable, DisposableStore } from '../../../../base/disposable';
import { Emitter } from '../../../../base/emitter';
import { refreshAttachments, type RefreshDeps } from '../../../attachments/node/refreshAttachments';
import { ContextBudget } from '../../../contextWindow/node/contextBudget';
import { ContextLimitCheck } from '../../../contextWindow/node/contextLimitCheck';
import type { ModelContextCache } from '../../../contextWindow/node/modelContextCache';
import type { GatewayAccess } from '../../../../gateway/common/gatewayPort';
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
import type { Draft } from '../../../../conversation/common/draft';
import type { SetupStep } from '../../../../conversation/common/connectionState';
import { ImageInput } from '../../../attachments/host/imageInput';
import { ChatPresenter } from '../chatView/chatPresenter';
import type { WindowState } from '../../node/windowState';
import type { CurrentConnection } from '../../../setup/host/currentConnection';
import type { Gateways } from '../../../setup/host/gateways';
import { modelLimitSources } from '../../../models/host/modelLimitSources';
import type { ModelLists } from '../../../models/host/modelLists';
import { UnavailableModelAdvisor } from '../../../models/host/unavailableModelAdvisor';
import type { GatewayRef } from '../../../../gateway/common/gatewayRef';

/** What the chats of a window share. */
export interface ChatDeps extends Pick<RefreshDeps, 'loadRefresher'> {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly isWindowAlive: () => Promise<boolean>;
  readonly gateway: GatewayAccess;
  readonly gateways: Gateways;
  readonly current: CurrentConnection;
  readonly lists: ModelLists;
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

export class Chat implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #busyChanged = this.#disposables.add(new Emitter<boolean>());
  readonly #gateways: Gateways;
  #wasBusy: boolean;
  readonly id: string;
  readonly session: ChatSession;
  readonly budget: ContextBudget;
  readonly contextLimit: ContextLimitCheck;
  readonly consent: GatewayConsent;
  readonly secrets: SecretsCheck;
  readonly pipeline: SendPipeline;
  readonly draft: ChatDraft;
  readonly queue: QuestionQueue;
  readonly imageInput: ImageInput;
  readonly presenter: ChatPresenter;
  readonly modelAdvisor: UnavailableModelAdvisor;

  readonly onDidChangeBusy = this.#busyChanged.event;

  constructor(deps: ChatDeps, conversation: Conversation, savedDraft: Draft) {
    const { clock, store, gateways, current, lists, requestSettings, reportError } = deps;
    const { id } = conversation;
    const disposables = this.#disposables;
    const allowedModel = disposables.add(new AllowedChatModel(deps.gateway));
    const requestDeps = {
      clock,
      requestSettings,
      chatModel: new RetryingChatModel({ ...deps, chatModel: allowedModel }),
      lookUpModel: (model: string) => lists.lookUpModel(model),
    };
    this.id = id;
    this.#gateways = gateways;
    const session = disposables.add(new ChatSession({ ...deps, ...requestDeps }, conversation));
    this.session = session;
    const draft = disposables.add(
      new ChatDraft(savedDraft, (changed) => store.saveDraft(id, changed)),
    );
    this.draft = draft;
    const budget = disposables.add(
      new ContextBudget({
        session,
        draft: savedDraft,
        modelContexts: deps.modelContexts,
        requestSettings,
        origin: () => current.origin(),
        ...modelLimitSources(deps),
      }),
    );
    this.budget = budget;
    this.contextLimit = disposables.add(new ContextLimitCheck({ ...requestDeps, session, budget }));
    this.consent = disposables.add(
      new GatewayConsent({
        session,
        chatModel: allowedModel,
        switchTo: deps.switchGateway,
      }),
    );
    this.secrets = disposables.add(new SecretsCheck({ session, scanner: deps.secretScanner }));
    this.pipeline = disposables.add(
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
          this.consent.check,
          visibleTextCheck,
          refreshAttachments(deps),
          this.secrets.check,
          allowConnection(allowedModel),
          this.contextLimit.check,
        ],
        isBusy: () => this.contextLimit.state?.isSummarizing === true,
        reportError,
      }),
    );
    this.queue = disposables.add(
      new QuestionQueue({
        session,
        draft,
        newId: deps.newId,
        pipeline: this.pipeline,
        reportError,
      }),
    );
    this.imageInput = disposables.add(
      new ImageInput({ session, gateways, lists, modelFacts: deps.modelFacts }),
    );
    this.presenter = disposables.add(
      new ChatPresenter({
        session,
        budget,
        contextLimit: this.contextLimit,
        consent: this.consent,
        secrets: this.secrets,
        imageInput: this.imageInput,
        gateways,
        sentRequests: deps.sentRequests,
        windowState: deps.windowState,
        draft,
        queue: this.queue,
      }),
    );
    this.modelAdvisor = disposables.add(
      new UnavailableModelAdvisor({ ...deps, session, budget, presenter: this.presenter }),
    );
    disposables.add(draft.onDidChange(() => deps.secretScanner.warmUp()));
    disposables.add(this.pipeline.onDidReplaceDraft(() => this.presenter.sendDraft()));
    disposables.add(lists.onDidFetch(() => void this.refreshModel()));
    disposables.add(session.onDidChange(() => this.#updateBusy()));
    disposables.add(this.contextLimit.onDidChange(() => this.#updateBusy()));
    disposables.add(this.queue.onDidChange(() => this.#updateBusy()));
    this.#wasBusy = this.isBusy;
  }

  /** Whether a request is running, or is about to. */
  get isBusy(): boolean {
    return (
      this.session.isRunning ||
      this.contextLimit.state?.isSummarizing === true ||
      this.queue.isAsking
    );
  }

  /** Call when the model list, the settings or the gateway may have changed. */
  async refreshModel(): Promise<void> {
    await Promise.all([this.budget.refresh(), this.imageInput.refresh()]);
  }

  stop(): void {
    this.queue.stop();
    this.session.stop();
    this.contextLimit.choose('stopSummary');
  }

  /** To be called when the gateway of the settings may have changed. */
  async gatewayChanged(): Promise<void> {
    void this.imageInput.refresh();
    const gateway = await this.#gateways.current();
    this.pipeline.gatewayChanged(gateway, gateway !== undefined && this.consent.isNeeded(gateway));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #updateBusy(): void {
    if (this.#wasBusy !== this.isBusy) {
      this.#wasBusy = this.isBusy;
      this.#busyChanged.fire(this.isBusy);
    }
  }
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
