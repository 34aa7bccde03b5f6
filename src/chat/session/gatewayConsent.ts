// Asks for consent before a chat's history is sent to another gateway than the one that has it, and
// records in the conversation which one has it.
//
// It asks in the view and not in a modal dialog: the question stays in the message box behind the
// prompt, where it can be read and changed before the user decides.
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { GatewayRef } from '../../shared/conversation/conversation';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent';
import type { GatewayChangeAnswer } from '../../shared/conversation/connection';
import { isFailure } from '../gatewayPort';
import { gatewayId, gatewayRef, isSameOperator } from '../gateways';
import type { AllowedChatModel } from './allowedChatModel';
import type { ChatSession } from './chatSession';
import type { SendCheck } from './sendPipeline';

export interface GatewayConsentDeps {
  readonly session: ChatSession;
  readonly chatModel: AllowedChatModel;
  /** The gateway of the settings; undefined where that cannot be used. */
  readonly currentGateway: () => Promise<GatewayRef | undefined>;
  readonly switchTo: (gateway: GatewayRef) => Promise<unknown>;
}

/** What the user is asked: whether a history that `from` has may go to `to`. */
export interface GatewayChange {
  readonly from: GatewayRef;
  readonly to: GatewayRef;
}

interface OpenPrompt extends GatewayChange {
  readonly answer: (isAllowed: boolean) => void;
}

export class GatewayConsent implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<GatewayChange | undefined>());
  readonly #deps: GatewayConsentDeps;
  #prompt: OpenPrompt | undefined;
  /** The last consent. It outlives a request that never left, so that Retry does not ask again. */
  #consented: GatewayRef | undefined;
  /** The recorded gateway before the current question; kept until a request may have left. */
  #before: { readonly gateway: GatewayRef | undefined } | undefined;

  /** Fires with the prompt to show; with undefined when it is answered or canceled. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: GatewayConsentDeps) {
    this.#deps = deps;
    this.#disposables.add(
      deps.chatModel.onWillSend(({ baseUrl, keyLabel = '' }) =>
        this.#record(gatewayRef(baseUrl, keyLabel)),
      ),
    );
    this.#disposables.add(deps.session.onDidChange((event) => this.#undoIfNothingSent(event)));
  }

  get prompt(): GatewayChange | undefined {
    return this.#prompt;
  }

  readonly check: SendCheck = (_send, connection, signal) => {
    const from = this.#deps.session.conversation.gateway;
    if (isFailure(connection) || from === undefined) {
      return true;
    }
    if (isSameOperator(from, connection)) {
      this.#consented = undefined;
      return true;
    }
    const to = gatewayRef(connection.baseUrl, connection.keyLabel ?? '');
    if (this.#hasConsent(to)) {
      return true;
    }
    const answered = new Promise<boolean>((answer) => this.#show({ from, to, answer }));
    signal.addEventListener('abort', () => this.#close(false));
    return { answered };
  };

  async answer(answer: GatewayChangeAnswer): Promise<void> {
    const { from, to } = this.#prompt ?? {};
    if (from === undefined || to === undefined) {
      return;
    }
    if (answer === 'send') {
      this.#consented = to;
    }
    this.#close(answer === 'send');
    if (answer === 'back') {
      // The question stays in the message box, or behind Retry: nothing is sent by itself.
      await this.#deps.switchTo(from);
    }
  }

  /**
   * To be called when the gateway of the settings may have changed. Closes the prompt where that is the
   * gateway of the history again; true when it is a third one, which the prompt does not name.
   */
  async isOutdated(): Promise<boolean> {
    const prompt = this.#prompt;
    const current = prompt && (await this.#deps.currentGateway());
    if (prompt === undefined || prompt !== this.#prompt) {
      return false;
    }
    if (current === undefined || isSameOperator(prompt.from, current)) {
      this.#close(false);
      return false;
    }
    return gatewayId(current) !== gatewayId(prompt.to);
  }

  dispose(): void {
    this.#close(false);
    this.#disposables.dispose();
  }

  #hasConsent(to: GatewayRef): boolean {
    return this.#consented !== undefined && isSameOperator(this.#consented, to);
  }

  /** Before anything leaves: a window that is closed during the request must not forget where it went. */
  #record(to: GatewayRef): void {
    const { session } = this.#deps;
    const { gateway } = session.conversation;
    if (gateway === undefined || !isSameOperator(gateway, to)) {
      this.#before = { gateway };
      session.chooseGateway(to);
    }
  }

  #undoIfNothingSent(event: ConversationEvent): void {
    const before = this.#before;
    if (event.type === 'retryScheduled') {
      this.#before = undefined;
    }
    if (event.type !== 'ended' && event.type !== 'summaryFailed') {
      return;
    }
    this.#before = undefined;
    const { failure } = event.type === 'ended' ? event.outcome : event.failedSummary.outcome;
    if (before !== undefined && failure?.nothingSent === true) {
      this.#deps.session.chooseGateway(before.gateway);
    }
  }

  #close(isAllowed: boolean): void {
    const prompt = this.#prompt;
    if (prompt !== undefined) {
      this.#show(undefined);
      prompt.answer(isAllowed);
    }
  }

  #show(prompt: OpenPrompt | undefined): void {
    this.#prompt = prompt;
    this.#changed.fire(prompt);
  }
}
