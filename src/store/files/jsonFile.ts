// Small things that Portico remembers in files, where VS Code's own memory may be lost.
import { readFile } from 'node:fs/promises';
import { parseJson } from '../../base/parseJson';
import { replaceFile } from '../replaceFile';

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
    return this.parse(await this.#json().catch(() => undefined));
  }

  /** Never rejects: a disk that refuses loses the change, neither the caller nor what was kept. */
  change(change: (known: T) => T): Promise<void> {
    this.#written = this.#written.then(() => this.#replace(change)).catch(() => undefined);
    return this.#written;
  }

  async #replace(change: (known: T) => T): Promise<void> {
    const changed = change(this.parse(await this.#json()));
    await replaceFile(this.path, JSON.stringify(changed));
  }

  /**
   * Undefined where there is no file or no JSON in it. Rejects where it cannot be read for now (too
   * many files open, a virus scanner at it): a change must not take that for an empty file.
   */
  async #json(): Promise<unknown> {
    const text = await readFile(this.path, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
        return '';
      }
      throw error;
    });
    return parseJson(text);
  }
}
