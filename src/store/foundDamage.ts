// What cannot be read of conversations is told of, damaged lines once; they are set aside where that is wanted.
import { join } from 'node:path';
import { Emitter } from '../base/emitter';
import type { Disk } from './disk';
import { quarantine } from './quarantine';
import type { SegmentDamage } from './segments';

/** What could not be read of a conversation; the rest of it is shown. */
export interface Damage {
  readonly conversation: string;
  /** Where the damaged lines are kept; undefined where none were put there, or what lies beside them is lost. */
  readonly kept?: string;
}

export class FoundDamage {
  readonly #disk: Disk;
  readonly #isWanted: () => boolean;
  readonly #found = new Emitter<Damage>();
  /** Segments with lines that were told of and not set aside. */
  readonly #told = new Set<string>();

  readonly onDidFind = this.#found.event;

  /** `isWanted`: whether lines may be set aside. */
  constructor(disk: Disk, isWanted: () => boolean) {
    this.#disk = disk;
    this.#isWanted = isWanted;
  }

  tellLost(conversation: string): void {
    this.#found.fire({ conversation });
  }

  async tell(conversation: string, folder: string, damage: SegmentDamage): Promise<void> {
    if (damage.error !== undefined) {
      this.#found.fire({ conversation });
    } else if (this.#isWanted()) {
      await this.#setAside(conversation, folder, damage);
    } else {
      const segment = join(folder, damage.segment);
      if (!this.#told.has(segment)) {
        this.#told.add(segment);
        this.#found.fire({ conversation });
      }
    }
  }

  dispose(): void {
    this.#found.dispose();
  }

  async #setAside(conversation: string, folder: string, damage: SegmentDamage): Promise<void> {
    try {
      const kept = await quarantine(this.#disk, folder, damage);
      if (kept !== undefined) {
        this.#found.fire({ conversation, kept });
      }
    } catch {
      this.#found.fire({ conversation });
    }
  }
}
