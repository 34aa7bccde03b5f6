// A conversation goes on where it was held unless the reader says otherwise: its history would go to another operator.
//
// Asked in the view and not in a modal dialog: what is to be sent stands in the message box behind the
// question, can be read and changed before the answer, and waits there when it is put off.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { ChatSession } from '../../chat/session/chatSession';
import type { Connection } from '../../chat/gatewayPort';
import type { StreamPart } from '../../chat/ports';
import { gatewayAt, gatewayId, gatewayRef, isSameOperator } from '../../chat/gateways';
import type { GatewayRef } from '../../shared/conversation/conversation';
import type { QueuedQuestion } from '../../shared/conversation/draft';
import type { Failure } from '../../shared/conversation/failure';
import type { GatewayChangeAnswer, GatewayChangePrompt } from '../../shared/protocol/protocol';
import type { CurrentConnection } from '../gateway/currentConnection';
import type { Gateways } from '../gateway/gateways';
import { keyName } from '../gateway/keyLabelText';

interface Waiting {
  readonly send: () => void;
  /** What is to be sent where it is a new question: as it stands in the message box, or in the queue. */
  readonly question: string | QueuedQuestion | undefined;
  readonly to: GatewayRef;
}

export class GatewayConsent implements Disposable {
  readonly #own = new DisposableStore();
  readonly #asked = this.#own.add(new Emitter<GatewayChangePrompt | undefined>());
  #waiting: Waiting | undefined;
  /** Where the reader has let the conversation go on, until something has left for a gateway. */
  #agreed: GatewayRef | undefined;

  /** Fires with the question to be asked, and without one when there is none any more. */
  readonly onDidAsk = this.#asked.event;

