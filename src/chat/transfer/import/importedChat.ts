// What a file tells of one chat: the conversation that comes in, and a count of what cannot.
import type { Conversation } from '../../../shared/conversation/conversation';

/** What of a chat can not come in, or only in part. */
export type LossKind =
  /** Instructions to the model, shown or hidden. */
  | 'systemMessage'
  /** A tool that was called, or what it gave. */
  | 'toolMessage'
  /** A picture that the file names and does not hold. */
  | 'picture'
  /** A file, or other context, that was sent with a question. */
  | 'attachment'
  /** Sound or film; its transcript comes in where there is one. */
  | 'recording'
  /** A mark in the text that pointed to a source. */
  | 'citation'
  /** Content of a kind that is not known here. */
  | 'otherContent'
  /** An answer that no question goes before. */
  | 'questionlessAnswer'
  /** A message that is not in the file's own form, or that stands in it twice. */
  | 'unreadableMessage'
  /** A message whose predecessors are missing, or in a circle. */
  | 'looseMessage'
  /** A version that would have repeated too much of the ones before it. */
  | 'repetitiveVersion';

/** Stands for pictures that do not come in with a message that holds nothing else: no model takes an empty one. */
export const imagePlaceholder = '[picture]';

/** How often each kind of loss was met; what was never met is absent. */
export type Losses = ReadonlyMap<LossKind, number>;

export class Counter {
  readonly #counts = new Map<LossKind, number>();

  readonly counts: Losses = this.#counts;

  add(kind: LossKind, count = 1): void {
    if (count > 0) {
      this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
    }
  }
}

export interface ImportedChat {
  /** As the file gives it; absent where it has none. */
  readonly title?: string;
  readonly conversation: Conversation;
  readonly losses: Losses;
}

/** Why nothing of a chat comes in. */
export type SkipReason =
  /** It has no question. */
  | 'empty'
  /** It is in none of the forms that are known. */
  | 'unreadable'
  /** Another program's list of chats, which holds none of their messages. */
  | 'onlyListed';

/** What readers need to know besides the file. */
export interface ReaderOptions {
  /** A digest in hexadecimal digits, the same on every machine. */
  readonly digest: (text: string) => string;
  /** In milliseconds since 1970, for what has no time of its own. */
  readonly now: number;
  /** The model that goes on with a chat of another program. */
  readonly model: string;
}
