// What became of the chats of each file, so that nothing is left out without being told.
import { assertNever } from '../../../base/assertNever';
import type { ImportOutcome } from '../chatLibrary';
import { LossCount, type Losses, type RefusedChat } from './readChat';
import type { FileFault } from './readChats';

/** Why a chat did not come in. */
export type NotImported =
  | RefusedChat
  /** Nothing can be added to what is kept of it here, and it must not be begun a second time. */
  | 'closed';

export interface FileTally {
  readonly file: string;
  /** New chats, by ID, in the order in which they came. */
  readonly added: readonly string[];
  /** Chats that have more messages now. */
  readonly grown: number;
  /** How many more. */
  readonly grownMessages: number;
  /** Chats of which all was there already. */
  readonly known: number;
  readonly notImported: ReadonlyMap<NotImported, number>;
  readonly losses: Losses;
  readonly fault: FileFault | 'unreadableFile' | undefined;
}

export class ImportTally {
  readonly #file: string;
  readonly #added: string[] = [];
  readonly #notImported = new Map<NotImported, number>();
  readonly #losses = new LossCount();
  #grown = 0;
  #grownMessages = 0;
  #known = 0;
  #fault: FileTally['fault'];

  constructor(file: string) {
    this.#file = file;
  }

  get result(): FileTally {
    return {
      file: this.#file,
      added: this.#added,
      grown: this.#grown,
      grownMessages: this.#grownMessages,
      known: this.#known,
      notImported: this.#notImported,
      losses: this.#losses.losses,
      fault: this.#fault,
    };
  }

  takenIn(id: string, taken: ImportOutcome, losses: Losses): void {
    switch (taken.kind) {
      case 'added':
        this.#added.push(id);
        break;
      case 'grown':
        this.#grown += 1;
        this.#grownMessages += taken.messages;
        break;
      case 'known':
        this.#known += 1;
        break;
      default:
        assertNever(taken);
    }
    for (const [kind, count] of losses) {
      this.#losses.add(kind, count);
    }
  }

  leftOut(reason: NotImported): void {
    this.#notImported.set(reason, (this.#notImported.get(reason) ?? 0) + 1);
  }

  faulty(fault: NonNullable<FileTally['fault']>): void {
    this.#fault = fault;
  }
}