  constructor(
    private readonly session: ChatSession,
    private readonly current: CurrentConnection,
    private readonly gateways: Gateways,
    private readonly switchTo: (gateway: GatewayRef) => Promise<unknown>,
  ) {
    this.#own.add(
      session.onDidChange(({ type }) => {
        if (type === 'asked' || type === 'retried' || type === 'continued') {
          this.#wait(undefined);
        }
      }),
    );
  }

  get question(): GatewayChangePrompt | undefined {
    const home = this.session.conversation.gateway;
    if (this.#waiting === undefined || home === undefined) {
      return undefined;
    }
    const { to } = this.#waiting;
    return moveQuestion(this.#placeText(home, to), this.#placeText(to, home));
  }

  /**
   * The connection for a request of the conversation. This is where nothing gets past: whoever
   * asks, and whatever was switched meanwhile, no request leaves for another operator without consent.
   */
  async resolve(): Promise<Connection | Failure> {
    const connection = await this.current.resolve();
    if ('kind' in connection) {
      return connection;
    }
    const home = this.session.conversation.gateway;
    if (home !== undefined && isSameOperator(home, connection)) {
      return connection;
    }
    if (home !== undefined && !this.#mayGoOnAt(connection)) {
      return { kind: 'otherGateway', host: this.#placeText(home, connection) };
    }
    // Before anything leaves: a window that is closed within the request must not forget where it went.
    this.session.chooseGateway(gatewayRef(connection.baseUrl, connection.keyLabel ?? ''));
    return connection;
  }

  /** The parts of one request's answer. Where nothing left, the home is again what it was before. */
  async *follow(parts: AsyncIterable<StreamPart>): AsyncGenerator<StreamPart> {
    const { gateway: before } = this.session.conversation;
    for await (const part of parts) {
      if (part.type !== 'sent') {
        if (part.type !== 'failure' || part.failure.nothingSent !== true) {
          this.#agreed = undefined;
        } else if (this.session.conversation.gateway !== before) {
          this.session.chooseGateway(before);
        }
      }
      yield part;
    }
  }

  /**
   * Sends at once where the conversation is at home, else once the reader has agreed to move it. What
   * was meant for a chat that has been let go of meanwhile is not sent.
   */
  async send(send: () => void, question?: string | QueuedQuestion): Promise<void> {
    const to = await this.#elsewhere();
    if (this.#own.isDisposed) {
      return;
    }
    if (to === undefined) {
      send();
    } else {
      this.#wait({ send, question, to });
    }
  }

  async answer(answer: GatewayChangeAnswer): Promise<void> {
    const waiting = this.#waiting;
    const home = this.session.conversation.gateway;
    this.#wait(undefined);
    if (waiting === undefined || home === undefined) {
      return;
    }
    switch (answer) {
      case 'send':
        this.#agreed = waiting.to;
        waiting.send();
        return;
      case 'back':
        // It waits in the message box, or behind Retry, for one more click: nothing is sent by itself.
        await this.switchTo(home);
        return;
      case 'cancel':
        return;
    }
  }

  /** What was changed is asked about anew once it is sent. */
  draftChanged(text: string): void {
    const question = this.#waiting?.question;
    if (typeof question === 'string' && question.trim() !== text.trim()) {
      this.#wait(undefined);
    }
  }

  /** A question that is no longer the first in the queue is not sent. */
  queueChanged(first: QueuedQuestion | undefined): void {
    const question = this.#waiting?.question;
    if (typeof question === 'object' && question !== first) {
      this.#wait(undefined);
    }
  }

  /** The gateway in use may have changed while the question stood. */
  async gatewayChanged(): Promise<void> {
    const waiting = this.#waiting;
    if (waiting === undefined) {
      return;
    }
    const to = await this.#elsewhere();
    if (
      waiting === this.#waiting &&
      (to === undefined || gatewayId(to) !== gatewayId(waiting.to))
    ) {
      this.#wait(to === undefined ? undefined : { ...waiting, to });
    }
  }

  dispose(): void {
    this.#own.dispose();
  }

  /** The gateway in use, where it is another operator's than the conversation's. */
  async #elsewhere(): Promise<GatewayRef | undefined> {
    const here = await this.gateways.current();
    const home = this.session.conversation.gateway;
    if (here === undefined || home === undefined) {
      return undefined;
    }
    const to = gatewayRef(here.baseUrl, here.keyLabel);
    return isSameOperator(home, to) || this.#mayGoOnAt(to) ? undefined : to;
  }

  /** What the user calls it, else its host; with its key where the other one is called the same. */
  #placeText(gateway: GatewayRef, other: GatewayRef): string {
    const [place, otherPlace] = [gateway, other].map((ref) => this.#nameOf(ref));
    return place === otherPlace
      ? vscode.l10n.t('{0} ({1})', place ?? '', keyName(gateway.keyLabel ?? ''))
      : (place ?? '');
  }

  #nameOf({ baseUrl, keyLabel }: GatewayRef): string {
    const url = URL.parse(baseUrl);
    const { origin } = url ?? { origin: baseUrl };
    const { named } = gatewayAt(this.gateways.read().gateways, { baseUrl, origin }, keyLabel ?? '');
    // An entry that names another key is another gateway.
    return named !== undefined && (named.keyLabel ?? keyLabel) === keyLabel
      ? named.name
      : (url?.host ?? baseUrl);
  }

  #mayGoOnAt(to: GatewayRef): boolean {
    return this.#agreed !== undefined && isSameOperator(this.#agreed, to);
  }

  #wait(waiting: Waiting | undefined): void {
    const asked = this.#waiting !== undefined;
    this.#waiting = waiting;
    if (waiting !== undefined || asked) {
      this.#asked.fire(this.question);
    }
  }
}

function moveQuestion(old: string, fresh: string): GatewayChangePrompt {
  const { l10n } = vscode;
  return {
    sentence: l10n.t(
      'This conversation was held with {0}. If it goes on with {1}, all of it is sent there.',
      old,
      fresh,
    ),
    send: l10n.t('Send to {0}', fresh),
    back: l10n.t('Switch back to {0}', old),
  };
}
