// Where an answer begins again in a stream whose events have an ID and no start of their own.
import type { AnswerEvent } from './answerEvent';

/**
 * Another ID alone says nothing: Foundry Local sends another one, and a role, in each chunk (microsoft/foundry-local#144),
 * others an empty one. It counts after a finish reason, or where it begins with a role and no text, and only if several
 * events had the ID before.
 */
export class AttemptIds {
  #id: string | undefined;
  /** The events with that ID, and those of them that have text. */
  #events = 0;
  #texts = 0;
  #isFinished = false;
  /** Another ID that came with a role and no text. */
  #opened: string | undefined;

  /** Whether an event begins the answer again. Call it for each event. */
  starts(
    id: string | undefined,
    { text = '', reasoning = '', toolCalls = [], finishReason }: Partial<AnswerEvent>,
    hasRole = false,
  ): boolean {
    const hasContent = text !== '' || reasoning !== '' || toolCalls.length > 0;
    const isOther = id !== undefined && id !== this.#id;
    const isNew =
      isOther &&
      hasContent &&
      ((this.#isFinished && this.#events > 1) || (this.#opened === id && this.#texts > 1));
    if (isOther && hasContent) {
      this.#id = id;
      this.#events = this.#opened === id ? 1 : 0;
      this.#texts = 0;
    } else if (isOther && hasRole && finishReason === undefined) {
      this.#opened = id;
    }
    if (id === this.#id) {
      this.#events += 1;
      this.#texts += text === '' ? 0 : 1;
      this.#opened = undefined;
    }
    this.#isFinished = finishReason !== undefined || (this.#isFinished && !hasContent);
    return isNew;
  }
}
