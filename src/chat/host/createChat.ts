// Builds a chat of this window and connects its parts.
import type { Clock } from '../../base/clock';
import { DisposableStore } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import type { Conversation } from '../../conversation/common/conversation';
import type { Draft } from '../../conversation/common/draft';
import type { ConversationStore } from '../../conversation/node/conversationStore';
import type { RecentRequests } from '../../conversation/node/request/recentRequests';
import {
  RequestBuilder,
  type ChatRequestDeps,
  type RequestSettings,
} from '../../conversation/node/request/requestBuilder';
import type { SentRequestLog } from '../../conversation/node/request/sentRequestLog';
import { AllowedChatModel } from '../../conversation/node/send/allowedChatModel';
import { inOrder } from '../../conversation/node/send/sendCheck';
import { SendPipeline } from '../../conversation/node/send/sendPipeline';
import { ChatDraft } from '../../conversation/node/session/chatDraft';
import { ChatSession } from '../../conversation/node/session/chatSession';
import { QuestionQueue } from '../../conversation/node/session/questionQueue';
import type { ChatModel } from '../../gateway/common/chatModel';
import type { Connection } from '../../gateway/common/connection';
import type { Failure } from '../../gateway/common/failure';
import type { GatewayAccess } from '../../gateway/common/gatewayAccess';
import type { WindowState } from '../node/windowState';
import { Chat, type ChatCore, type ChatParts } from './chat';
import { ChatNotices } from './chatNotices';
import { ChatPages } from './chatPages';
import { ChatPresenter } from './chatPresenter';

/** What the chats of a window share. */
export interface SharedServices extends Required<ChatRequestDeps> {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly isWindowAlive: () => Promise<boolean>;
  readonly gateway: GatewayAccess;
  readonly store: ConversationStore;
  readonly withRetries: (
    chatModel: ChatModel,
    askedGateway: () => Promise<string | undefined>,
  ) => ChatModel;
  readonly recentRequests: RecentRequests;
  readonly sentRequests: SentRequestLog;
  readonly windowState: WindowState;
  readonly reportError: (error: unknown) => void;
  /** Creates what the features add to a chat. */
  readonly createParts: (core: ChatCore) => ChatParts;
  readonly current: { readonly resolve: () => Promise<Connection | Failure> };
  readonly catalog: { readonly onDidFetch: Event<unknown> };
}

export function createChat(
  deps: SharedServices,
  conversation: Conversation,
  savedDraft: Draft,
): Chat {
  const { clock, newId, store, windowState, reportError } = deps;
  const { id } = conversation;
  const disposables = new DisposableStore();
  const allowedModel = disposables.add(new AllowedChatModel(deps.gateway));
  const requestSettings = (): RequestSettings => ({
    ...deps.requestSettings(),
    ...session.conversation.settings,
  });
  const requests = {
    clock,
    requestSettings,
    chatModel: deps.withRetries(allowedModel, async () => allowedModel.gateway),
    lookUpModel: (model: string) => deps.lookUpModel(model, allowedModel.gateway),
  };
  const session = disposables.add(
    new ChatSession(
      {
        clock,
        newId,
        isWindowAlive: deps.isWindowAlive,
        store,
        chatModel: requests.chatModel,
        requestBuilder: new RequestBuilder({ ...requests, changeFormat: deps.changeFormat }),
        recentRequests: deps.recentRequests,
        sentRequests: deps.sentRequests,
        toolsOf: (asked) => parts.toolsOf(asked),
      },
      conversation,
    ),
  );
  const draft = disposables.add(
    new ChatDraft(savedDraft, (changed) => store.saveDraft(id, changed)),
  );
  const pages = disposables.add(new ChatPages());
  const notices = new ChatNotices(session, (event) => pages.send(event));
  const parts = deps.createParts({
    session,
    draft,
    notices,
    allowedModel,
    requests,
    disposables,
    send: (event) => pages.send(event),
    onDidSend: pages.onDidSend,
  });
  const pipeline = disposables.add(
    new SendPipeline({
      session,
      draft,
      resolveConnection: () => deps.current.resolve(),
      checks: inOrder(parts.checks),
      isBusy: parts.isBusy,
      reportError,
    }),
  );
  const queue = disposables.add(
    new QuestionQueue({ session, draft, newId, pipeline, reportError }),
  );
  const presenter = disposables.add(
    new ChatPresenter({ session, pages, notices, parts, windowState, draft, queue }),
  );
  disposables.add(pipeline.onDidReplaceDraft(() => presenter.sendDraft()));
  const chat = new Chat(
    { id, session, pipeline, draft, queue, notices, pages, presenter, parts },
    disposables,
  );
  disposables.add(deps.catalog.onDidFetch(() => void chat.parts.refresh()));
  return chat;
}
