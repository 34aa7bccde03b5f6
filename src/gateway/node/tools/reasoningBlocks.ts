// Reasoning that goes back to the model with the calls that followed it (`ReceivedReasoning`): which block belongs
// before which call, and what an API format attaches to a call itself, such as Gemini's `thoughtSignature`.
import { isJsonRecord, type JsonRecord } from '../../../base/mergeObjects';
import type { CompletionRequest } from '../../common/chatModel';
import type { ReceivedReasoning, SentToolCall } from '../../common/tools';
import { textAt } from '../json';

/** A block of an answer, in the API format's own form. */
export interface ReasoningBlock {
  readonly block: JsonRecord;
  /** How many calls of the answer came before it. */
  readonly callsBefore: number;
}

/** A call of an answer, with the members that the API format wants back on it. */
interface CallWithExtra {
  readonly id: string;
  readonly extra: JsonRecord | undefined;
}

/** Returns undefined if there is nothing to send back. Drops blocks that no call follows. */
export function packReasoning(
  request: Pick<CompletionRequest, 'apiFormat' | 'model'>,
  blocks: readonly ReasoningBlock[],
  calls: readonly CallWithExtra[],
): ReceivedReasoning | undefined {
  const before = blocks.flatMap(({ block, callsBefore }) => {
    const call = calls[callsBefore];
    return call === undefined ? [] : [{ callId: call.id, block }];
  });
  const attached = calls.flatMap(({ id, extra }) =>
    extra === undefined ? [] : [{ callId: id, extra }],
  );
  const packed = [...before, ...attached];
  const { apiFormat, model } = request;
  return packed.length === 0 ? undefined : { apiFormat, model, blocks: packed };
}

export interface ReasoningOfCall {
  /** Placed before the call. */
  readonly blocks: readonly JsonRecord[];
  readonly extra?: JsonRecord;
}

/** What belongs to each call, by its ID; only reasoning that `packReasoning` returned has any. */
export function unpackReasoning(
  reasoning: ReceivedReasoning | undefined,
  calls: readonly SentToolCall[],
): ReadonlyMap<string, ReasoningOfCall> {
  const found = new Map<string, ReasoningOfCall>();
  for (const { id } of calls) {
    const own = reasoning?.blocks.filter((packed) => textAt(packed, 'callId') === id) ?? [];
    const extra = own.map((packed) => packed['extra']).find(isJsonRecord);
    const blocks = own.map((packed) => packed['block']).filter(isJsonRecord);
    found.set(id, extra === undefined ? { blocks } : { blocks, extra });
  }
  return found;
}
