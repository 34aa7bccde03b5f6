// The reducer of the view state, which the page replays the host's events with.
import { shownAnswers } from '../../conversation/common/answerGroups';
import { findAnswer } from '../../conversation/common/conversation';
import {
  reduce,
  replacesTexts,
  type ConversationEvent,
} from '../../conversation/common/conversationEvent';
import { withoutHiddenContents } from '../../conversation/common/versions';
import { maxKnownFiles } from '../../markdown/common/fileReference';
import type { FeatureEvent, FeatureState, MessageFeatureState } from './features';
import type { ViewEvent, ViewState } from './protocol';

/** What changes in the features' state beyond the fields that their events replace. */
export interface FeatureReducers {
  /** Makes fields of what is there and what the event has; without any, the event's own replace those of the state. */
  readonly merge: (state: FeatureState, event: FeatureEvent) => Partial<FeatureState>;
  /** Leaves out what belongs to the messages that `isDropped` names. */
  readonly withoutMessages: (
    state: MessageFeatureState,
    isDropped: (messageId: string) => boolean,
  ) => MessageFeatureState;
}

export type ReduceView = (state: ViewState, event: ViewEvent) => ViewState;

export function viewReducer(features: FeatureReducers): ReduceView {
  return (state, event) => reduceView(features, state, event);
}

function reduceView(features: FeatureReducers, state: ViewState, event: ViewEvent): ViewState {
  switch (event.type) {
    case 'conversation':
      return reduceProgress(
        reduceTexts(features, reduceConversation(features, state, event.event), event),
        event.event,
      );
    case 'opened':
      return event.state;
    case 'versionShown': {
      const { type: _type, messageId: _messageId, ...shown } = event;
      return { ...state, ...shown };
    }
    case 'notice':
      return findAnswer(state.conversation, event.answerId) === undefined
        ? state
        : { ...state, notices: { ...state.notices, [event.answerId]: event.notice } };
    case 'promptProgress': {
      const { answerId, percent } = event;
      return findAnswer(state.conversation, answerId)?.state === 'waiting'
        ? { ...state, promptProgress: { answerId, percent } }
        : state;
    }
    case 'connection':
      return { ...state, connection: event.connection };
    case 'preferences':
      return { ...state, preferences: event.preferences };
    case 'fileReferencesResolved':
      return { ...state, fileReferences: addPaths(state.fileReferences, event.paths) };
    case 'draft':
      return { ...state, draft: event.text };
    case 'questionSent': {
      const { type: _type, ...lastSent } = event;
      return { ...state, lastSent };
    }
    case 'backgroundChats':
      return { ...state, backgroundChats: event.backgroundChats };
    case 'queue':
      return { ...state, queue: event.queue };
    default: {
      const { type: _type, ...replaced } = event;
      return { ...state, ...replaced, ...features.merge(state, event) };
    }
  }
}

/** Returns at most `maxKnownFiles` paths, each once, the latest last. */
export function addPaths(known: readonly string[], added: readonly string[]): readonly string[] {
  return [...new Set([...known, ...added])].slice(-maxKnownFiles);
}

/** Drops the content of messages that are no longer shown, which snapshots do not have either. */
function reduceConversation(
  features: FeatureReducers,
  state: ViewState,
  event: ConversationEvent,
): ViewState {
  const conversation = reduce(state.conversation, event);
  const isOfShown = 'answerId' in event && findAnswer(conversation, event.answerId) !== undefined;
  if (isOfShown || conversation.offPath === state.conversation.offPath) {
    return { ...state, conversation };
  }
  const shown = new Set(shownAnswers(conversation).map(({ id }) => id));
  return {
    ...state,
    conversation: withoutHiddenContents(conversation),
    notices: pick(shown, state.notices),
    adjustments: pick(shown, state.adjustments),
    ...features.withoutMessages(state, (id) => !shown.has(id)),
  };
}

/** Any change of the answer ends the progress: its content has begun, or the request is sent again. */
function reduceProgress(state: ViewState, event: ConversationEvent): ViewState {
  const { promptProgress, ...rest } = state;
  return promptProgress !== undefined &&
    'answerId' in event &&
    event.answerId === promptProgress.answerId
    ? rest
    : state;
}

/** Replaces the texts of the answer that an event changes. */
function reduceTexts(
  features: FeatureReducers,
  state: ViewState,
  { event, notice, adjustment }: ViewEvent & { type: 'conversation' },
): ViewState {
  if (!replacesTexts(event)) {
    return state;
  }
  return {
    ...state,
    notices: withText(state.notices, event.answerId, notice),
    adjustments: withText(state.adjustments, event.answerId, adjustment),
    // The host sends what features show of the answer again when it ends.
    ...features.withoutMessages(state, (id) => id === event.answerId),
  };
}

function withText<T>(
  texts: Readonly<Record<string, T>>,
  id: string,
  text: T | undefined,
): Readonly<Record<string, T>> {
  const { [id]: _previous, ...rest } = texts;
  return text === undefined ? rest : { ...rest, [id]: text };
}

function pick<T>(
  ids: ReadonlySet<string>,
  texts: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(texts).filter(([id]) => ids.has(id)));
}
