// JsonFile: one JSON value in a file, for what must outlive VS Code's own storage.
import { dirname } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../base/parseJson';
import { makeFolder, nodeDisk, readFileIfExists, writeFileAtomic } from './disk';
import { isNewerFile } from './newerFile';

export class JsonFile<T> {
  #updates: Promise<void> = Promise.resolve();

  /** @param parse Receives undefined if the file is missing or is not JSON, and returns the default. */
  constructor(
    private readonly path: string,
    private readonly parse: (json: unknown) => T,
  ) {}

  /** Waits for earlier updates. Never rejects: returns the default if the file cannot be read. */
  async read(): Promise<T> {
    await this.#updates;
    return await this.#read().catch(() => this.parse(undefined));
  }

  /**
   * Updates run one after another. Nothing is written if `change` returns its argument. Never rejects: if the disk fails,
   * only this update is lost.
   */
  update(change: (value: T) => T): Promise<void> {
    this.#updates = this.#updates
      .then(async () => {
        const known = await this.#read();
        const changed = change(known);
        if (changed !== known) {
          await writeJson(this.path, changed);
        }
      })
      .catch(() => undefined);
    return this.#updates;
  }

  /** @throws if the file exists and cannot be read, or is newer: an update must not take it for an empty one. */
  async #read(): Promise<T> {
    const content = await readFileIfExists(nodeDisk, this.path);
    const json = parseJson(content?.toString('utf8') ?? '');
    if (isNewerFile(this.path, json)) {
      throw new Error('A newer version wrote this file.');
    }
    return this.parse(json);
  }
}

/** The items of a JSON array; skips those that cannot be read, such as those of a newer version. */
export function readItems<T>(json: unknown, schema: v.GenericSchema<unknown, T>): readonly T[] {
  const items: readonly unknown[] = Array.isArray(json) ? json : [];
  return items.flatMap((item) => {
    const read = v.safeParse(schema, item);
    return read.success ? [read.output] : [];
  });
}

/** Creates the folder too. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  await makeFolder(nodeDisk, dirname(path));
  await writeFileAtomic(nodeDisk, path, JSON.stringify(value));
}
