// A request that is not for an answer of the chat: for a summary or a title. It may be charged like any other.
import type { Clock } from '../../base/clock';
import type { EndState, Outcome } from '../../shared/conversation/conversation';
import type { Failure } from '../../shared/conversation/failure';
import type { ChatMessage, ChatModel } from '../ports';
import { AnswerRun, type RunEnd } from '../session/answerRun';
import { endStateOf } from '../session/endState';
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

/** Sends `messages` with the user's settings except the system prompt. Calls `onEnd` once. */
export function sendAuxiliaryRequest(
  { chatModel, clock, lookUpModel, requestSettings }: AuxiliaryRequestDeps,
  model: string,
  messages: readonly ChatMessage[],
  onEnd: (end: AuxiliaryRequestEnd) => void,
): AnswerRun {
  const { systemPrompt: _systemPrompt, ...settings } = requestSettings();
  let text = '';
  let retryFailure: Failure | undefined;
  const run = new AnswerRun(clock, {
    onText: (delta) => (text += delta.text),
    // The user decides instead of waiting for a retry.
    onRetryScheduled: ({ failure }) => {
      retryFailure = failure;
      run.stop();
    },
    onAutoRetry: () => undefined,
    onSent: () => undefined,
    onEnd: (runEnd) => {
      const { stopped: _stopped, refused: _refused, ...known } = runEnd;
      const { state, failure } = endOf(
        text,
        retryFailure === undefined
          ? runEnd
          : { refused: false, stopped: false, failure: retryFailure },
      );
      const outcome = { endedAt: clock.now(), ...known, ...(failure && { failure }) };
      onEnd({ text, state, outcome });
    },
  });
  void run.follow(async (signal) => {
    const { apiFormat, listedPrice } = await lookUpModel(model);
    const parts = chatModel.complete({ apiFormat, model, messages, ...settings }, signal);
    return { apiFormat, listedPrice, parts, overlapTrimmer: undefined };
  });
  return run;
}

function endOf(
  text: string,
  { stopped, refused, failure, finishReason }: RunEnd,
): { readonly state: EndState; readonly failure?: Failure | undefined } {
  const hasContent = text.trim() !== '';
  const { state, emptyReply } = endStateOf({ stopped, refused, hasContent, failure, finishReason });
  return { state, failure: emptyReply ? { kind: 'emptyReply' } : failure };
}
