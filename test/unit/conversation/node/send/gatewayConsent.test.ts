import assert from 'node:assert/strict';
import { AllowedChatModel } from '../../../../../src/conversation/node/send/allowedChatModel';
import {
  GatewayConsent,
  type GatewayChange,
} from '../../../../../src/conversation/node/send/gatewayConsent';
import type { PendingSend } from '../../../../../src/conversation/node/send/sendCheck';
import type { GatewayAccess } from '../../../../../src/gateway/common/gatewayAccess';
import type { GatewayRef } from '../../../../../src/gateway/common/gatewayRef';
import { emptyRequest } from '../../../../support/scriptedModel';
import { chatFixture, connectionTo, settle, type ChatFixture } from '../fakes';

const send: PendingSend = { source: 'messageBox', question: undefined, start: () => true };
const nothingSent = { kind: 'unreachable', nothingSent: true } as const;
const home: GatewayRef = { baseUrl: 'https://home.example/v1' };
const other: GatewayRef = { baseUrl: 'https://other.example/v1' };

interface ConsentFixture extends ChatFixture {
  readonly consent: GatewayConsent;
  readonly prompts: (GatewayChange | undefined)[];
  /** The gateways to which the settings were changed. */
  readonly switchedTo: GatewayRef[];
  /** Runs the check; awaits the answer of its prompt. */
  readonly check: (gateway: GatewayRef, signal?: AbortSignal) => Promise<boolean>;
  /** Sends a request through the allowed model. */
  readonly request: (gateway: GatewayRef, signal?: AbortSignal) => void;
  /** The user agrees to continue with the other gateway. */
  readonly agree: () => Promise<void>;
  /** Asks the other gateway a question. */
  readonly ask: () => Promise<void>;
}

/** @param recorded the gateway to which the chat's history has gone */
function chatOf(recorded?: GatewayRef): ConsentFixture {
  const chat = chatFixture();
  if (recorded !== undefined) chat.session.chooseGateway(recorded);
  const gateway = { connect: () => ({ chatModel: chat.model }) } as unknown as GatewayAccess;
  const chatModel = new AllowedChatModel(gateway);
  const switchedTo: GatewayRef[] = [];
  const prompts: (GatewayChange | undefined)[] = [];
  const consent = new GatewayConsent({
    session: chat.session,
    chatModel,
    switchTo: (ref) => Promise.resolve(switchedTo.push(ref)),
  });
  consent.held.onDidChange((prompt) => prompts.push(prompt));
  const fixture: ConsentFixture = {
    ...chat,
    consent,
    prompts,
    switchedTo,
    check: async (ref, signal = new AbortController().signal) => {
      const result = await consent.check(send, connectionTo(ref), signal);
      const decision =
        typeof result === 'object' && 'answered' in result ? await result.answered : result;
      return decision === true;
    },
    request: (ref, signal = new AbortController().signal) => {
      chatModel.allow(connectionTo(ref));
      chatModel.complete(emptyRequest, signal);
    },
    agree: async () => {
      void fixture.check(other);
      await consent.answer('send');
    },
    ask: async () => {
      chat.session.ask('Why?');
      fixture.request(other);
      await settle();
    },
  };
  return fixture;
}

