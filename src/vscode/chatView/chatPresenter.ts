// What the views of a chat show, told from its session whether or not a view is there.
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { ChatDraft } from '../../chat/session/chatDraft';
import type { ChatSession } from '../../chat/session/chatSession';
import type { ContextBudget } from '../../chat/context/contextBudget';
import type { ContextLimitGate } from '../../chat/context/contextLimitGate';
import type { QuestionQueue } from '../../chat/session/questionQueue';
import type { SentRequestLog } from '../../chat/request/sentRequestLog';
import { type Answer, type Conversation, findAnswer } from '../../shared/conversation/conversation';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent';
import type { Alternative, ViewEvent, ViewState } from '../../shared/protocol/protocol';
import type { GatewayConsent } from '../chats/gatewayConsent';
import { findMessage } from '../../shared/conversation/messageTree';
import { withoutOffPathContents } from '../../shared/conversation/versions';
import { usageView } from './usageTexts';
import { type Advice, answerNotice } from './answerNotice';
import { autoRetryNotice } from './autoRetryText';
import { contextLimitPrompt } from './contextLimitPanel';
import type { ViewChannel } from './viewChannel';
import type { WindowState } from './windowState';

export interface ChatPresenterParts {
  readonly session: ChatSession;
  readonly budget: ContextBudget;
  readonly room: ContextLimitGate;
  readonly home: GatewayConsent;
  readonly sentRequests: SentRequestLog;
  readonly facts: WindowState;
  readonly draft: ChatDraft;
  readonly queue: QuestionQueue;
}

export class ChatPresenter implements Disposable {
  readonly #store = new DisposableStore();
  readonly #parts: ChatPresenterParts;
  readonly #channels = new Set<ViewChannel>();
  /** What stands in the message boxes of all views, as far as the host knows. */
  #toldDraft: string;
  /** By answer. */
  readonly #advice = new Map<string, Advice>();

