// VS Code may lose a secret without a word, and in a browser its memory of it as well; a file remembers.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import type { OriginsWithKey } from '../chat/ports';

const origins = v.array(v.string());

/** A JSON array of origins, replaced whole; changes follow one another. */
export class OriginsFile implements OriginsWithKey {
  #written: Promise<void> = Promise.resolve();

  constructor(private readonly path: string) {}

  async has(origin: string): Promise<boolean> {
    await this.#written;
    return (await this.#read()).includes(origin);
  }

  add(origin: string): Promise<void> {
    return this.#change((known) => [...known.filter((other) => other !== origin), origin]);
  }

  remove(origin: string): Promise<void> {
    return this.#change((known) => known.filter((other) => other !== origin));
  }

  #change(change: (known: readonly string[]) => readonly string[]): Promise<void> {
    // A disk that refuses costs the explanation of a lost key, not the key.
    this.#written = this.#written.then(() => this.#replace(change)).catch(() => undefined);
    return this.#written;
  }

  async #replace(change: (known: readonly string[]) => readonly string[]): Promise<void> {
    const changed = JSON.stringify(change(await this.#read()));
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    const unfinished = `${this.path}.${process.pid}`;
    await writeFile(unfinished, changed, { mode: 0o600 });
    await rename(unfinished, this.path);
  }

  async #read(): Promise<readonly string[]> {
    try {
      return v.parse(origins, JSON.parse(await readFile(this.path, 'utf8')));
    } catch {
      return [];
    }
  }
}
