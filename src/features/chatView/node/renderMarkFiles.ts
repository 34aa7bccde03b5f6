// RenderMarkFiles: which messages the pages of each window are rendering, and which are shown as plain text. On disk,
// because a crashing page can take the window with it, and VS Code's own storage in a browser.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../../base/parseJson';
import { fileMode, nodeDisk, readFolder } from '../../../storage/node/disk';
import { JsonFile } from '../../../storage/node/jsonFile';

const marksSchema = v.array(v.object({ messageIds: v.array(v.string()), reportedAt: v.number() }));

/** `reportedAt` is in milliseconds since 1970. */
export type RenderMark = Readonly<v.InferOutput<typeof marksSchema>[number]>;

const messageIds = v.fallback(v.array(v.string()), []);
const plainMessagesName = 'plainMessages.json';
const markFile = /^marks-(.+)\.json$/;

/** If the disk fails, messages are formatted that should not be; nothing else is lost. */
export class RenderMarkFiles {
  readonly #plainMessages: JsonFile<readonly string[]>;

  /** @param writer The name of this window, different from that of any other. */
  constructor(
    private readonly folder: string,
    private readonly writer: string,
  ) {
    this.#plainMessages = new JsonFile(join(folder, plainMessagesName), (json) =>
      v.parse(messageIds, json),
    );
  }

  /** Replaces the marks of this window. Synchronous, because VS Code does not wait for what is disposed. */
  write(marks: readonly RenderMark[]): void {
    const path = this.#path(this.writer);
    try {
      if (marks.length === 0) {
        rmSync(path, { force: true });
      } else {
        mkdirSync(this.folder, { recursive: true, mode: 0o700 });
        writeFileSync(path, JSON.stringify(marks), { mode: fileMode });
      }
    } catch {
      // See the comment of the class.
    }
  }

  /** The marks of other windows, by window. */
  async others(): Promise<ReadonlyMap<string, readonly RenderMark[]>> {
    const names = await readFolder(nodeDisk, this.folder).catch(() => []);
    const writers = names.flatMap((name) => markFile.exec(name)?.[1] ?? []);
    const marks = new Map<string, readonly RenderMark[]>();
    for (const writer of writers.filter((name) => name !== this.writer)) {
      marks.set(writer, await this.marksOf(writer));
    }
    return marks;
  }

  async marksOf(writer: string): Promise<readonly RenderMark[]> {
    const json = await readFile(this.#path(writer), 'utf8').catch(() => '');
    const parsed = v.safeParse(marksSchema, parseJson(json));
    return parsed.success ? parsed.output : [];
  }

  async removeMarksOf(writer: string): Promise<void> {
    await rm(this.#path(writer), { force: true }).catch(() => undefined);
  }

  plainMessages(): Promise<readonly string[]> {
    return this.#plainMessages.read();
  }

  updatePlainMessages(change: (ids: readonly string[]) => readonly string[]): Promise<void> {
    return this.#plainMessages.update(change);
  }

  #path(writer: string): string {
    return join(this.folder, `marks-${writer}.json`);
  }
}
