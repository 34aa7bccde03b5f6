// CorruptionReporter: reports each damaged part of a conversation once, and copies damaged lines to a quarantine.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Emitter } from '../../../base/emitter';
import { errorCode } from '../../../base/errorCode';
import { makeFolderInside, withFile, type Disk } from '../disk';
import type { CorruptSegment } from './segments';

export interface Corruption {
  readonly conversation: string;
  /** The path of the copied lines; undefined if none were copied. */
  readonly quarantineFile?: string;
}

export class CorruptionReporter {
  readonly #didFind = new Emitter<Corruption>();
  /** Segments and conversations that were reported without a quarantine. */
  readonly #reported = new Set<string>();

  readonly onDidFind = this.#didFind.event;

  constructor(
    private readonly disk: Disk,
    private readonly canQuarantine: () => boolean,
  ) {}

  reportIncomplete(conversation: string): void {
    this.#reportOnce(conversation, conversation);
  }

  async report(conversation: string, folder: string, corrupt: CorruptSegment): Promise<void> {
    const segment = join(folder, corrupt.segment);
    if (corrupt.error !== undefined || !this.canQuarantine()) {
      this.#reportOnce(segment, conversation);
      return;
    }
    try {
      const quarantineFile = await quarantine(this.disk, folder, corrupt);
      this.#didFind.fire({ conversation, quarantineFile });
    } catch (error) {
      const code = errorCode(error);
      // EEXIST: it was reported before. ENOENT: the conversation was deleted.
      if (code !== 'EEXIST' && code !== 'ENOENT') {
        this.#reportOnce(segment, conversation);
      }
    }
  }

  dispose(): void {
    this.#didFind.dispose();
  }

  #reportOnce(source: string, conversation: string): void {
    if (!this.#reported.has(source)) {
      this.#reported.add(source);
      this.#didFind.fire({ conversation });
    }
  }
}

/** Returns the path of the copy. @throws `EEXIST` if the lines were copied before. */
async function quarantine(
  disk: Disk,
  folder: string,
  { segment, lines }: CorruptSegment,
): Promise<string> {
  const bytes = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const quarantineFolder = join(folder, 'quarantine');
  const path = join(quarantineFolder, `${segment}.${hash}`);
  await makeFolderInside(disk, quarantineFolder);
  await withFile(disk, path, 'wx', (file) => file.writeFile(bytes));
  return path;
}
