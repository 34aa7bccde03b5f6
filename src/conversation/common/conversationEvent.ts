// Conversation events and `reduce`, the only way to change a conversation in host, webview and store.
import { assertNever } from '../../base/assertNever';
import type { AnswerFile } from '../../gateway/common/answerFile';
import type { EndState } from '../../gateway/common/endState';
import { type GatewayRef } from '../../gateway/common/gatewayRef';
import type { RequestAdjustment, RetryWait } from '../../gateway/common/requestAdjustment';
import {
  canContinue,
  isRunning,
  type Answer,
  type AppliedChange,
  type ChatSettings,
  type Conversation,
  type FailedSummary,
  type OmittedTurns,
  type Outcome,
  type Question,
  type ToolOutcome,
  type ToolRound,
  type WorkspaceAccess,
} from './conversation';
import { carryOverIds } from './messageIds';
import { addAnswer, addTurn, findMessage, selectPathThrough } from './messageTree';

export interface AnswerEnded {
  readonly type: 'ended';
  readonly answerId: string;
  readonly state: EndState;
  readonly outcome: Outcome;
}

/** Set if another window or an import caused the event: it then extends the shown path, but never switches it. */
interface FromOtherWindow {
  readonly fromOtherWindow?: true;
}

export type ConversationEvent =
  /** A question was asked. The path now ends with it; messages that followed its parent move off the path. */
  | ({
      readonly type: 'asked';
      readonly question: Question;
      readonly answer: Answer;
    } & FromOtherWindow)
  /**
   * The user asked a question again. The replaced answer moves off the path, with all that followed it. An answer with
   * `isAlsoAsked` replaces none: it stands beside that one.
   */
  | ({
      readonly type: 'retried';
      readonly replacedAnswerId: string;
      readonly answer: Answer;
    } & FromOtherWindow)
  /** Another version was selected: the path now goes through it, down to the newest message below it. */
  | { readonly type: 'versionChosen'; readonly messageId: string }
  /** A request failed and will be retried automatically after a pause. */
  | { readonly type: 'retryScheduled'; readonly answerId: string; readonly retryWait: RetryWait }
  | {
      readonly type: 'requestAdjusted';
      readonly answerId: string;
      readonly adjustment: RequestAdjustment;
    }
  | {
      readonly type: 'textAppended';
      readonly answerId: string;
      readonly text: string;
      readonly reasoning: string;
    }
  /** The text has a placeholder for the file. */
  | { readonly type: 'fileReceived'; readonly answerId: string; readonly file: AnswerFile }
  /** The text after its first `textLength` UTF-16 units turned out to be reasoning. */
  | { readonly type: 'textReclassified'; readonly answerId: string; readonly textLength: number }
  /** The reasoning after its first `reasoningLength` UTF-16 units turned out to be the answer, which follows. */
  | {
      readonly type: 'reasoningRetracted';
      readonly answerId: string;
      readonly reasoningLength: number;
    }
  /** The model called tools; the request that it did that in has ended. */
  | { readonly type: 'toolsCalled'; readonly answerId: string; readonly round: ToolRound }
  | {
      readonly type: 'toolReturned';
      readonly answerId: string;
      readonly callId: string;
      readonly result: ToolOutcome;
    }
  | AnswerEnded
  /** An answer that was considered orphaned is still running in another window. Never saved. */
  | { readonly type: 'resumed'; readonly answerId: string }
  /** A newer Portico wrote something to the chat that this version does not know. Never saved. */
  | { readonly type: 'madeReadOnly' }
  /** An answer that ended early is being continued; `model` is set if another one continues it. */
  | ({
      readonly type: 'continued';
      readonly answerId: string;
      readonly continuedAt: number;
      readonly model?: string;
    } & FromOtherWindow)
  /** The user applied code of an answer to files. It replaces what was reported of the same blocks and files. */
  | {
      readonly type: 'changesApplied';
      readonly answerId: string;
      readonly changes: readonly AppliedChange[];
    }
  | { readonly type: 'modelChosen'; readonly model: string }
  /** They replace all that were chosen before. */
  | { readonly type: 'settingsChosen'; readonly settings: ChatSettings }
  /** The user named the chat. Whoever renames it saves the event. */
  | { readonly type: 'renamed'; readonly title: string }
  | { readonly type: 'turnsOmitted'; readonly omitted: OmittedTurns }
  | { readonly type: 'summaryFailed'; readonly failedSummary: FailedSummary }
  /** The user lets the model read the workspace; without `access`, not any more. */
  | { readonly type: 'accessChosen'; readonly access?: WorkspaceAccess }
  /** Later questions go to this gateway; if absent, to the current one. */
  | { readonly type: 'gatewayChosen'; readonly gateway?: GatewayRef };

