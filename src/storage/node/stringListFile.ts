// StringListFile: strings that must outlive VS Code's own storage, each once, the one added last at the end: the Base URLs
// that were used, the origins that have an API key, the digests of the key commands that the user allowed.
import * as v from 'valibot';
import { JsonFile } from './jsonFile';

const strings = v.fallback(v.array(v.string()), []);

/** A JSON array. It is not a setting and not synchronized: another machine has another list. */
export class StringListFile {
  readonly #file: JsonFile<readonly string[]>;

  constructor(path: string) {
    this.#file = new JsonFile(path, (json) => v.parse(strings, json));
  }

  all(): Promise<readonly string[]> {
    return this.#file.read();
  }

  async has(text: string): Promise<boolean> {
    return (await this.all()).includes(text);
  }

  /** Writes nothing if it was added last: most questions go to one gateway. */
  add(text: string): Promise<void> {
    return this.#file.update((known) =>
      known.at(-1) === text ? known : [...known.filter((other) => other !== text), text],
    );
  }

  remove(text: string): Promise<void> {
    return this.#file.update((known) => known.filter((other) => other !== text));
  }
}
