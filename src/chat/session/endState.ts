// Which of the six end states an answer ended in is decided in one place, for every form.
import type { EndState } from '../../shared/conversation/conversation';
import type { Failure } from '../../shared/conversation/failure';

/** What is known of an answer when its last part has come. */
export interface AnswerEnd {
  /** The user stopped it. */
  readonly stopped: boolean;
  readonly failure?: Failure | undefined;
  /** The form's own word; `''` counts as none. */
  readonly finishReason?: string | undefined;
  readonly refused: boolean;
  /** Some text, reasoning or tool call came. */
  readonly hasContent: boolean;
}

/** In lower case, of every form: what the model was kept from saying goes on when it is asked to. */
const lengthReasons = new Set([
  'length',
  'max_tokens',
  'max_output_tokens',
  'model_length',
  // Claude's form; a paused turn waits to be asked on.
  'model_context_window_exceeded',
  'pause_turn',
  // Gemini's form.
  'continuation',
  // The Responses form's status, where it gives no reason for it.
  'incomplete',
]);
const filterReasons = new Set([
  'content_filter',
  'refusal',
  'safety',
  'sensitive',
  // Gemini's form.
  'recitation',
  'blocklist',
  'prohibited_content',
  'spii',
  'image_safety',
  'image_prohibited_content',
  'image_recitation',
]);

/** The end state; `emptyReply` is true where an answer claims to be whole and holds nothing. */
export function endStateOf(end: AnswerEnd): { state: EndState; emptyReply: boolean } {
  if (end.stopped) {
    return { state: 'stopped', emptyReply: false };
  }
  if (end.failure !== undefined) {
    const interrupted = end.hasContent && breaksOff(end.failure);
    return { state: interrupted ? 'interrupted' : 'failed', emptyReply: false };
  }
  const reason = end.finishReason?.toLowerCase() ?? '';
  if (end.refused || filterReasons.has(reason)) {
    return { state: 'filtered', emptyReply: false };
  }
  if (lengthReasons.has(reason)) {
    return { state: 'truncated', emptyReply: false };
  }
  if (!end.hasContent) {
    return { state: 'failed', emptyReply: true };
  }
  return { state: reason === '' ? 'truncated' : 'complete', emptyReply: false };
}

/** Whether the failure is a break in the transport and not an error that the stream reported. */
function breaksOff(failure: Failure): boolean {
  switch (failure.kind) {
    case 'connectionLost':
    case 'idleTimeout':
    case 'totalTimeout':
    case 'tooLarge':
    case 'malformedStream':
    case 'windowClosed':
      return true;
    default:
      return false;
  }
}
