// What the chat view shows, told from the session whether or not a view is there.
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { ChatSession } from '../../chat/chatSession';
import type { ContextBudget } from '../../chat/contextBudget';
import type { MakingRoom } from '../../chat/makingRoom';
import { type Answer, type Conversation, findAnswer } from '../../shared/conversation';
import type { ConversationEvent } from '../../shared/conversationEvent';
import type {
  Alternative,
  ConnectionState,
  MoveQuestion,
  Preferences,
  ViewEvent,
  ViewState,
} from '../../shared/protocol';
import { viewFigures } from './figureTexts';
import { type Advice, noticeOf } from './noticeOf';
import { repetitionOf } from './repetitionOf';
import { roomOf } from './roomOf';
import type { ViewChannel } from './viewChannel';

/** Before the settings have been read nothing is known of the connection. */
const unknownConnection: ConnectionState = {
  baseUrl: undefined,
  baseUrlProblem: undefined,
  key: 'missing',
};

export class ChatPresenter implements Disposable {
  readonly #store = new DisposableStore();
  readonly #session: ChatSession;
  readonly #channel: ViewChannel;
  readonly #budget: ContextBudget;
  readonly #room: MakingRoom;
  readonly #keepDraft: (text: string) => void;
  #connection = unknownConnection;
  #preferences: Preferences;
  #moveQuestion: MoveQuestion | undefined;
  #draft = '';
  /** By answer, in the conversation that is open. */
  readonly #advice = new Map<string, Advice>();

  constructor(
    session: ChatSession,
    budget: ContextBudget,
    room: MakingRoom,
    channel: ViewChannel,
    keepDraft: (text: string) => void,
    preferences: Preferences,
  ) {
    this.#session = session;
    this.#budget = budget;
    this.#room = room;
    this.#channel = channel;
    this.#keepDraft = keepDraft;
    this.#preferences = preferences;
    this.#store.add(session.onDidChange((event) => this.#take(event)));
    this.#store.add(
      budget.onDidChange((now) => channel.sendEvent({ type: 'budget', budget: now })),
    );
    this.#store.add(
      room.onDidChange((now) =>
        channel.sendEvent({ type: 'room', room: roomOf(now, session.conversation.model) }),
      ),
    );
    this.#store.add(session.onDidOpen((conversation) => this.#open(conversation)));
  }

  get state(): ViewState {
    const { conversation } = this.#session;
    return {
      conversation: shown(conversation),
      ...textsOf(conversation, this.#advice),
      figures: viewFigures(conversation, this.#session.sentRequests),
      connection: this.#connection,
      preferences: this.#preferences,
      ...(this.#moveQuestion === undefined ? {} : { moveQuestion: this.#moveQuestion }),
      draft: this.#draft,
      budget: this.#budget.budget,
      room: roomOf(this.#room.choice, conversation.model),
    };
  }

  setConnection(connection: ConnectionState): void {
    this.#connection = connection;
    this.#channel.sendEvent({ type: 'connection', connection });
  }

  setPreferences(preferences: Preferences): void {
    this.#preferences = preferences;
    this.#channel.sendEvent({ type: 'preferences', preferences });
  }

  /** What has become known of the model of an answer that failed. */
  advise(answerId: string, advice: Advice, picked?: Alternative): void {
    this.#advice.set(answerId, advice);
    const answer = findAnswer(this.#session.conversation, answerId);
    const notice = answer === undefined ? undefined : noticeOf(answer, advice);
    if (notice !== undefined) {
      const told: ViewEvent = { type: 'notice', answerId, notice };
      this.#channel.sendEvent(picked === undefined ? told : { ...told, picked });
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
    const { conversation, sentRequests } = this.#session;
    this.#channel.sendEvent({ type: 'figures', figures: viewFigures(conversation, sentRequests) });
  }

  setMoveQuestion(question: MoveQuestion | undefined): void {
    this.#moveQuestion = question;
    this.#channel.sendEvent({ type: 'move', ...(question === undefined ? {} : { question }) });
  }

  /** The draft of the window before; what has been typed since wins. */
  startWithDraft(draft: string): void {
    if (this.#draft === '') {
      this.#draft = draft;
      this.#budget.setDraft(draft);
    }
  }

  /** The text in the message box; kept with the conversation. */
  setDraft(draft: string): void {
    if (draft !== this.#draft) {
      this.#draft = draft;
      this.#budget.setDraft(draft);
      this.#keepDraft(draft);
    }
  }

  sendSnapshot(): void {
    this.#channel.sendSnapshot(this.state);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #take(event: ConversationEvent): void {
    if (event.type === 'continued') {
      this.#advice.delete(event.answerId);
    } else if (event.type === 'retried') {
      this.#advice.delete(event.replaced);
    }
    const told: ViewEvent = { type: 'conversation', event };
    const texts = event.type === 'delta' ? {} : this.#textsNow(event);
    this.#channel.sendEvent({ ...told, ...texts });
    if (event.type === 'ended') {
      const { conversation, sentRequests } = this.#session;
      const figures = viewFigures(conversation, sentRequests, event.answerId);
      this.#channel.sendEvent({ type: 'figures', figures });
    }
    if (event.type === 'summaryLost') {
      this.showFigures();
    }
    if (event.type === 'asked' && this.#draft.trim() === event.question.text.trim()) {
      this.setDraft('');
    }
  }

  #open(conversation: Conversation): void {
    this.#advice.clear();
    this.#channel.sendEvent({
      type: 'opened',
      conversation: shown(conversation),
      ...textsOf(conversation, this.#advice),
      figures: viewFigures(conversation, this.#session.sentRequests),
    });
    if (this.#draft !== '') {
      this.#keepDraft(this.#draft);
    }
  }

  /** What the view is told of the answer that an event changed. */
  #textsNow(event: ConversationEvent): AnswerTexts {
    const answer =
      'answerId' in event ? findAnswer(this.#session.conversation, event.answerId) : undefined;
    return answer === undefined ? {} : answerTexts(answer, this.#advice);
  }
}

/** Answers that were replaced are kept and not shown: they need not cross the wire. */
function shown(conversation: Conversation): Conversation {
  return { ...conversation, superseded: [] };
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
