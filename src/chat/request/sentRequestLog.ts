// What was sent for the latest answers: in memory alone, since nobody asked for a copy on disk.
import type { SentRequest } from './sentRequest';

const mostAnswers = 32;
/** For all bodies together, in characters; the newest answer's are kept whatever their length. */
const mostText = 16_000_000;

export interface SentRequestAt extends SentRequest {
  /** Milliseconds since 1970. */
  readonly at: number;
}

export class SentRequestLog {
  /** By answer, the one asked last at the end. */
  readonly #kept = new Map<string, readonly SentRequestAt[]>();

  add(answerId: string, request: SentRequestAt): void {
    const earlier = this.#kept.get(answerId) ?? [];
    this.#kept.delete(answerId);
    this.#kept.set(answerId, [...earlier, request]);
    while (this.#kept.size > 1 && (this.#kept.size > mostAnswers || this.#text() > mostText)) {
      const [oldest = ''] = this.#kept.keys();
      this.#kept.delete(oldest);
    }
  }

  /** Every request that was sent for an answer, oldest first; empty where none is known. */
  of(answerId: string): readonly SentRequestAt[] {
    return this.#kept.get(answerId) ?? [];
  }

  #text(): number {
    return [...this.#kept.values()].flat().reduce((sum, { body }) => sum + body.length, 0);
  }
}
