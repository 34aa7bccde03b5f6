// What cannot be read of conversations is told of once; damaged lines are set aside where that is wanted.
import { join } from 'node:path';
import { Emitter } from '../../base/emitter';
import type { Disk } from '../disk';
import { quarantine } from './quarantine';
import type { SegmentDamage } from './segments';

/** What could not be read of a conversation; the rest of it is shown. */
export interface Damage {
  readonly conversation: string;
  /** Where the damaged lines are kept; undefined where none were put there, or what lies beside them is lost. */
  readonly kept?: string;
}

export class CorruptionReporter {
  readonly #disk: Disk;
  readonly #isWanted: () => boolean;
  readonly #found = new Emitter<Damage>();
  /** What was told of without being set aside: segments, and conversations that have lost what lies beside their lines. */
  readonly #told = new Set<string>();

  readonly onDidFind = this.#found.event;

  /** `isWanted`: whether lines may be set aside. */
  constructor(disk: Disk, isWanted: () => boolean) {
    this.#disk = disk;
    this.#isWanted = isWanted;
  }

  tellLost(conversation: string): void {
    this.#tellOnce(conversation, conversation);
  }

  async tell(conversation: string, folder: string, damage: SegmentDamage): Promise<void> {
    const segment = join(folder, damage.segment);
    if (damage.error !== undefined || !this.#isWanted()) {
      this.#tellOnce(segment, conversation);
      return;
    }
    try {
      const kept = await quarantine(this.#disk, folder, damage);
      if (kept !== undefined) {
        this.#found.fire({ conversation, kept });
      }
    } catch {
      this.#tellOnce(segment, conversation);
    }
  }

  dispose(): void {
    this.#found.dispose();
  }

  #tellOnce(what: string, conversation: string): void {
    if (!this.#told.has(what)) {
      this.#told.add(what);
      this.#found.fire({ conversation });
    }
  }
}
