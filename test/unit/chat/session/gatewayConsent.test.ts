import assert from 'node:assert/strict';
import type { Connection, Gateway } from '../../../../src/chat/gatewayPort';
import { AllowedChatModel } from '../../../../src/chat/session/allowedChatModel';
import { type GatewayChange, GatewayConsent } from '../../../../src/chat/session/gatewayConsent';
import type { PendingSend } from '../../../../src/chat/session/sendPipeline';
import type { CompletionRequest } from '../../../../src/chat/ports';
import type { GatewayRef } from '../../../../src/shared/conversation/conversation';
import { settled, stage, type ChatFixture } from '../fakes';

const send: PendingSend = { source: 'messageBox', question: undefined, start: () => true };
const request: CompletionRequest = { apiFormat: 'chat', model: 'm', messages: [], stream: true };
const home: GatewayRef = { baseUrl: 'https://home.example/v1' };
const other: GatewayRef = { baseUrl: 'https://other.example/v1' };

const connectionTo = ({ baseUrl, keyLabel }: GatewayRef): Connection => ({
  baseUrl,
  origin: new URL(baseUrl).origin,
  isLoopback: false,
  headers: {},
  timeouts: { firstTokenSeconds: 0, idleSeconds: 0, totalSeconds: 0 },
  ...(keyLabel === undefined ? {} : { keyLabel }),
});

interface Consenting extends ChatFixture {
  readonly consent: GatewayConsent;
  readonly chatModel: AllowedChatModel;
  readonly prompts: (GatewayChange | undefined)[];
  readonly switched: GatewayRef[];
  /** Runs the check; a prompt's answer is awaited. */
  readonly check: (gateway: GatewayRef, signal?: AbortSignal) => Promise<boolean>;
  /** Sends a request through the allowed model. */
  readonly request: (gateway: GatewayRef) => void;
}

function consenting(current: GatewayRef | undefined = other): Consenting {
  const staged = stage();
  const gateway = { connect: () => ({ chatModel: staged.model }) } as unknown as Gateway;
  const chatModel = new AllowedChatModel(gateway);
  const switched: GatewayRef[] = [];
  const prompts: (GatewayChange | undefined)[] = [];
  const consent = new GatewayConsent({
    session: staged.session,
    chatModel,
    currentGateway: () => Promise.resolve(current),
    switchTo: (ref) => Promise.resolve(switched.push(ref)),
  });
  consent.onDidChange((prompt) => prompts.push(prompt));
  return {
    ...staged,
    consent,
    chatModel,
    prompts,
    switched,
    check: async (ref, signal = new AbortController().signal) => {
      const result = await consent.check(send, connectionTo(ref), signal);
      return typeof result === 'object' ? result.answered : result;
    },
    request: (ref) => {
      chatModel.allow(connectionTo(ref));
      chatModel.complete(request, new AbortController().signal);
    },
  };
}

describe('GatewayConsent', () => {
  it('passes the first question of a chat, and records the gateway before the request leaves', async () => {
    const chat = consenting();
    assert.equal(await chat.check(home), true);
    assert.equal(chat.session.conversation.gateway, undefined);
    chat.request(home);
    assert.deepEqual(chat.session.conversation.gateway, home);
  });

  it('passes another path of the same origin with the same key', async () => {
    const chat = consenting();
    chat.session.chooseGateway(home);
    assert.equal(await chat.check({ baseUrl: 'https://home.example/proxy/v1' }), true);
    assert.deepEqual(chat.prompts, []);
  });

  for (const [name, to] of [
    ['another origin', other],
    ['another key of the same origin', { ...home, keyLabel: 'work' }],
  ] as const) {
    it(`asks before a history goes to ${name}, and passes after a yes`, async () => {
      const chat = consenting();
      chat.session.chooseGateway(home);
      const checking = chat.check(to);
      assert.deepEqual([chat.consent.prompt?.from, chat.consent.prompt?.to], [home, to]);
      await chat.consent.answer('send');
      assert.equal(await checking, true);
      assert.equal(chat.consent.prompt, undefined);
    });
  }

  it('sends nothing after Cancel, and switches the gateway back when the user chooses that', async () => {
    const chat = consenting();
    chat.session.chooseGateway(home);
    const canceled = chat.check(other);
    await chat.consent.answer('cancel');
    assert.equal(await canceled, false);
    const switchedBack = chat.check(other);
    await chat.consent.answer('back');
    assert.equal(await switchedBack, false);
    assert.deepEqual(chat.switched, [home]);
  });

  it('removes its prompt when the send is canceled', async () => {
    const chat = consenting();
    chat.session.chooseGateway(home);
    const abort = new AbortController();
    const checking = chat.check(other, abort.signal);
    abort.abort();
    assert.equal(await checking, false);
    assert.equal(chat.consent.prompt, undefined);
    await chat.consent.answer('send');
    assert.equal(chat.prompts.at(-1), undefined);
  });

  it('restores the recorded gateway when nothing was sent, and does not ask again for a retry', async () => {
    const chat = consenting();
    chat.session.chooseGateway(home);
    void chat.check(other);
    await chat.consent.answer('send');
    chat.session.ask('Why?');
    chat.request(other);
    assert.deepEqual(chat.session.conversation.gateway, other);
    await settled();
    await chat.model.end({
      type: 'failure',
      failure: { kind: 'unreachable', nothingSent: true },
    });
    assert.deepEqual(chat.session.conversation.gateway, home);
    assert.equal(await chat.check(other), true);
  });

  it('keeps the recorded gateway when the request may have arrived', async () => {
    const chat = consenting();
    chat.session.chooseGateway(home);
    chat.session.ask('Why?');
    chat.request(other);
    await settled();
    await chat.model.end({ type: 'failure', failure: { kind: 'serverError', status: 500 } });
    assert.deepEqual(chat.session.conversation.gateway, other);
  });

  it('keeps the recorded gateway when only the last of several attempts sent nothing', async () => {
    const chat = consenting();
    chat.session.chooseGateway(home);
    chat.session.ask('Why?');
    chat.request(other);
    await settled();
    const failure = { kind: 'rateLimited', status: 429 } as const;
    const wait = { failure, delayMs: 1, retryAt: 1 };
    await chat.model.say({ type: 'retryScheduled', wait, retryNow: () => undefined });
    await chat.model.end({ type: 'failure', failure: { kind: 'unreachable', nothingSent: true } });
    assert.deepEqual(chat.session.conversation.gateway, other);
  });

  it('forgets a consent once the chat continues with its own gateway', async () => {
    const chat = consenting();
    chat.session.chooseGateway(home);
    void chat.check(other);
    await chat.consent.answer('send');
    assert.equal(await chat.check(home), true);
    void chat.check(other);
    assert.notEqual(chat.consent.prompt, undefined);
  });

  it('closes the prompt when the settings return to the chat’s gateway', async () => {
    const chat = consenting(home);
    chat.session.chooseGateway(home);
    const checking = chat.check(other);
    assert.equal(await chat.consent.isOutdated(), false);
    assert.equal(await checking, false);
  });

  it('says that the prompt is outdated when the settings name a third gateway', async () => {
    const third = { baseUrl: 'https://third.example/v1' };
    const chat = consenting(third);
    chat.session.chooseGateway(home);
    void chat.check(other);
    assert.equal(await chat.consent.isOutdated(), true);
    void chat.check(third);
    assert.equal(await chat.consent.isOutdated(), false);
  });
});
