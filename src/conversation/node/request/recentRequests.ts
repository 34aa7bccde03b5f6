// The requests of recent answers, so that Retry with another model sends the same one. In memory only.
import type { CompletionRequest } from '../../../gateway/common/chatModel';

const maxRequests = 16;

export class RecentRequests {
  /** The keys are answer IDs, oldest first. */
  readonly #requests = new Map<string, CompletionRequest>();

  add(answerId: string, request: CompletionRequest): void {
    this.#requests.set(answerId, request);
    const [oldest] = this.#requests.keys();
    if (this.#requests.size > maxRequests && oldest !== undefined) {
      this.#requests.delete(oldest);
    }
  }

  /** The request that an answer was requested with; undefined if it was evicted. */
  get(answerId: string): CompletionRequest | undefined {
    return this.#requests.get(answerId);
  }
}
