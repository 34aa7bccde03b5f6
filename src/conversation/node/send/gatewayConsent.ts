// Asks for consent before a chat's history is sent to another gateway than the one that has it, and
// records in the conversation which one has it.
//
// It asks in the view and not in a modal dialog: the question stays in the message box behind the
// prompt, where it can be read and changed before the user decides.
import { DisposableStore, type Disposable } from '../../../base/disposable';
import { isFailure, type Failure } from '../../../gateway/common/failure';
import type { GatewayRef } from '../../../gateway/common/gatewayRef';
import { gatewayRef, isSameOperator } from '../../../gateway/node/namedGateways';
import type { GatewayChangeAnswer } from '../../common/connectionState';
import type { ConversationEvent } from '../../common/conversationEvent';
import type { ChatSession } from '../session/chatSession';
import type { AllowedChatModel } from './allowedChatModel';
import { HeldQuestion } from './heldQuestion';
import type { SendCheck } from './sendCheck';

export interface GatewayConsentDeps {
  readonly session: ChatSession;
  readonly chatModel: AllowedChatModel;
  /** Changes the settings. */
  readonly switchTo: (gateway: GatewayRef) => Promise<unknown>;
}

/** The user is asked whether a history that `from` has may go to `to`. */
export interface GatewayChange {
  readonly from: GatewayRef;
  readonly to: GatewayRef;
}

export class GatewayConsent implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly held = this.#disposables.add(new HeldQuestion<GatewayChange>());
  /** The last consent, until a request has reached that gateway: a retry of one that was never sent does not ask again. */
  #consented: GatewayRef | undefined;
  /** The gateway that was recorded before the current request. Undefined once that may have reached another one. */
  #before: { readonly gateway: GatewayRef | undefined } | undefined;

  constructor(private readonly deps: GatewayConsentDeps) {
    this.#disposables.add(
      deps.chatModel.onWillSend(({ baseUrl, keyLabel = '' }) =>
        this.#record(gatewayRef(baseUrl, keyLabel)),
      ),
    );
    this.#disposables.add(deps.session.onDidChange((event) => this.#handle(event)));
  }

  /** Whether the user must be asked before the chat's history goes there. */
  isNeeded(to: GatewayRef): boolean {
    const from = this.deps.session.conversation.gateway;
    const hasConsent = this.#consented !== undefined && isSameOperator(this.#consented, to);
    return from !== undefined && !isSameOperator(from, to) && !hasConsent;
  }

  readonly check: SendCheck = (_send, connection, signal) => {
    const from = this.deps.session.conversation.gateway;
    if (isFailure(connection) || from === undefined) {
      return true;
    }
    if (isSameOperator(from, connection)) {
      this.#consented = undefined;
    }
    if (!this.isNeeded(connection)) {
      return true;
    }
    const to = gatewayRef(connection.baseUrl, connection.keyLabel ?? '');
    return this.held.hold({ from, to }, signal);
  };

  async answer(answer: GatewayChangeAnswer): Promise<void> {
    const { from, to } = this.held.state ?? {};
    if (from === undefined || to === undefined) {
      return;
    }
    if (answer === 'send') {
      this.#consented = to;
    }
    this.held.release(answer === 'send');
    if (answer === 'back') {
      // The question stays in the message box, or behind Retry: nothing is sent by itself.
      await this.deps.switchTo(from);
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Runs before anything leaves: a window that is closed during the request must not forget where it went. */
  #record(to: GatewayRef): void {
    const { session } = this.deps;
    const { gateway } = session.conversation;
    if (gateway === undefined || !isSameOperator(gateway, to)) {
      this.#before = { gateway };
      session.chooseGateway(to);
    }
  }

  /** Undoes the record when no attempt of the request reached the gateway. */
  #handle(event: ConversationEvent): void {
    const attempt = endOfAttempt(event);
    const before = this.#before;
    if (attempt === undefined || before === undefined) {
      return;
    }
    if (attempt.failure?.nothingSent !== true) {
      this.#before = undefined;
      this.#consented = undefined;
    } else if (attempt.isLast) {
      this.#before = undefined;
      this.deps.session.chooseGateway(before.gateway);
    }
  }
}

/** How an attempt of a request ended, for an answer or a summary; undefined for other events. */
function endOfAttempt(
  event: ConversationEvent,
): { readonly failure: Failure | undefined; readonly isLast: boolean } | undefined {
  switch (event.type) {
    case 'retryScheduled':
      return { failure: event.retryWait.failure, isLast: false };
    case 'requestAdjusted':
      return event.adjustment.kind === 'adapted'
        ? { failure: event.adjustment.failure, isLast: false }
        : undefined;
    case 'turnsOmitted':
      // A summary is complete.
      return { failure: undefined, isLast: true };
    case 'ended':
      return { failure: event.outcome.failure, isLast: true };
    case 'summaryFailed':
      return { failure: event.failedSummary.outcome.failure, isLast: true };
    default:
      return undefined;
  }
}