type IfHas<E, Field extends string, Then, Else = never> = E extends unknown
  ? Extract<keyof E, Field> extends never
    ? Else
    : Then
  : never;

/** What becomes of an event apart from `reduce`. Its fields decide which values are possible. */
interface EventTraits<E = ConversationEvent> {
  /**
   * What it does in this window if another one has appended it. `marked`: it is shown with `fromOtherWindow` set. Each
   * window shows the version that was chosen there, so it ignores that choice.
   */
  readonly ofOtherWindow: 'shown' | 'ignored' | IfHas<E, 'fromOtherWindow', 'marked'>;
  /** Whether the window that has appended it runs its answer, or has just ended it: then that is not orphaned. */
  readonly answer: 'none' | IfHas<E, 'answer' | 'answerId', 'runs' | 'ended'>;
  /**
   * How it is saved once the history is on again, if not everything was saved. `messages`: it adds some, which may be
   * unknown to the journal. `content` and `progress` are saved only for answers that the journal has completely; an
   * answer whose content was not saved is incomplete. The rest is always saved.
   */
  readonly inHistory: E extends { readonly answer: Answer }
    ? 'messages'
    : 'never' | IfHas<E, 'answerId', 'content' | 'progress', 'always'>;
  /** The history sorts the chats by the time of the last one. Titles are saved apart, and move no chat. */
  readonly isChange: boolean;
  /** The question that is on its way is no longer the next one, or would be answered by another model. */
  readonly cancelsSend: boolean;
  /** What the page shows under its answer about the end, automatic retries and usage is replaced. */
  readonly replacesTexts: false | IfHas<E, 'answerId', true>;
  /** A screen reader announces it: `announcements.ts` in the page has a sentence for it. */
  readonly isAnnounced: boolean;
}

