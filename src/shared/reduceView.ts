// How the view gets from one state to the next, by what the host tells.
import { assertNever } from '../base/assertNever';
import { findAnswer } from './conversation';
import { type ConversationEvent, reduce } from './conversationEvent';
import type { ViewEvent, ViewState } from './protocol';
import { withoutContentsAside } from './versions';

/** The next state of the view. Pure. */
export function reduceView(state: ViewState, event: ViewEvent): ViewState {
  switch (event.type) {
    case 'conversation':
      return reduceTexts(reduceConversation(state, event.event), event);
    case 'opened':
      return event.state;
    case 'versionShown': {
      const { conversation, notices, repetitions, figures } = event;
      return { ...state, conversation, notices, repetitions, figures };
    }
    case 'figures': {
      const answers = { ...state.figures.answers, ...event.figures.answers };
      return { ...state, figures: { answers, total: event.figures.total } };
    }
    case 'notice':
      return findAnswer(state.conversation, event.answerId) === undefined
        ? state
        : { ...state, notices: { ...state.notices, [event.answerId]: event.notice } };
    case 'connection':
      return { ...state, connection: event.connection };
    case 'preferences':
      return { ...state, preferences: event.preferences };
    case 'budget':
      return { ...state, budget: event.budget };
    case 'room':
      return { ...state, room: event.room };
    case 'draft':
      return { ...state, draft: event.text };
    case 'others':
      return { ...state, others: event.others };
    case 'move': {
      const { moveQuestion: _answered, ...rest } = state;
      return event.question === undefined ? rest : { ...rest, moveQuestion: event.question };
    }
    case 'queue':
      return { ...state, queue: event.queue };
    default:
      return assertNever(event);
  }
}

/** What goes out of view is known by its place alone, as in a snapshot. */
function reduceConversation(state: ViewState, event: ConversationEvent): ViewState {
  const conversation = reduce(state.conversation, event);
  if (conversation.aside === state.conversation.aside) {
    return { ...state, conversation };
  }
  const shown = new Set(conversation.messages.map(({ id }) => id));
  return {
    ...state,
    conversation: withoutContentsAside(conversation),
    notices: textsOf(shown, state.notices),
    repetitions: textsOf(shown, state.repetitions),
    figures: { ...state.figures, answers: textsOf(shown, state.figures.answers) },
  };
}

/** What the host says of the answer that an event changes. */
function reduceTexts(state: ViewState, told: ViewEvent & { type: 'conversation' }): ViewState {
  const { event, notice, repetition } = told;
  switch (event.type) {
    case 'waits':
    case 'askedAgain':
    case 'ended':
    case 'revived':
    case 'continued':
      return {
        ...state,
        notices: withText(state.notices, event.answerId, notice),
        repetitions: withText(state.repetitions, event.answerId, repetition),
        // What an answer took is told once more when it ends.
        figures: {
          ...state.figures,
          answers: withText(state.figures.answers, event.answerId, undefined),
        },
      };
    case 'asked':
    case 'retried':
    case 'versionChosen':
    case 'delta':
    case 'modelChosen':
    case 'title':
    case 'leftOut':
    case 'summaryLost':
    case 'gatewayChosen':
      return state;
    default:
      return assertNever(event);
  }
}

function withText<T>(
  texts: Readonly<Record<string, T>>,
  id: string,
  text: T | undefined,
): Readonly<Record<string, T>> {
  const { [id]: _before, ...others } = texts;
  return text === undefined ? others : { ...others, [id]: text };
}

function textsOf<T>(
  shown: ReadonlySet<string>,
  texts: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(texts).filter(([id]) => shown.has(id)));
}
