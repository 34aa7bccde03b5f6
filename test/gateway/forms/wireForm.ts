// One seam for every form of the interface, so that a further one is one more file.
import type { Exchange } from '../exchange';
import type { Part, Question } from '../question';

/** One form of the interface: reads its own request body and writes its own answers. */
export interface WireForm {
  /** The name that `supported_endpoint_types` gives this form. */
  readonly endpointType: string;
  /** A sentence that says what is wrong with the body, or the question that it asks. */
  read(body: unknown): Question | string;
  /** Writes a streamed answer from its parts. */
  stream(
    exchange: Exchange,
    question: Question,
    batches: AsyncIterable<readonly Part[]>,
  ): Promise<void>;
  /** Writes the whole answer at once when its last part has come. */
  whole(
    exchange: Exchange,
    question: Question,
    batches: AsyncIterable<readonly Part[]>,
  ): Promise<void>;
}

interface Gathered {
  readonly text: string;
  readonly reasoning: string;
  readonly reason: 'stop' | 'length';
  /** Tokens of text and reasoning together. */
  readonly tokenCount: number;
}

/** Waits for all parts of an answer. */
export async function gather(batches: AsyncIterable<readonly Part[]>): Promise<Gathered> {
  let text = '';
  let reasoning = '';
  let tokenCount = 0;
  let reason: Gathered['reason'] = 'stop';
  for await (const batch of batches) {
    for (const part of batch) {
      switch (part.kind) {
        case 'text':
          text += part.text;
          tokenCount++;
          break;
        case 'reasoning':
          reasoning += part.text;
          tokenCount++;
          break;
        case 'finish':
          reason = part.reason;
      }
    }
  }
  return { text, reasoning, reason, tokenCount };
}

export const eventStreamHead = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  Connection: 'keep-alive',
  'X-Accel-Buffering': 'no',
} as const;
