// The answer that this window runs for a conversation, if any. Other windows may run one too: `OtherWindows`.
import type { AnswerRun } from './answerRun';

export class LocalAnswer {
  #running: { readonly answerId: string; readonly run: AnswerRun } | undefined;

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  isOf(answerId: string): boolean {
    return this.#running?.answerId === answerId;
  }

  /** @param run starts the answer; its argument is to be called at the end */
  start(answerId: string, run: (onEnd: () => void) => AnswerRun): void {
    this.#running = { answerId, run: run(() => (this.#running = undefined)) };
  }

  stop(): void {
    this.#running?.run.stop();
  }

  /** Ends the pause before an automatic retry. */
  retryNow(): void {
    this.#running?.run.retryNow();
  }

  /** Closes the connection without an `ended` event. Returns the answer's ID. */
  abandon(): string | undefined {
    const running = this.#running;
    running?.run.abandon();
    this.#running = undefined;
    return running?.answerId;
  }
}
