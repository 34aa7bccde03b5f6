// Reads one answer for a caller: passes text and reasoning on at once, and tool calls once the answer is complete.
import { assertNever } from '../../../base/assertNever';
import { isJsonRecord, type JsonRecord } from '../../../base/mergeObjects';
import { parseJson } from '../../../base/parseJson';
import type { StreamPart } from '../../../gateway/common/chatModel';
import { endStateOf, type EndState } from '../../../gateway/common/endState';
import type { Failure } from '../../../gateway/common/failure';
import type { Source } from '../../../gateway/common/source';
import type {
  ReceivedReasoning,
  ReceivedToolCall,
  SentToolCall,
} from '../../../gateway/common/tools';

export interface AnswerListener {
  onText(text: string): void;
  onReasoning(text: string): void;
  onSent(part: StreamPart & { readonly type: 'sent' }): void;
}

export interface ReadAnswer {
  readonly state: EndState;
  /** Why the answer failed, was interrupted or is empty. */
  readonly failure?: Failure;
  readonly finishReason?: string;
  readonly calls: readonly ReceivedToolCall[];
  readonly sources: readonly Source[];
  readonly reasoning?: ReceivedReasoning;
}

/** Never throws. */
export async function readAnswer(
  parts: AsyncIterable<StreamPart>,
  listener: AnswerListener,
  signal: AbortSignal,
): Promise<ReadAnswer> {
  let failure: Failure | undefined;
  let finishReason: string | undefined;
  let refused = false;
  let hasText = false;
  let calls: readonly ReceivedToolCall[] = [];
  let sources: readonly Source[] = [];
  let reasoning: ReceivedReasoning | undefined;
  const read = (part: StreamPart): void => {
    switch (part.type) {
      case 'text':
      case 'refusal':
        refused ||= part.type === 'refusal';
        hasText ||= part.text.trim() !== '';
        listener.onText(part.text);
        return;
      case 'reasoning':
        hasText ||= part.text.trim() !== '';
        listener.onReasoning(part.text);
        return;
      case 'toolCalls':
        ({ calls } = part);
        reasoning = part.reasoning;
        return;
      case 'sources':
        ({ sources } = part);
        return;
      case 'finish':
        finishReason = part.reason;
        return;
      case 'failure':
        ({ failure } = part);
        return;
      case 'sent':
        listener.onSent(part);
        return;
      case 'answerRestarted':
        // What VS Code has received cannot be taken back.
        listener.onText('\n\n---\n\n');
        refused = false;
        return;
      case 'textReclassified': // As above.
      case 'gap':
      case 'otherFormat':
      case 'unknownParts':
      case 'reasoningRetracted':
      case 'requestAdjusted':
      case 'retryScheduled':
      case 'promptProgress':
      case 'servedModel':
      case 'file':
      case 'usage':
        return;
      default:
        assertNever(part);
    }
  };
  try {
    for await (const part of parts) {
      if (signal.aborted) {
        break;
      }
      read(part);
    }
  } catch (error) {
    failure = { kind: 'unexpected', detail: error instanceof Error ? error.name : '' };
  }
  const { state, emptyReply } = endStateOf({
    stopped: signal.aborted,
    failure,
    finishReason,
    refused,
    hasContent: hasText || calls.length > 0,
  });
  failure = emptyReply ? { kind: 'emptyReply' } : failure;
  return {
    state,
    calls,
    sources,
    ...(failure === undefined ? {} : { failure }),
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(reasoning === undefined ? {} : { reasoning }),
  };
}

/** The call with its input; undefined if its arguments aren't a JSON object. Without arguments the input is empty. */
export function parsedCall({
  id,
  name,
  arguments: json,
}: ReceivedToolCall): SentToolCall | undefined {
  const input: unknown = json.trim() === '' ? ({} satisfies JsonRecord) : parseJson(json);
  return isJsonRecord(input) ? { id, name, input } : undefined;
}