/** A decision about each event: one without a row does not compile. */
// prettier-ignore
export const eventTraits = {
  asked:              { ofOtherWindow: 'marked',  answer: 'runs',  inHistory: 'messages', isChange: true,  cancelsSend: true,  replacesTexts: false, isAnnounced: true   },
  retried:            { ofOtherWindow: 'marked',  answer: 'runs',  inHistory: 'messages', isChange: true,  cancelsSend: true,  replacesTexts: false, isAnnounced: true   },
  continued:          { ofOtherWindow: 'marked',  answer: 'runs',  inHistory: 'content',  isChange: true,  cancelsSend: true,  replacesTexts: true,  isAnnounced: true   },
  versionChosen:      { ofOtherWindow: 'ignored', answer: 'none',  inHistory: 'always',   isChange: true,  cancelsSend: true,  replacesTexts: false, isAnnounced: false  },
  retryScheduled:     { ofOtherWindow: 'shown',   answer: 'runs',  inHistory: 'progress', isChange: true,  cancelsSend: false, replacesTexts: true,  isAnnounced: true   },
  requestAdjusted:    { ofOtherWindow: 'shown',   answer: 'runs',  inHistory: 'progress', isChange: true,  cancelsSend: false, replacesTexts: true,  isAnnounced: true   },
  textAppended:       { ofOtherWindow: 'shown',   answer: 'runs',  inHistory: 'content',  isChange: true,  cancelsSend: false, replacesTexts: false, isAnnounced: false  },
  fileReceived:       { ofOtherWindow: 'shown',   answer: 'runs',  inHistory: 'content',  isChange: true,  cancelsSend: false, replacesTexts: false, isAnnounced: false  },
  textReclassified:   { ofOtherWindow: 'shown',   answer: 'runs',  inHistory: 'content',  isChange: true,  cancelsSend: false, replacesTexts: false, isAnnounced: false  },
  reasoningRetracted: { ofOtherWindow: 'shown',   answer: 'runs',  inHistory: 'content',  isChange: true,  cancelsSend: false, replacesTexts: false, isAnnounced: false  },
  toolsCalled:        { ofOtherWindow: 'shown',   answer: 'runs',  inHistory: 'content',  isChange: true,  cancelsSend: false, replacesTexts: false, isAnnounced: false  },
  toolReturned:       { ofOtherWindow: 'shown',   answer: 'runs',  inHistory: 'content',  isChange: true,  cancelsSend: false, replacesTexts: false, isAnnounced: true   },
  ended:              { ofOtherWindow: 'shown',   answer: 'ended', inHistory: 'progress', isChange: true,  cancelsSend: false, replacesTexts: true,  isAnnounced: true   },
  resumed:            { ofOtherWindow: 'shown',   answer: 'none',  inHistory: 'never',    isChange: false, cancelsSend: false, replacesTexts: true,  isAnnounced: false  },
  madeReadOnly:       { ofOtherWindow: 'shown',   answer: 'none',  inHistory: 'never',    isChange: false, cancelsSend: true,  replacesTexts: false, isAnnounced: true   },
  changesApplied:     { ofOtherWindow: 'shown',   answer: 'none',  inHistory: 'progress', isChange: true,  cancelsSend: false, replacesTexts: false, isAnnounced: true   },
  modelChosen:        { ofOtherWindow: 'shown',   answer: 'none',  inHistory: 'always',   isChange: false, cancelsSend: true,  replacesTexts: false, isAnnounced: false  },
  settingsChosen:     { ofOtherWindow: 'shown',   answer: 'none',  inHistory: 'always',   isChange: false, cancelsSend: false, replacesTexts: false, isAnnounced: false  },
  renamed:            { ofOtherWindow: 'shown',   answer: 'none',  inHistory: 'always',   isChange: false, cancelsSend: false, replacesTexts: false, isAnnounced: false  },
  turnsOmitted:       { ofOtherWindow: 'shown',   answer: 'none',  inHistory: 'always',   isChange: true,  cancelsSend: false, replacesTexts: false, isAnnounced: false  },
  summaryFailed:      { ofOtherWindow: 'shown',   answer: 'none',  inHistory: 'always',   isChange: true,  cancelsSend: false, replacesTexts: false, isAnnounced: false  },
  accessChosen:       { ofOtherWindow: 'shown',   answer: 'none',  inHistory: 'always',   isChange: false, cancelsSend: false, replacesTexts: false, isAnnounced: false  },
  gatewayChosen:      { ofOtherWindow: 'shown',   answer: 'none',  inHistory: 'always',   isChange: false, cancelsSend: false, replacesTexts: false, isAnnounced: false  },
} as const satisfies { readonly [E in ConversationEvent as E['type']]: EventTraits<E> };

/** The events whose row has this value. */
type EventWith<T extends Partial<EventTraits>> = {
  readonly [E in ConversationEvent as E['type']]: (typeof eventTraits)[E['type']] extends T
    ? E
    : never;
}[ConversationEvent['type']];

export type AnnouncedEvent = EventWith<{ readonly isAnnounced: true }>;

/** Whether another window's event is shown with `fromOtherWindow` set. */
export function isMarked(
  event: ConversationEvent,
): event is EventWith<{ readonly ofOtherWindow: 'marked' }> {
  return eventTraits[event.type].ofOtherWindow === 'marked';
}

