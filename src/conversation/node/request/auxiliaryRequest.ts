// A request that is not for an answer of the chat: for a summary, a title or a commit message. It may be charged like
// any other.
import type { Clock } from '../../../base/clock';
import type { ChatModel, CompletionRequest } from '../../../gateway/common/chatModel';
import type { EndState } from '../../../gateway/common/endState';
import type { Failure } from '../../../gateway/common/failure';
import type { Outcome } from '../../common/conversation';
import { AnswerRun, concludeRun } from '../session/answerRun';
import type { RequestBuilderDeps } from './requestBuilder';

export interface AuxiliaryRequestDeps extends RequestBuilderDeps {
  readonly chatModel: ChatModel;
  readonly clock: Clock;
}

export interface AuxiliaryRequestEnd {
  readonly text: string;
  readonly state: EndState;
  readonly outcome: Outcome;
}

/** What the request asks; without `chatId` it belongs to no chat. */
type AuxiliaryQuestion = Pick<CompletionRequest, 'purpose' | 'model' | 'messages' | 'chatId'>;

/**
 * Sends a question with the user's settings except the system prompt. Calls `onEnd` once.
 * @param onText called with all of the text so far; with `''` when that turned out to be none of the answer
 */
export function sendAuxiliaryRequest(
  { chatModel, clock, lookUpModel, requestSettings }: AuxiliaryRequestDeps,
  question: AuxiliaryQuestion,
  onEnd: (end: AuxiliaryRequestEnd) => void,
  onText?: (text: string) => void,
): AnswerRun {
  const { systemPrompt: _systemPrompt, ...settings } = requestSettings();
  let text = '';
  let retryFailure: Failure | undefined;
  const startAgain = (): void => {
    text = '';
    onText?.(text);
  };
  const run = new AnswerRun(clock, {
    onText: (delta) => {
      text += delta.text;
      onText?.(text);
    },
    onFile: () => undefined,
    onToolsCalled: () => undefined,
    onToolReturned: () => undefined,
    onTextReclassified: startAgain,
    onRestarted: startAgain,
    onReasoningRetracted: () => undefined,
    // The user decides instead of waiting for a retry.
    onRetryScheduled: ({ failure }) => {
      retryFailure = failure;
      run.stop();
    },
    onPromptProgress: () => undefined,
    onAdjustment: () => undefined,
    onSent: () => undefined,
    onEnd: (runEnd) => {
      // The user was asked, and has declined.
      const isDeclined = runEnd.failure?.kind === 'overBudget';
      const end = retryFailure
        ? { ...runEnd, stopped: false, failure: retryFailure }
        : { ...runEnd, stopped: runEnd.stopped || isDeclined };
      onEnd({ text, ...concludeRun(end, text.trim() !== '', clock.now()) });
    },
  });
  void run.follow(async (signal) => {
    const traits = await lookUpModel(question.model);
    const { apiFormat, listedPrice } = traits;
    const parts = chatModel.complete({ ...traits, ...question, ...settings }, signal);
    return { apiFormat, listedPrice, parts, overlapTrimmer: undefined };
  });
  return run;
}
