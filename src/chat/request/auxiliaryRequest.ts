// A request that is no answer's: for a summary or a title. It may cost money all the same, so how it ended is told.
import type { EndState, Outcome } from '../../shared/conversation/conversation';
import type { Failure } from '../../shared/conversation/failure';
import { AnswerRun, type RunEnd } from '../session/answerRun';
import type { AskedRequestsParts } from './requestBuilder';
import type { ChatSessionParts } from '../session/chatSession';
import { endStateOf } from '../session/endState';
import type { ChatMessage } from '../ports';

export type AsideParts = AskedRequestsParts &
  Pick<ChatSessionParts, 'chatModel' | 'clock' | 'listedPrice'>;

export interface AuxiliaryRequestEnd {
  readonly text: string;
  readonly state: EndState;
  readonly outcome: Outcome;
}

/** Asks a model with the user's settings; the messages are all that it is given. `ended` is called once. */
export function sendAuxiliaryRequest(
  { chatModel, clock, formOf, listedPrice, requestSettings }: AsideParts,
  model: string,
  messages: readonly ChatMessage[],
  ended: (end: AuxiliaryRequestEnd) => void,
): AnswerRun {
  const { systemPrompt: _own, ...settings } = requestSettings();
  let text = '';
  let given: Failure | undefined;
  const run = new AnswerRun(clock, {
    delta: (delta) => (text += delta.text),
    // What to do instead of waiting is the user's choice.
    waits: ({ failure }) => {
      given = failure;
      run.stop();
    },
    askedAgain: () => undefined,
    sent: () => undefined,
    ended: (end) => {
      const { stopped: _stopped, refused: _refused, ...known } = end;
      const { state, failure } = endOf(
        text,
        given === undefined ? end : { refused: false, stopped: false, failure: given },
      );
      ended({
        text,
        state,
        outcome: { endedAt: clock.now(), ...known, ...(failure && { failure }) },
      });
    },
  });
  void run.follow(async (signal) => {
    const apiFormat = await formOf(model);
    const parts = chatModel.complete({ apiFormat, model, messages, ...settings }, signal);
    return { form: apiFormat, listedPrice: await listedPrice(model), parts, seam: undefined };
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
