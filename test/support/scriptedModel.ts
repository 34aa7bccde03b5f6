// A model that answers each request with the parts that the test emits, and records all requests.
import type { ChatModel, CompletionRequest, StreamPart } from '../../src/gateway/common/chatModel';

/** Asks nothing. */
export const emptyRequest: CompletionRequest = {
  purpose: 'chat',
  apiFormat: 'chat',
  model: 'm',
  messages: [],
  stream: true,
};

export class ScriptedModel implements ChatModel {
  readonly requests: CompletionRequest[] = [];
  readonly signals: AbortSignal[] = [];
  #pendingReads: ((part: StreamPart | undefined) => void)[] = [];
  #unreadParts: (StreamPart | undefined)[] = [];

  async *complete(request: CompletionRequest, signal: AbortSignal): AsyncIterable<StreamPart> {
    this.requests.push(request);
    this.signals.push(signal);
    const end = (): void => this.#push(undefined);
    signal.addEventListener('abort', end);
    for (;;) {
      const part = await new Promise<StreamPart | undefined>((resolve) => {
        if (this.#unreadParts.length > 0) {
          resolve(this.#unreadParts.shift());
        } else {
          this.#pendingReads.push(resolve);
        }
      });
      if (part === undefined) {
        signal.removeEventListener('abort', end);
        return;
      }
      yield part;
    }
  }

  /** Emits parts and waits until they are handled. */
  async emit(...parts: readonly StreamPart[]): Promise<void> {
    for (const part of parts) {
      this.#push(part);
      await new Promise(setImmediate);
    }
  }

  /** Emits parts and ends the answer. */
  async end(...parts: readonly StreamPart[]): Promise<void> {
    await this.emit(...parts);
    this.#push(undefined);
    await new Promise(setImmediate);
  }

  #push(part: StreamPart | undefined): void {
    const next = this.#pendingReads.shift();
    if (next === undefined) {
      this.#unreadParts.push(part);
    } else {
      next(part);
    }
  }
}