describe('GatewayConsent', () => {
  it('lets the first question of a chat pass, and records the gateway before the request leaves', async () => {
    const chat = chatOf();
    assert.equal(await chat.check(home), true);
    assert.equal(chat.session.conversation.gateway, undefined);
    chat.request(home);
    assert.deepEqual(chat.session.conversation.gateway, home);
  });

  it('lets a question pass to another path of the same origin with the same key', async () => {
    const chat = chatOf(home);
    assert.equal(await chat.check({ baseUrl: 'https://home.example/proxy/v1' }), true);
    assert.deepEqual(chat.prompts, []);
  });

  for (const [name, to] of [
    ['another origin', other],
    ['another key of the same origin', { ...home, keyLabel: 'work' }],
  ] as const) {
    it(`asks before a history goes to ${name}, and lets it pass once the user agrees`, async () => {
      const chat = chatOf(home);
      const checking = chat.check(to);
      assert.deepEqual([chat.consent.held.state?.from, chat.consent.held.state?.to], [home, to]);
      await chat.consent.answer('send');
      assert.equal(await checking, true);
      assert.equal(chat.consent.held.state, undefined);
    });
  }

  it('sends nothing after Cancel or Switch Back, and Switch Back changes the settings', async () => {
    const chat = chatOf(home);
    const canceled = chat.check(other);
    await chat.consent.answer('cancel');
    assert.equal(await canceled, false);
    const switchedBack = chat.check(other);
    await chat.consent.answer('back');
    assert.equal(await switchedBack, false);
    assert.deepEqual(chat.switchedTo, [home]);
  });

  it('removes its prompt when the send is canceled', async () => {
    const chat = chatOf(home);
    const abort = new AbortController();
    const checking = chat.check(other, abort.signal);
    abort.abort();
    assert.equal(await checking, false);
    assert.equal(chat.consent.held.state, undefined);
    await chat.consent.answer('send');
    assert.equal(chat.prompts.at(-1), undefined);
  });

  it('restores the recorded gateway when nothing was sent, and does not ask again for a retry', async () => {
    const chat = chatOf(home);
    await chat.agree();
    chat.session.ask('Why?');
    chat.request(other);
    assert.deepEqual(chat.session.conversation.gateway, other);
    await settle();
    await chat.model.end({ type: 'failure', failure: nothingSent });
    assert.deepEqual(chat.session.conversation.gateway, home);
    assert.equal(await chat.check(other), true);
  });

  it('keeps the newly recorded gateway when the request may have arrived', async () => {
    const chat = chatOf(home);
    await chat.ask();
    await chat.model.end({ type: 'failure', failure: { kind: 'serverError', status: 500 } });
    assert.deepEqual(chat.session.conversation.gateway, other);
  });

  it('keeps the newly recorded gateway when only the last of several attempts sent nothing', async () => {
    const chat = chatOf(home);
    await chat.ask();
    const failure = { kind: 'rateLimited', status: 429 } as const;
    const wait = { failure, delayMs: 1, retryAt: 1 };
    await chat.model.emit({ type: 'retryScheduled', wait, retryNow: () => undefined });
    await chat.model.end({ type: 'failure', failure: nothingSent });
    assert.deepEqual(chat.session.conversation.gateway, other);
  });

  it('forgets a consent once the chat continues with its own gateway', async () => {
    const chat = chatOf(home);
    await chat.agree();
    assert.equal(await chat.check(home), true);
    void chat.check(other);
    assert.notEqual(chat.consent.held.state, undefined);
  });

  it('is needed for another gateway than the chat’s, until the user consents', async () => {
    const chat = chatOf();
    assert.equal(chat.consent.isNeeded(other), false);
    chat.session.chooseGateway(home);
    assert.deepEqual([chat.consent.isNeeded(home), chat.consent.isNeeded(other)], [false, true]);
    await chat.agree();
    assert.equal(chat.consent.isNeeded(other), false);
  });

  it('restores the recorded gateway when no attempt reached the other one', async () => {
    const chat = chatOf(home);
    await chat.ask();
    const failure = nothingSent;
    const wait = { failure, delayMs: 1, retryAt: 1 };
    await chat.model.emit({ type: 'retryScheduled', wait, retryNow: () => undefined });
    await chat.model.emit({ type: 'requestAdjusted', adjustment: { kind: 'delayed', failure } });
    chat.request(other);
    await chat.model.end({ type: 'failure', failure });
    assert.deepEqual(chat.session.conversation.gateway, home);
  });

  it('keeps the newly recorded gateway when it rejected the request before a retry that sent nothing', async () => {
    const chat = chatOf(home);
    await chat.ask();
    const rejection = { kind: 'badRequest', status: 400 } as const;
    const adjustment = { kind: 'adapted', quirk: 'noTemperature', failure: rejection } as const;
    await chat.model.emit({ type: 'requestAdjusted', adjustment });
    await chat.model.end({ type: 'failure', failure: nothingSent });
    assert.deepEqual(chat.session.conversation.gateway, other);
  });

  it('keeps the newly recorded gateway when it has summarized the chat before a question that was not sent', async () => {
    const chat = chatOf(home);
    chat.request(other);
    const summary = { text: 'So far.', model: 'model-a', outcome: { endedAt: 1 } };
    chat.session.omitTurns('q', summary);
    await chat.ask();
    await chat.model.end({ type: 'failure', failure: nothingSent });
    assert.deepEqual(chat.session.conversation.gateway, other);
  });

  it('asks again for a gateway after another window has continued the chat with the first one', async () => {
    const chat = chatOf(home);
    await chat.agree();
    chat.session.ask('Why?');
    chat.request(other);
    await chat.model.end({ type: 'text', text: 'So.' }, { type: 'finish', reason: 'stop' });
    chat.store.emitFromOtherWindow({ type: 'gatewayChosen', gateway: home });
    assert.equal(chat.consent.isNeeded(other), true);
  });

  it('records no gateway for a request that was stopped before it left', () => {
    const chat = chatOf();
    chat.request(home, AbortSignal.abort());
    assert.equal(chat.session.conversation.gateway, undefined);
  });
});