const unchangingTypes: ReadonlySet<string> = new Set(
  Object.entries(eventTraits).flatMap(([type, traits]) => (traits.isChange ? [] : [type])),
);

/** @param type of an event; one that this version does not know is a change. */
export function isChange(type: string): boolean {
  return !unchangingTypes.has(type);
}

export function replacesTexts(
  event: ConversationEvent,
): event is EventWith<{ readonly replacesTexts: true }> {
  return eventTraits[event.type].replacesTexts;
}

export function isAnnounced(event: ConversationEvent): event is AnnouncedEvent {
  return eventTraits[event.type].isAnnounced;
}

/** The events of a journal. */
export type SavedEvent = Exclude<ConversationEvent, EventWith<{ readonly inHistory: 'never' }>>;

/** The answer that an event starts or changes. */
export function answerIdOf(event: ConversationEvent): string | undefined {
  if ('answer' in event) {
    return event.answer.id;
  }
  return 'answerId' in event ? event.answerId : undefined;
}

/** Returns the next state. Pure. An event for an unknown answer, or text for one that has ended, changes nothing. */
export function reduce(conversation: Conversation, event: ConversationEvent): Conversation {
  switch (event.type) {
    case 'asked': {
      const { question, answer, fromOtherWindow = false } = event;
      return addTurn(conversation, question, answer, fromOtherWindow);
    }
    case 'retried': {
      const { replacedAnswerId, answer, fromOtherWindow = false } = event;
      const replaced = findMessage(conversation, replacedAnswerId);
      const { questionId } = replaced?.kind === 'answer' ? replaced : answer;
      return addAnswer(
        conversation,
        questionId,
        answer,
        fromOtherWindow || answer.isAlsoAsked === true,
      );
    }
    case 'versionChosen':
      return selectPathThrough(conversation, event.messageId);
    case 'retryScheduled':
      return updateRunningAnswer(conversation, event.answerId, (answer) => ({
        ...answer,
        retryWait: event.retryWait,
      }));
    case 'requestAdjusted':
      return updateRunningAnswer(conversation, event.answerId, (answer) => ({
        ...withoutRetryWait(answer),
        adjustments: [...(answer.adjustments ?? []), event.adjustment],
      }));
    case 'textAppended':
      return updateRunningAnswer(conversation, event.answerId, (answer) => ({
        ...answer,
        state: 'streaming',
        text: answer.text + event.text,
        reasoning: answer.reasoning + event.reasoning,
      }));
    case 'fileReceived':
      return updateRunningAnswer(conversation, event.answerId, (answer) => ({
        ...answer,
        state: 'streaming',
        files: [...(answer.files ?? []), event.file],
      }));
    case 'textReclassified':
      return updateRunningAnswer(conversation, event.answerId, (answer) => ({
        ...answer,
        text: answer.text.slice(0, event.textLength),
        reasoning: answer.reasoning + answer.text.slice(event.textLength),
      }));
    case 'reasoningRetracted':
      return updateRunningAnswer(conversation, event.answerId, (answer) => ({
        ...answer,
        reasoning: answer.reasoning.slice(0, event.reasoningLength),
      }));
    case 'toolsCalled':
      return updateRunningAnswer(conversation, event.answerId, (answer) => ({
        ...withoutRetryWait(answer),
        state: 'streaming',
        rounds: [...(answer.rounds ?? []), event.round],
      }));
    case 'toolReturned':
      return updateRunningAnswer(conversation, event.answerId, (answer) => ({
        ...answer,
        rounds: (answer.rounds ?? []).map((round) => withResult(round, event)),
      }));
    case 'ended':
      return updateRunningAnswer(conversation, event.answerId, (answer) => ({
        ...withoutRetryWait(answer),
        state: event.state,
        outcome: event.outcome,
      }));
    case 'resumed':
      return updateAnswer(conversation, event.answerId, ({ outcome: _none, ...answer }) => ({
        ...answer,
        state: answer.text === '' && answer.reasoning === '' ? 'waiting' : 'streaming',
      }));
    case 'continued':
      return updateAnswer(conversation, event.answerId, (answer) => continueAnswer(answer, event));
    case 'changesApplied':
      return updateAnswer(conversation, event.answerId, (answer) => ({
        ...answer,
        applied: [
          ...(answer.applied ?? []).filter(
            (before) => !event.changes.some((change) => isSameTarget(change, before)),
          ),
          ...event.changes,
        ],
      }));
    case 'modelChosen':
      return { ...conversation, model: event.model };
    case 'settingsChosen': {
      const { settings: _before, ...rest } = conversation;
      const isChanged = Object.keys(event.settings).length > 0;
      return isChanged ? { ...rest, settings: event.settings } : rest;
    }
    case 'renamed':
      return { ...conversation, title: event.title };
    case 'turnsOmitted':
      return { ...conversation, omitted: [...(conversation.omitted ?? []), event.omitted] };
    case 'summaryFailed':
      return {
        ...conversation,
        failedSummaries: [...(conversation.failedSummaries ?? []), event.failedSummary],
      };
    case 'madeReadOnly':
      return { ...conversation, readOnly: true };
    case 'accessChosen': {
      const { access: _before, ...rest } = conversation;
      return event.access === undefined ? rest : { ...rest, access: event.access };
    }
    case 'gatewayChosen': {
      const { gateway: _before, ...rest } = conversation;
      return event.gateway === undefined ? rest : { ...rest, gateway: event.gateway };
    }
    default:
      return assertNever(event);
  }
}

