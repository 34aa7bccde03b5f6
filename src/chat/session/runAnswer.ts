// Sends the request of one answer and applies what arrives to the conversation.
import type { Clock } from '../../base/clock';
import { findAnswer } from '../../shared/conversation/conversation';
import type { ChatModel, ConversationStore } from '../ports';
import type { BuiltRequest, RequestBuilder } from '../request/requestBuilder';
import type { SentRequestLog } from '../request/sentRequestLog';
import { AnswerRun, type RunEnd, type RunStart } from './answerRun';
import { continuationRequest, OverlapTrimmer, supportsPrefill } from './continuation';
import type { ConversationState } from './conversationState';
import { concludeRun } from './endState';

export interface AnswerDeps {
  readonly chatModel: ChatModel;
  readonly store: Pick<ConversationStore, 'sync'>;
  readonly clock: Clock;
  readonly requests: RequestBuilder;
  readonly sentRequests: SentRequestLog;
}

export interface AnswerToRun {
  readonly answerId: string;
  readonly request: Promise<BuiltRequest>;
  /** The text to continue from; undefined for a new answer. */
  readonly partial: string | undefined;
  /** Called before the answer's `ended` event. */
  readonly onEnd: () => void;
}

export function runAnswer(
  deps: AnswerDeps,
  state: ConversationState,
  { answerId, request, partial, onEnd }: AnswerToRun,
): AnswerRun {
  const run = new AnswerRun(deps.clock, {
    onText: (text) => state.apply({ type: 'textAppended', answerId, ...text }),
    onRetryScheduled: (retryWait) => state.apply({ type: 'retryScheduled', answerId, retryWait }),
    onAdjustment: (adjustment) => state.apply({ type: 'requestAdjusted', answerId, adjustment }),
    onSent: (sentRequest) => deps.sentRequests.add(answerId, sentRequest),
    onEnd: (end) => {
      onEnd();
      applyEnd(deps.clock, state, answerId, end);
    },
  });
  const synced = deps.store.sync(state.current.id);
  void run.follow(async (signal): Promise<RunStart> => {
    // The question is on disk before the request leaves.
    const [{ request: built, listedPrice }] = await Promise.all([request, synced]);
    deps.requests.remember(answerId, built);
    const sent = partial === undefined ? built : continuationRequest(built, partial);
    return {
      apiFormat: built.apiFormat,
      listedPrice,
      parts: deps.chatModel.complete(sent, signal),
      overlapTrimmer:
        partial === undefined
          ? undefined
          : new OverlapTrimmer(partial, supportsPrefill(built.apiFormat)),
    };
  });
  return run;
}

function applyEnd(
  clock: Clock,
  conversation: ConversationState,
  answerId: string,
  end: RunEnd,
): void {
  const { text = '', reasoning = '' } = findAnswer(conversation.current, answerId) ?? {};
  const hasContent = `${text}${reasoning}`.trim() !== '' || end.toolCalls !== undefined;
  const { state, outcome } = concludeRun(end, hasContent, clock.now());
  conversation.apply({ type: 'ended', answerId, state, outcome });
}
