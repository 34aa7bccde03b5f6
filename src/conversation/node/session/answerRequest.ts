// Sends the requests of an answer, and applies what arrives to its conversation.
import type { Clock } from '../../../base/clock';
import type { ChatModel, CompletionRequest } from '../../../gateway/common/chatModel';
import { continuationRequest, supportsPrefill } from '../../../gateway/common/continuation';
import { findAnswer, type Answer, type Conversation } from '../../common/conversation';
import { pathTo } from '../../common/messageTree';
import { gapAfter, readRounds, roundMessages, type ReadRounds } from '../../common/toolRound';
import type { ConversationStore } from '../conversationStore';
import type { RecentRequests } from '../request/recentRequests';
import type { SentRequestLog } from '../request/sentRequestLog';
import { AnswerRun, concludeRun, type Delta, type RunStart } from './answerRun';
import type { ConversationState } from './conversationState';
import { OverlapTrimmer } from './overlapTrimmer';
import { toolLoop, type ToolLoopDeps, type ToolUse } from './toolLoop';

export interface AnswerDeps {
  readonly chatModel: ChatModel;
  readonly store: Pick<ConversationStore, 'sync'>;
  readonly clock: Clock;
  readonly recentRequests: RecentRequests;
  readonly sentRequests: SentRequestLog;
  /** The tools that the model may call in this conversation; absent if it may call none. */
  readonly toolsOf?: (conversation: Conversation) => ToolAccess | undefined;
}

/** Its price, if any, is the user's own, which goes before the listed one. */
export type ToolAccess = Pick<ToolLoopDeps, 'tools' | 'bounds' | 'price'>;

const noRounds: ReadRounds = { messages: [], rest: '', open: undefined };

interface AnswerToRun {
  readonly answerId: string;
  readonly request: Promise<CompletionRequest>;
  readonly toolUse: ToolUse;
  /** Whether the answer has text or rounds of tool calls that it continues. */
  readonly isContinued?: boolean;
  /** The model answers with what it has read. */
  readonly isWithoutTools?: boolean;
  /** Called before the answer's `ended` event. */
  readonly onEnd: () => void;
}

export function sendAnswerRequest(
  deps: AnswerDeps,
  state: ConversationState,
  { answerId, request, toolUse, isContinued = false, isWithoutTools = false, onEnd }: AnswerToRun,
): AnswerRun {
  const current = (): Answer | undefined => findAnswer(state.current, answerId);
  const before = current();
  /** The lengths of the answer's text and reasoning before the request that is running. */
  let textLength = before?.text.length ?? 0;
  let reasoningLength = before?.reasoning.length ?? 0;
  const reasoningGap = (): string => {
    const { reasoning = '' } = current() ?? {};
    return reasoning.length === reasoningLength ? gapAfter(reasoning) : '';
  };
  const append = ({ text, reasoning }: Delta): void => {
    const { text: shown = '', rounds } = current() ?? {};
    const isFirst = shown.length === rounds?.at(-1)?.textLength;
    state.apply({
      type: 'textAppended',
      answerId,
      text: text !== '' && isFirst ? gapAfter(shown) + text : text,
      reasoning: reasoning === '' ? '' : reasoningGap() + reasoning,
    });
  };
  const run = new AnswerRun(deps.clock, {
    onText: append,
    onFile: (file) => state.apply({ type: 'fileReceived', answerId, file }),
    onToolsCalled: (round, outcome) => {
      textLength = current()?.text.length ?? 0;
      reasoningLength = current()?.reasoning.length ?? 0;
      state.apply({ type: 'toolsCalled', answerId, round: { ...round, textLength, outcome } });
    },
    onToolReturned: (callId, result) =>
      state.apply({ type: 'toolReturned', answerId, callId, result }),
    onTextReclassified: () => {
      state.apply({ type: 'textAppended', answerId, text: '', reasoning: reasoningGap() });
      state.apply({ type: 'textReclassified', answerId, textLength });
    },
    onReasoningRetracted: (length) => {
      const { reasoning = '' } = current() ?? {};
      const rest = reasoning.slice(0, reasoning.length - length);
      // A gap with nothing after it is none.
      const isEmpty = rest.slice(reasoningLength).trim() === '';
      state.apply({
        type: 'reasoningRetracted',
        answerId,
        reasoningLength: isEmpty ? reasoningLength : rest.length,
      });
    },
    onRestarted: () => {
      // The text goes where the reasoning is cut.
      state.apply({ type: 'textReclassified', answerId, textLength });
      state.apply({ type: 'reasoningRetracted', answerId, reasoningLength });
    },
    onRetryScheduled: (retryWait) => state.apply({ type: 'retryScheduled', answerId, retryWait }),
    onPromptProgress: (share) => state.reportPromptProgress({ answerId, share }),
    onAdjustment: (adjustment) => state.apply({ type: 'requestAdjusted', answerId, adjustment }),
    onSent: (sentRequest) => deps.sentRequests.add(answerId, sentRequest),
    onEnd: (end) => {
      onEnd();
      const { text = '', reasoning = '' } = current() ?? {};
      const hasContent = `${text}${reasoning}`.trim() !== '' || end.toolCalls !== undefined;
      const concluded = concludeRun(end, hasContent, deps.clock.now());
      state.apply({ type: 'ended', answerId, ...concluded });
    },
  });
  void run.follow(async (signal): Promise<RunStart> => {
    const sync = (): Promise<void> => deps.store.sync(state.current.id);
    // The question is on disk before the request leaves.
    const [built] = await Promise.all([request, sync()]);
    deps.recentRequests.add(answerId, built);
    const { messages, rest, open } = before === undefined ? noRounds : readRounds(before);
    // What models have read that were asked beside it is left out.
    const own = before && { model: before.model, messages: pathTo(state.current, before) };
    const access = isWithoutTools ? undefined : deps.toolsOf?.({ ...state.current, ...own });
    // A request without tools still tells the model what the calls returned that ran.
    const unfinished = access === undefined && open !== undefined ? roundMessages(open, rest) : [];
    const asked = { ...built, messages: [...built.messages, ...messages, ...unfinished] };
    // After results of tools the model just goes on.
    const goesOn = open !== undefined || (messages.length > 0 && rest.trim() === '');
    const partial = isContinued && !goesOn ? rest : undefined;
    const sent = partial === undefined ? asked : continuationRequest(asked, partial);
    const { chatModel, clock } = deps;
    return {
      apiFormat: built.apiFormat,
      listedPrice: built.listedPrice,
      parts:
        access === undefined
          ? chatModel.complete(sent, signal)
          : toolLoop(
              {
                chatModel,
                clock,
                sync,
                used: toolUse,
                ...access,
                price: access.price ?? built.listedPrice,
              },
              sent,
              signal,
              open && { ...open, text: rest },
            ),
      overlapTrimmer:
        partial === undefined
          ? undefined
          : new OverlapTrimmer(partial, supportsPrefill(built.apiFormat)),
    };
  });
  return run;
}