function withResult(
  round: ToolRound,
  { callId, result }: ConversationEvent & { readonly type: 'toolReturned' },
): ToolRound {
  const runs = round.runs.map((run) => (run.id === callId ? { ...run, result } : run));
  return { ...round, runs };
}

function isSameTarget(a: AppliedChange, b: AppliedChange): boolean {
  return a.block === b.block && a.uri === b.uri;
}

function continueAnswer(
  answer: Answer,
  { continuedAt, model = answer.model }: ConversationEvent & { readonly type: 'continued' },
): Answer {
  if (!canContinue(answer)) {
    return answer;
  }
  const { outcome, earlierOutcomes = [], ...rest } = answer;
  const outcomes = outcome === undefined ? earlierOutcomes : [...earlierOutcomes, outcome];
  const continued = { ...rest, model, state: 'waiting', continuedAt } as const;
  if (model === answer.model) {
    return { ...continued, earlierOutcomes: outcomes };
  }
  const named = (each: Outcome): Outcome => nameModel(each, answer.model);
  const rounds = answer.rounds?.map((round) =>
    round.outcome === undefined ? round : { ...round, outcome: named(round.outcome) },
  );
  return { ...continued, earlierOutcomes: outcomes.map(named), ...(rounds && { rounds }) };
}

function nameModel(outcome: Outcome, model: string): Outcome {
  return { model, ...outcome };
}

function withoutRetryWait({ retryWait: _ended, ...answer }: Answer): Answer {
  return answer;
}

function updateRunningAnswer(
  conversation: Conversation,
  id: string,
  change: (answer: Answer) => Answer,
): Conversation {
  return updateAnswer(conversation, id, (answer) =>
    isRunning(answer.state) ? change(answer) : answer,
  );
}

function updateAnswer(
  conversation: Conversation,
  id: string,
  change: (answer: Answer) => Answer,
): Conversation {
  for (const list of ['messages', 'offPath'] as const) {
    const index = conversation[list].findLastIndex((message) => message.id === id);
    const answer = conversation[list][index];
    if (answer?.kind === 'answer') {
      const changed = change(answer);
      if (changed === answer) {
        return conversation;
      }
      const messages = conversation[list].with(index, changed);
      carryOverIds(conversation[list], messages);
      return { ...conversation, [list]: messages };
    }
  }
  return conversation;
}
