// What the views of a chat show, told from its session whether or not a view is there.
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { ChatDraft } from '../../chat/chatDraft';
import type { ChatSession } from '../../chat/chatSession';
import type { ContextBudget } from '../../chat/contextBudget';
import type { MakingRoom } from '../../chat/makingRoom';
import type { QuestionQueue } from '../../chat/questionQueue';
import type { SentRequests } from '../../chat/sentRequests';
import { type Answer, type Conversation, findAnswer } from '../../shared/conversation';
import type { ConversationEvent } from '../../shared/conversationEvent';
import type { Alternative, ViewEvent, ViewState } from '../../shared/protocol';
import type { ConversationHome } from '../conversationHome';
import { findMessage } from '../../shared/messageTree';
import { withoutContentsAside } from '../../shared/versions';
import { viewFigures } from './figureTexts';
import { type Advice, noticeOf } from './noticeOf';
import { repetitionOf } from './repetitionOf';
import { roomOf } from './roomOf';
import type { ViewChannel } from './viewChannel';
import type { WindowFacts } from './windowFacts';

export interface ChatPresenterParts {
  readonly session: ChatSession;
  readonly budget: ContextBudget;
  readonly room: MakingRoom;
  readonly home: ConversationHome;
  readonly sentRequests: SentRequests;
  readonly facts: WindowFacts;
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
        this.#tell({ type: 'room', room: roomOf(now, session.conversation.model) }),
      ),
    );
    this.#store.add(
      home.onDidAsk((question) =>
        this.#tell({ type: 'move', ...(question === undefined ? {} : { question }) }),
      ),
    );
    this.#store.add(queue.onDidChange((now) => this.#tell({ type: 'queue', queue: now })));
    this.#store.add(facts.onDidChange((event) => this.#tell(event)));
  }

  get state(): ViewState {
    const { session, budget, room, home, sentRequests, facts, draft, queue } = this.#parts;
    const { conversation } = session;
    const moveQuestion = home.question;
    return {
      conversation: withoutContentsAside(conversation),
      ...textsOf(conversation, this.#advice),
      figures: viewFigures(conversation, sentRequests),
      connection: facts.connection,
      preferences: facts.preferences,
      ...(moveQuestion === undefined ? {} : { moveQuestion }),
      others: facts.others,
      draft: draft.text,
      ...(draft.edits === undefined ? {} : { edits: draft.edits }),
      queue: queue.state,
      budget: budget.budget,
      room: roomOf(room.choice, conversation.model),
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
    const notice = answer === undefined ? undefined : noticeOf(answer, advice);
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
    this.#tell({ type: 'figures', figures: viewFigures(session.conversation, sentRequests) });
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
    const texts = event.type === 'delta' ? {} : this.#textsNow(event);
    this.#tell({ ...told, ...texts });
    if (event.type === 'ended') {
      const { session, sentRequests } = this.#parts;
      const figures = viewFigures(session.conversation, sentRequests, event.answerId);
      this.#tell({ type: 'figures', figures });
    }
    if (event.type === 'summaryLost') {
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
    const { conversation, notices, repetitions, figures } = this.state;
    this.#tell({ type: 'versionShown', messageId, conversation, notices, repetitions, figures });
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

type AnswerTexts = Pick<ViewEvent & { type: 'conversation' }, 'notice' | 'repetition'>;

type AdviceByAnswer = ReadonlyMap<string, Advice>;

function answerTexts(answer: Answer, advice: AdviceByAnswer): AnswerTexts {
  const notice = noticeOf(answer, advice.get(answer.id));
  const repetition = repetitionOf(answer);
  return {
    ...(notice === undefined ? {} : { notice }),
    ...(repetition === undefined ? {} : { repetition }),
  };
}

function textsOf(
  conversation: Conversation,
  advice: AdviceByAnswer,
): Pick<ViewState, 'notices' | 'repetitions'> {
  const texts = conversation.messages.flatMap((message) =>
    message.kind === 'answer' ? [{ id: message.id, ...answerTexts(message, advice) }] : [],
  );
  return {
    notices: Object.fromEntries(
      texts.flatMap(({ id, notice }) => (notice === undefined ? [] : [[id, notice]])),
    ),
    repetitions: Object.fromEntries(
      texts.flatMap(({ id, repetition }) => (repetition === undefined ? [] : [[id, repetition]])),
    ),
  };
}
