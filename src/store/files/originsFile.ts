// VS Code may lose a secret without a word, and in a browser its memory of it as well; a file remembers.
import * as v from 'valibot';
import type { OriginsWithKey } from '../../chat/ports';
import { JsonFile } from './jsonFile';

const origins = v.fallback(v.array(v.string()), []);

/** A JSON array of origins. A disk that refuses costs the explanation of a lost key, not the key. */
export class OriginsFile implements OriginsWithKey {
  readonly #file: JsonFile<readonly string[]>;

  constructor(path: string) {
    this.#file = new JsonFile(path, (json) => v.parse(origins, json));
  }

  async has(origin: string): Promise<boolean> {
    return (await this.#file.read()).includes(origin);
  }

  add(origin: string): Promise<void> {
    return this.#file.change((known) => [...known.filter((other) => other !== origin), origin]);
  }

  remove(origin: string): Promise<void> {
    return this.#file.change((known) => known.filter((other) => other !== origin));
  }
}
