// Signals between windows that show one conversation: a file for each writer, next to its segments.
// They matter for seconds, so they are not synced, and the file is removed when its writer closes.
import { join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../../base/parseJson';
import type { WindowSignal } from '../../../conversation/node/conversationStore';
import { withFile, type Disk } from '../disk';

const signal = v.object({
  type: v.picklist(['ping', 'running', 'stopRequested']),
  answerId: v.string(),
});

const fileName = /^(.+)\.signals$/;

/** The writer of a signals file; undefined for another file. */
export function signalsWriter(name: string): string | undefined {
  return fileName.exec(name)?.[1];
}

/** `end` is where the last complete line ends. */
export function parseSignals(bytes: Buffer): {
  readonly signals: readonly WindowSignal[];
  readonly end: number;
} {
  const end = bytes.lastIndexOf(0x0a) + 1;
  const signals = bytes
    .toString('utf8', 0, end)
    .split('\n')
    .flatMap((line) => {
      const read = v.safeParse(signal, parseJson(line));
      return read.success ? [read.output] : [];
    });
  return { signals, end };
}

export class SignalsFile {
  readonly #path: string;
  #written: Promise<void> | undefined;

  constructor(
    private readonly disk: Disk,
    conversationFolder: string,
    writer: string,
  ) {
    this.#path = join(conversationFolder, `${writer}.signals`);
  }

  /** A signal that cannot be written is lost: the other window takes silence for an answer. */
  send(sent: WindowSignal): void {
    const line = `${JSON.stringify(sent)}\n`;
    this.#written = (this.#written ?? Promise.resolve())
      .then(() => this.#append(line))
      .catch(() => undefined);
  }

  async remove(): Promise<void> {
    if (this.#written !== undefined) {
      await this.#written;
      await this.disk.rm(this.#path, { force: true }).catch(() => undefined);
    }
  }

  async #append(line: string): Promise<void> {
    // Fails if the conversation's folder was deleted, and does not create it again.
    await withFile(this.disk, this.#path, 'a', (file) => file.writeFile(line));
  }
}
