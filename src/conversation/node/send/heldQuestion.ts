// The question that a check holds until the user has decided, and what the check shows of it meanwhile.
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import type { CheckDecision } from './sendCheck';

export class HeldQuestion<State> implements Disposable {
  readonly #changed = new Emitter<State | undefined>();
  #state: State | undefined;
  #answer: ((decision: CheckDecision) => void) | undefined;

  /** Fires with what to show; with undefined when it is answered or canceled. */
  readonly onDidChange = this.#changed.event;

  /** Undefined while none is held. */
  get state(): State | undefined {
    return this.#state;
  }

  /** Holds a question until `release`, or until `signal` aborts. Returns what the check returns. */
  hold(state: State, signal: AbortSignal): { readonly answered: Promise<CheckDecision> } {
    const answered = new Promise<CheckDecision>((answer) => (this.#answer = answer));
    signal.addEventListener('abort', () => this.release(false));
    this.show(state);
    return { answered };
  }

  /** Shows something else about the question that is held. */
  show(state: State | undefined): void {
    this.#state = state;
    this.#changed.fire(state);
  }

  /** Does nothing while none is held. */
  release(decision: CheckDecision): void {
    const answer = this.#answer;
    if (answer !== undefined) {
      this.#answer = undefined;
      this.show(undefined);
      answer(decision);
    }
  }

  dispose(): void {
    this.release(false);
    this.#changed.dispose();
  }
}
