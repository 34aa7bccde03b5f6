// One chat of this window: everything that belongs to its conversation alone.
import { type Disposable, type DisposableStore } from '../../../../base/disposable';
import { Emitter } from '../../../../base/emitter';
import type { ContextBudget } from '../../../contextWindow/node/contextBudget';
import type { ContextLimitCheck } from '../../../contextWindow/node/contextLimitCheck';
import type { GatewayConsent } from '../../../../conversation/node/send/gatewayConsent';
import type { SecretsCheck } from '../../../secrets/node/secretsCheck';
import type { SendPipeline } from '../../../../conversation/node/send/sendPipeline';
import type { ChatDraft } from '../../../../conversation/node/session/chatDraft';
import type { ChatSession } from '../../../../conversation/node/session/chatSession';
import type { QuestionQueue } from '../../../../conversation/node/session/questionQueue';
import type { ImageInput } from '../../../attachments/host/imageInput';
import type { ChatPresenter } from '../chatView/chatPresenter';
import type { Gateways } from '../../../setup/host/gateways';
import type { UnavailableModelAdvisor } from '../../../models/host/unavailableModelAdvisor';

/** `createChat` builds and connects them. */
export interface ChatParts {
  readonly id: string;
  readonly gateways: Gateways;
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
}

export class Chat implements Disposable {
  readonly #disposables: DisposableStore;
  readonly #busyChanged: Emitter<boolean>;
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

  readonly onDidChangeBusy: Emitter<boolean>['event'];

  /** @param disposables What the parts need until the chat is disposed. */
  constructor(parts: ChatParts, disposables: DisposableStore) {
    this.#disposables = disposables;
    this.#busyChanged = disposables.add(new Emitter<boolean>());
    this.onDidChangeBusy = this.#busyChanged.event;
    this.#gateways = parts.gateways;
    this.id = parts.id;
    this.session = parts.session;
    this.budget = parts.budget;
    this.contextLimit = parts.contextLimit;
    this.consent = parts.consent;
    this.secrets = parts.secrets;
    this.pipeline = parts.pipeline;
    this.draft = parts.draft;
    this.queue = parts.queue;
    this.imageInput = parts.imageInput;
    this.presenter = parts.presenter;
    this.modelAdvisor = parts.modelAdvisor;
    disposables.add(this.session.onDidChange(() => this.#updateBusy()));
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
