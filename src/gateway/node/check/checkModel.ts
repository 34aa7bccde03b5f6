// The stages of the connection check that cost tokens: a short answer in one reply, and a streamed one.
import type { Clock } from '../../../base/clock';
import type { ChatModel, CompletionRequest } from '../../common/chatModel';
import type { CheckedModel, StageResult } from '../../common/connectionCheck';
import { endStateOf } from '../../common/endState';
import type { Failure } from '../../common/failure';
import { failureTraits } from '../../common/failureTraits';

/** Long enough to arrive in chunks, short enough to cost next to nothing. */
const questions = {
  unstreamed: 'Answer with the word OK and nothing else.',
  streamed: 'Count from 1 to 30 in digits, separated by blanks, and say nothing else.',
} as const;

/** Enough to see whether the answer is streamed; a model that goes on is stopped. */
const sample = { chunks: 60, ms: 250 };

export async function* checkModel(
  { chatModel, request }: CheckedModel,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<StageResult> {
  for (const stage of ['unstreamed', 'streamed'] as const) {
    const stream = stage === 'streamed';
    const messages = [{ role: 'user', content: questions[stage] }] as const;
    const startedAt = clock.now();
    const reply = await ask(
      chatModel,
      { ...request, stream, messages, separatesEvents: true },
      clock,
      signal,
    );
    if (signal.aborted) {
      return;
    }
    const { failure, firstAt, count, servedBy } = reply;
    const ms = reply.lastAt - firstAt;
    const firstTokenMs = firstAt - startedAt;
    const served = servedBy === undefined || servedBy === request.model ? {} : { servedBy };
    const streamed = stream ? { firstTokenMs, chunks: { count, ms } } : {};
    // Held back and released at once: a long wait, then faster than a model writes. A fast answer proves nothing.
    const isBuffered =
      stream && (count < 2 || (firstTokenMs >= 300 && ms < 50 && ms * 20 < firstTokenMs));
    yield {
      stage,
      ms: clock.now() - startedAt,
      ...(failure === undefined
        ? { outcome: isBuffered ? 'warned' : 'passed', facts: { ...streamed, ...served } }
        : { outcome: 'failed', facts: served, failure }),
    };
    if (failure !== undefined && failureTraits[failure.kind].repeats) {
      return;
    }
  }
}

interface Reply {
  /** The number of chunks with content. The times below are in ms since 1970. */
  count: number;
  firstAt: number;
  lastAt: number;
  servedBy?: string;
  failure?: Failure;
}

async function ask(
  chatModel: ChatModel,
  request: CompletionRequest,
  clock: Clock,
  signal: AbortSignal,
): Promise<Reply> {
  const reply: Reply = { count: 0, firstAt: 0, lastAt: 0 };
  let finishReason: string | undefined;
  let refused = false;
  for await (const part of chatModel.complete(request, signal)) {
    switch (part.type) {
      case 'text':
      case 'reasoning':
      case 'refusal':
      case 'toolCalls':
        refused ||= part.type === 'refusal';
        reply.count++;
        reply.lastAt = clock.now();
        reply.firstAt ||= reply.lastAt;
        if (
          request.stream &&
          reply.count >= sample.chunks &&
          reply.lastAt - reply.firstAt >= sample.ms
        ) {
          return reply;
        }
        break;
      case 'servedModel':
        reply.servedBy = part.model;
        break;
      case 'finish':
        finishReason = part.reason;
        break;
      case 'failure':
        return { ...reply, failure: part.failure };
      case 'retryScheduled':
        // The check reports the failure now; a chat would wait and retry.
        return { ...reply, failure: part.wait.failure };
      default:
        break;
    }
  }
  const end = { stopped: false, finishReason, refused, hasContent: reply.count > 0 };
  return endStateOf(end).emptyReply ? { ...reply, failure: { kind: 'emptyReply' } } : reply;
}
