// What became of the chats of each file, so that nothing is left out without being told.
import { assertNever } from '../../../base/assertNever';
import type { ImportOutcome } from '../chatLibrary';
import { Counter, type Losses, type SkipReason } from './importedChat';
import type { FileFault } from './readChats';

/** Why a chat did not come in. */
export type NotImported =
  | SkipReason
  /** Nothing can be added to what is kept of it here, and it must not be begun a second time. */
  | 'closed';

export interface ImportSummary {
  readonly file: string;
  /** New chats, by ID, in the order in which they came. */
  readonly added: readonly string[];
  /** Chats that have more messages now. */
  readonly extended: number;
  /** How many more. */
  readonly addedMessages: number;
  /** Chats of which all was there already. */
  readonly unchanged: number;
  readonly skipped: ReadonlyMap<NotImported, number>;
  readonly losses: Losses;
  readonly error: FileFault | 'unreadableFile' | undefined;
}

export class ImportTally {
  readonly #file: string;
  readonly #added: string[] = [];
  readonly #notImported = new Map<NotImported, number>();
  readonly #losses = new Counter();
  #grown = 0;
  #grownMessages = 0;
  #known = 0;
  #fault: ImportSummary['error'];

  constructor(file: string) {
    this.#file = file;
  }

  get result(): ImportSummary {
    return {
      file: this.#file,
      added: this.#added,
      extended: this.#grown,
      addedMessages: this.#grownMessages,
      unchanged: this.#known,
      skipped: this.#notImported,
      losses: this.#losses.counts,
      error: this.#fault,
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

  faulty(fault: NonNullable<ImportSummary['error']>): void {
    this.#fault = fault;
  }
}