  constructor(parts: ChatPresenterParts) {
    const { session, budget, room, home, facts, draft, queue } = parts;
    this.#parts = parts;
    this.#toldDraft = draft.text;
    this.#store.add(draft.onDidChange(({ text }) => budget.setDraft(text)));
    this.#store.add(session.onDidChange((event) => this.#take(event)));
    this.#store.add(budget.onDidChange((now) => this.#tell({ type: 'budget', budget: now })));
    this.#store.add(
      room.onDidChange((now) =>
        this.#tell({
          type: 'contextLimitPrompt',
          contextLimitPrompt: contextLimitPrompt(now, session.conversation.model),
        }),
      ),
    );
    this.#store.add(
      home.onDidAsk((prompt) =>
        this.#tell({ type: 'gatewayChangePrompt', ...(prompt === undefined ? {} : { prompt }) }),
      ),
    );
    this.#store.add(queue.onDidChange((now) => this.#tell({ type: 'queue', queue: now })));
    this.#store.add(facts.onDidChange((event) => this.#tell(event)));
  }

  get state(): ViewState {
    const { session, budget, room, home, sentRequests, facts, draft, queue } = this.#parts;
    const { conversation } = session;
    const gatewayChangePrompt = home.question;
    return {
      conversation: withoutOffPathContents(conversation),
      ...textsOf(conversation, this.#advice),
      usage: usageView(conversation, sentRequests),
      connection: facts.connection,
      preferences: facts.preferences,
      ...(gatewayChangePrompt === undefined ? {} : { gatewayChangePrompt }),
      backgroundChats: facts.others,
      draft: draft.text,
      ...(draft.edits === undefined ? {} : { edits: draft.edits }),
      queue: queue.state,
      budget: budget.budget,
      contextLimitPrompt: contextLimitPrompt(room.choice, conversation.model),
    };
  }

  /** Tells a view of this chat, from the next event on, until the result is disposed of. */
  attach(channel: ViewChannel): Disposable {
    this.#channels.add(channel);
    return { dispose: () => void this.#channels.delete(channel) };
  }

  /** What has become known of the model of an answer that failed. */
  advise(answerId: string, advice: Advice, picked?: Alternative): void {
    this.#advice.set(answerId, advice);
    const answer = findAnswer(this.#parts.session.conversation, answerId);
    const notice = answer === undefined ? undefined : answerNotice(answer, advice);
    if (notice !== undefined) {
      const told: ViewEvent = { type: 'notice', answerId, notice };
      this.#tell(picked === undefined ? told : { ...told, picked });
    }
  }

  /** The model that the reader has picked, before the others in the notice of an answer that failed. */
  offer(answerId: string, alternative: Alternative): void {
    const { listed = true, alternatives = [] } = this.#advice.get(answerId) ?? {};
    const others = alternatives.filter(({ model }) => model !== alternative.model);
    this.advise(answerId, { listed, alternatives: [alternative, ...others] }, alternative);
  }

  /** Whether the notice of an answer offers to ask this model instead. */
  offers(answerId: string, model: string): boolean {
    const offered = this.#advice.get(answerId)?.alternatives ?? [];
    return offered.some((alternative) => alternative.model === model);
  }

  /** Tells the figures anew, since what things cost has changed. */
  showFigures(): void {
    const { session, sentRequests } = this.#parts;
    this.#tell({ type: 'usage', usage: usageView(session.conversation, sentRequests) });
  }

  /** Puts what has become of the message box, in one view say, into those of the others: the last typing wins. */
  tellDraft(from?: ViewChannel): void {
    const { text } = this.#parts.draft;
    if (text === this.#toldDraft) {
      return;
    }
    this.#toldDraft = text;
    for (const channel of this.#channels) {
      if (channel !== from) {
        channel.sendEvent({ type: 'draft', text });
      }
    }
  }

  /** What a view is rewriting; without a text it was left. */
  keepEdit(questionId: string, text: string | undefined): void {
    const { session, draft } = this.#parts;
    if (findMessage(session.conversation, questionId)?.kind === 'question') {
      draft.keepEdit(questionId, text);
    }
  }

  dispose(): void {
    this.#store.dispose();
  }

  #take(event: ConversationEvent): void {
    if (event.type === 'versionChosen') {
      this.#tellVersion(event.messageId);
      return;
    }
    if (event.type === 'continued') {
      this.#advice.delete(event.answerId);
    }
    const told: ViewEvent = { type: 'conversation', event };
    const texts = event.type === 'textAppended' ? {} : this.#textsNow(event);
    this.#tell({ ...told, ...texts });
    if (event.type === 'ended') {
      const { session, sentRequests } = this.#parts;
      const usage = usageView(session.conversation, sentRequests, event.answerId);
      this.#tell({ type: 'usage', usage });
    }
    if (event.type === 'summaryFailed') {
      this.showFigures();
    }
    if (event.type === 'asked') {
      this.#parts.draft.forgetEdits(event.question.text);
    }
    if (event.type === 'asked' && this.#parts.draft.text === '') {
      // Each view takes the question out of its own box.
      this.#toldDraft = '';
    }
  }

  /** What comes back into view has not crossed the wire yet. */
  #tellVersion(messageId: string): void {
    const { conversation, notices, autoRetries, usage } = this.state;
    this.#tell({ type: 'versionShown', messageId, conversation, notices, autoRetries, usage });
  }

  #tell(event: ViewEvent): void {
    for (const channel of this.#channels) {
      channel.sendEvent(event);
    }
  }

  /** What the view is told of the answer that an event changed. */
  #textsNow(event: ConversationEvent): AnswerTexts {
    const answer =
      'answerId' in event
        ? findAnswer(this.#parts.session.conversation, event.answerId)
        : undefined;
    return answer === undefined ? {} : answerTexts(answer, this.#advice);
  }
}

type AnswerTexts = Pick<ViewEvent & { type: 'conversation' }, 'notice' | 'autoRetry'>;

type AdviceByAnswer = ReadonlyMap<string, Advice>;

function answerTexts(answer: Answer, advice: AdviceByAnswer): AnswerTexts {
  const notice = answerNotice(answer, advice.get(answer.id));
  const autoRetry = autoRetryNotice(answer);
  return {
    ...(notice === undefined ? {} : { notice }),
    ...(autoRetry === undefined ? {} : { autoRetry }),
  };
}

function textsOf(
  conversation: Conversation,
  advice: AdviceByAnswer,
): Pick<ViewState, 'notices' | 'autoRetries'> {
  const texts = conversation.messages.flatMap((message) =>
    message.kind === 'answer' ? [{ id: message.id, ...answerTexts(message, advice) }] : [],
  );
  return {
    notices: Object.fromEntries(
      texts.flatMap(({ id, notice }) => (notice === undefined ? [] : [[id, notice]])),
    ),
    autoRetries: Object.fromEntries(
      texts.flatMap(({ id, autoRetry }) => (autoRetry === undefined ? [] : [[id, autoRetry]])),
    ),
  };
}
