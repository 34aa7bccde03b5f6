// Fakes of the ports of a ChatSession, controlled by the test.
import type { Disposable } from '../../../../src/base/disposable';
import {
  newConversation,
  type Answer,
  type Conversation,
} from '../../../../src/conversation/common/conversation';
import type { ConversationEvent } from '../../../../src/conversation/common/conversationEvent';
import { emptyDraft, type Draft } from '../../../../src/conversation/common/draft';
import type {
  ConversationStore,
  WindowSignal,
} from '../../../../src/conversation/node/conversationStore';
import { RecentRequests } from '../../../../src/conversation/node/request/recentRequests';
import {
  RequestBuilder,
  type RequestSettings,
} from '../../../../src/conversation/node/request/requestBuilder';
import { SentRequestLog } from '../../../../src/conversation/node/request/sentRequestLog';
import type { AnswerDeps } from '../../../../src/conversation/node/session/answerRequest';
import { ChatSession } from '../../../../src/conversation/node/session/chatSession';
import type { ChatModel } from '../../../../src/gateway/common/chatModel';
import type { Connection } from '../../../../src/gateway/common/connection';
import { type GatewayRef } from '../../../../src/gateway/common/gatewayRef';
import { type Price } from '../../../../src/gateway/common/usage';
import { ManualClock } from '../../../support/manualClock';
import { ScriptedModel } from '../../../support/scriptedModel';

/** Records what it receives. */
class MemoryStore implements ConversationStore {
  readonly created: Conversation[] = [];
  readonly appended: ConversationEvent[] = [];
  readonly signals: WindowSignal[] = [];
  /** Delivers an event as if another window had appended it. */
  emitFromOtherWindow: (event: ConversationEvent | WindowSignal) => void = () => {};
  readonly drafts = new Map<string, Draft>();
  /** Resolves when everything is on disk. */
  synced = Promise.resolve();

  load(_id: string): Promise<Conversation | undefined> {
    return Promise.resolve(undefined);
  }
  create(conversation: Conversation): void {
    this.created.push(conversation);
  }
  append(_id: string, event: ConversationEvent): void {
    this.appended.push(event);
  }
  sendSignal(_id: string, signal: WindowSignal): void {
    this.signals.push(signal);
  }
  saveDraft(id: string, draft: Draft): void {
    this.drafts.set(id, draft);
  }
  loadDraft(id: string): Promise<Draft> {
    return Promise.resolve(this.drafts.get(id) ?? emptyDraft);
  }
  draftSavedAt(id: string): Promise<number> {
    const { text = '', attachments = [], queue = [] } = this.drafts.get(id) ?? {};
    return Promise.resolve(text === '' && attachments.length + queue.length === 0 ? 0 : 1);
  }
  subscribe(
    _conversation: Conversation,
    listener: (event: ConversationEvent | WindowSignal) => void,
  ): Disposable {
    this.emitFromOtherWindow = listener;
    return { dispose: () => (this.emitFromOtherWindow = () => {}) };
  }
  sync(): Promise<void> {
    return this.synced;
  }
  flush(): Promise<void> {
    return Promise.resolve();
  }
}

export interface ChatFixture {
  readonly session: ChatSession;
  readonly model: ScriptedModel;
  readonly store: MemoryStore;
  /** Whether the code still belongs to a window. */
  readonly window: { isAlive: boolean };
  readonly clock: ManualClock;
  readonly sentRequests: SentRequestLog;
  readonly answer: (index?: number) => Answer;
}

let reopenedCount = 0;

export function chatFixture(
  settings: Partial<RequestSettings> = {},
  listedPrice?: Price,
  conversation?: Conversation,
  /** Another model than the one of the fixture. */
  chatModel?: ChatModel,
  toolsOf: AnswerDeps['toolsOf'] = () => undefined,
): ChatFixture {
  const model = new ScriptedModel();
  const store = new MemoryStore();
  const window = { isAlive: true };
  const clock = new ManualClock();
  const sentRequests = new SentRequestLog();
  // IDs must not collide with those of a reopened conversation.
  let ids = conversation === undefined ? 0 : (reopenedCount += 1) * 1_000;
  const newId = (): string => `id-${(ids += 1)}`;
  const requestBuilder = new RequestBuilder({
    requestSettings: () => ({ systemPrompt: '', stream: true, ...settings }),
    lookUpModel: () =>
      Promise.resolve({ apiFormat: 'chat', ...(listedPrice === undefined ? {} : { listedPrice }) }),
  });
  const session = new ChatSession(
    {
      chatModel: chatModel ?? model,
      store,
      clock,
      newId,
      isWindowAlive: () => Promise.resolve(window.isAlive),
      recentRequests: new RecentRequests(),
      requestBuilder,
      sentRequests,
      toolsOf,
    },
    conversation ?? newConversation(newId(), 'model-a', clock.now()),
  );
  const answers = (): Answer[] =>
    session.conversation.messages.filter((message) => message.kind === 'answer');
  return {
    session,
    model,
    store,
    window,
    clock,
    sentRequests,
    answer: (index = -1) => {
      const found = answers().at(index);
      if (found === undefined) {
        throw new Error('There is no such answer.');
      }
      return found;
    },
  };
}

/** A conversation as another window, or a later one, opens it. */
export function reopenedChat(
  conversation: Conversation,
  toolsOf?: AnswerDeps['toolsOf'],
): ChatFixture {
  return chatFixture({}, undefined, conversation, undefined, toolsOf);
}

/** A reopened conversation with a running answer that no window runs any more. */
export function orphanedChat(
  conversation: Conversation,
  toolsOf?: AnswerDeps['toolsOf'],
): ChatFixture {
  const orphaned = reopenedChat(conversation, toolsOf);
  orphaned.clock.advance(2500);
  return orphaned;
}

export function connectionTo({ baseUrl, keyLabel }: GatewayRef): Connection {
  return {
    baseUrl,
    origin: new URL(baseUrl).origin,
    isLoopback: false,
    headers: {},
    timeouts: { firstTokenSeconds: 0, idleSeconds: 0, totalSeconds: 0 },
    ...(keyLabel === undefined ? {} : { keyLabel }),
  };
}

/** Lets pending promise callbacks run. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
