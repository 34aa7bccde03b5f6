// Sends the request of one answer and applies what arrives to the conversation.
import type { Clock } from '../../../base/clock';
import { findAnswer } from '../../common/conversation';
import type { ChatModel } from '../../../gateway/common/ports';
import type { RecentRequests } from '../request/recentRequests';
import type { BuiltRequest } from '../request/requestBuilder';
import type { SentRequestLog } from '../request/sentRequestLog';
import { AnswerRun, type RunStart } from './answerRun';
import { continuationRequest, supportsPrefill } from '../../../gateway/common/continuation';
import type { ConversationState } from './conversationState';
import { concludeRun } from './endState';
import { OverlapTrimmer } from './overlapTrimmer';
import type { ConversationStore } from '../conversationStore';

export interface AnswerDeps {
  readonly chatModel: ChatModel;
  readonly store: Pick<ConversationStore, 'sync'>;
  readonly clock: Clock;
  readonly recentRequests: RecentRequests;
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
    onTextReclassified: () =>
      state.apply({ type: 'textReclassified', answerId, textLength: partial?.length ?? 0 }),
    onRetryScheduled: (retryWait) => state.apply({ type: 'retryScheduled', answerId, retryWait }),
    onPromptProgress: (share) => state.reportPromptProgress({ answerId, share }),
    onAdjustment: (adjustment) => state.apply({ type: 'requestAdjusted', answerId, adjustment }),
    onSent: (sentRequest) => deps.sentRequests.add(answerId, sentRequest),
    onEnd: (end) => {
      onEnd();
      const { text = '', reasoning = '' } = findAnswer(state.current, answerId) ?? {};
      const hasContent = `${text}${reasoning}`.trim() !== '' || end.toolCalls !== undefined;
      const concluded = concludeRun(end, hasContent, deps.clock.now());
      state.apply({ type: 'ended', answerId, ...concluded });
    },
  });
  const synced = deps.store.sync(state.current.id);
  void run.follow(async (signal): Promise<RunStart> => {
    // The question is on disk before the request leaves.
    const [{ request: built, listedPrice }] = await Promise.all([request, synced]);
    deps.recentRequests.add(answerId, built);
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
