// The two ports of a ChatSession, played by the test.
import { RequestBuilder, type RequestSettings } from '../../../src/chat/request/requestBuilder';
import type { Disposable } from '../../../src/base/disposable';
import { type ChatSessionParts, ChatSession } from '../../../src/chat/session/chatSession';
import type {
  ChatModel,
  CompletionRequest,
  ConversationStore,
  StreamPart,
  WindowSignal,
} from '../../../src/chat/ports';
import { SentRequestLog } from '../../../src/chat/request/sentRequestLog';
import {
  type Answer,
  type Conversation,
  newConversation,
} from '../../../src/shared/conversation/conversation';
import type { ConversationEvent } from '../../../src/shared/conversation/conversationEvent';
import { type Draft, emptyDraft } from '../../../src/shared/conversation/draft';
import { ManualClock } from '../../support/manualClock';

/** Answers each request with the parts that the test says, when it says them. */
class ScriptedModel implements ChatModel {
  readonly requests: CompletionRequest[] = [];
  readonly signals: AbortSignal[] = [];
  /** Whether there is a window that shows it. */
  isWatched = true;
  #waiting: ((part: StreamPart | undefined) => void)[] = [];
  #said: (StreamPart | undefined)[] = [];

  async *complete(request: CompletionRequest, signal: AbortSignal): AsyncIterable<StreamPart> {
    this.requests.push(request);
    this.signals.push(signal);
    signal.addEventListener('abort', () => this.#give(undefined));
    for (;;) {
      const part = await new Promise<StreamPart | undefined>((resolve) => {
        if (this.#said.length > 0) {
          resolve(this.#said.shift());
        } else {
          this.#waiting.push(resolve);
        }
      });
      if (part === undefined) {
        return;
      }
      yield part;
    }
  }

  /** Says parts and lets them arrive. */
  async say(...parts: readonly StreamPart[]): Promise<void> {
    for (const part of parts) {
      this.#give(part);
      await settled();
    }
  }

  /** Ends the answer. */
  async end(...parts: readonly StreamPart[]): Promise<void> {
    await this.say(...parts);
    this.#give(undefined);
    await settled();
  }

  #give(part: StreamPart | undefined): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#said.push(part);
    } else {
      next(part);
    }
  }
}

/** Keeps what it was handed, in order. */
class MemoryStore implements ConversationStore {
  readonly created: Conversation[] = [];
  readonly appended: ConversationEvent[] = [];
  readonly signals: WindowSignal[] = [];
  /** Tells what another window has appended. */
  hear: (told: ConversationEvent | WindowSignal) => void = () => {};
  readonly drafts = new Map<string, Draft>();
  /** Until then nothing is on disk. */
  synced = Promise.resolve();

  load(_id: string): Promise<Conversation | undefined> {
    return Promise.resolve(undefined);
  }
  create(conversation: Conversation): void {
    this.created.push(conversation);
  }
  append(_id: string, told: ConversationEvent | WindowSignal): void {
    if (told.type === 'present' || told.type === 'stopAsked') {
      this.signals.push(told);
    } else {
      this.appended.push(told);
    }
  }
  saveDraft(id: string, draft: Draft): void {
    this.drafts.set(id, draft);
  }
  loadDraft(id: string): Promise<Draft> {
    return Promise.resolve(this.drafts.get(id) ?? emptyDraft);
  }
  follow(
    _conversation: Conversation,
    listener: (told: ConversationEvent | WindowSignal) => void,
  ): Disposable {
    this.hear = listener;
    return { dispose: () => (this.hear = () => {}) };
  }
  sync(): Promise<void> {
    return this.synced;
  }
  flush(): Promise<void> {
    return Promise.resolve();
  }
}

export interface Stage {
  readonly session: ChatSession;
  readonly model: ScriptedModel;
  readonly store: MemoryStore;
  readonly clock: ManualClock;
  readonly sentRequests: SentRequestLog;
  readonly answer: (index?: number) => Answer;
}

let windows = 0;

export function stage(
  settings: Partial<RequestSettings> = {},
  listedPrice: ChatSessionParts['listedPrice'] = () => Promise.resolve(undefined),
  conversation?: Conversation,
): Stage {
  const model = new ScriptedModel();
  const store = new MemoryStore();
  const clock = new ManualClock();
  const sentRequests = new SentRequestLog();
  // A window that opens a conversation gives no ID that stands in it already.
  let ids = conversation === undefined ? 0 : (windows += 1) * 1_000;
  const newId = (): string => `id-${(ids += 1)}`;
  const requests = new RequestBuilder({
    requestSettings: () => ({ systemPrompt: '', stream: true, ...settings }),
    formOf: () => Promise.resolve('chat'),
  });
  const session = new ChatSession(
    {
      chatModel: model,
      store,
      clock,
      newId,
      isWindowThere: () => Promise.resolve(model.isWatched),
      requests,
      sentRequests,
      listedPrice,
    },
    conversation ?? newConversation(newId(), 'model-a', clock.now()),
  );
  const answers = (): Answer[] =>
    session.conversation.messages.filter((message) => message.kind === 'answer');
  return {
    session,
    model,
    store,
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

/** As another window, or a later one, opens a conversation. */
export function stageOf(conversation: Conversation): Stage {
  return stage({}, undefined, conversation);
}

/** After no window has said that it gives what runs in the conversation. */
export function stageLeft(conversation: Conversation): Stage {
  const left = stageOf(conversation);
  left.clock.advance(2500);
  return left;
}

/** Lets promise callbacks run. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
