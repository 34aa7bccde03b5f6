// Small things that Portico remembers in files, where VS Code's own memory may be lost.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** One JSON value in a file, replaced whole; changes follow one another. */
export class JsonFile<T> {
  #written: Promise<void> = Promise.resolve();

  /** `parse` gives the value that stands for a file that is missing or damaged too: it gets undefined then. */
  constructor(
    private readonly path: string,
    private readonly parse: (json: unknown) => T,
  ) {}

  /** What the file holds once the changes before are through. Never rejects. */
  async read(): Promise<T> {
    await this.#written;
    return this.#read();
  }

  /** Never rejects: a disk that refuses loses the change, not the caller. */
  change(change: (known: T) => T): Promise<void> {
    this.#written = this.#written.then(() => this.#replace(change)).catch(() => undefined);
    return this.#written;
  }

  async #replace(change: (known: T) => T): Promise<void> {
    const changed = JSON.stringify(change(await this.#read()));
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    const unfinished = `${this.path}.${process.pid}`;
    await writeFile(unfinished, changed, { mode: 0o600 });
    await rename(unfinished, this.path);
  }

  async #read(): Promise<T> {
    return this.parse(await readFile(this.path, 'utf8').then(parseJson, () => undefined));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
